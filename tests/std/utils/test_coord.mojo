"""Coord: integers known at compile time or at run time, nested."""

from std.sys import size_of
from std.testing import TestSuite, assert_equal, assert_false, assert_true
from std.utils import Index
from std.utils.coord import Coord, CoordLike, Idx, coord, coord_to_index_list, crd2idx, dyn_coord, idx2crd


def last_of[C: CoordLike](c: C) -> Int:
    return c.value()


def test_what_is_known_takes_no_room() raises:
    var rows = 3
    assert_equal(size_of[type_of(Coord(rows, Idx[8]))](), size_of[Int]())
    assert_equal(Coord(rows, Idx[8])[1].value(), 8)
    assert_equal(Coord(rows, Idx[8])[0].value(), 3)
    assert_equal(comptime (coord[4, 8].static_product), 32)
    assert_true(coord[4, 8].all_dims_known)
    assert_false(Coord(rows, Idx[8]).all_dims_known)
    assert_equal(type_of(Coord(rows, Idx[8])).element_types[0].static_value, -1)


def test_making() raises:
    var pair: Coord[Int, Int] = (3, 4)
    assert_equal(String(pair), "(3, 4)")
    assert_equal(String(Coord((3, Idx[4]))), "(3, 4)")
    assert_equal(String(Coord(Index(5, 6))), "(5, 6)")
    assert_equal(String(Coord(7)), "(7)")
    assert_equal(String(dyn_coord[DType.int32]((3, Idx[4]))), "(3, 4)")
    assert_equal(coord_to_index_list(Coord(3, Idx[4])), Index(3, 4))


def test_nesting() raises:
    var n = Coord(Coord(Idx[6], 8), Coord(Idx[2], Idx[3]))
    assert_equal(String(n), "((6, 8), (2, 3))")
    assert_equal(n.rank, 2)
    assert_equal(n.flat_rank, 4)
    assert_false(n.is_flat)
    assert_equal(String(n.flatten()), "(6, 8, 2, 3)")
    assert_equal(n.flatten()[0].static_value, 6)
    assert_equal(String(n.reverse()), "((2, 3), (6, 8))")
    assert_equal(String(n.concat(Coord(1))), "((6, 8), (2, 3), 1)")
    assert_equal(String(n.make_dynamic[DType.int32]()), "((6, 8), (2, 3))")
    assert_equal(n.product(), 288)
    assert_true(Coord(1, 2) == Coord(Idx[1], 2))
    assert_true(Coord(1, 2) != Coord(1, 3))


def test_offsets() raises:
    assert_equal(crd2idx(Coord(1, 2), Coord(3, 4), Coord(4, 1)), 6)
    assert_equal(crd2idx(5, coord[3, 4], Coord(4, 1)), 9)
    assert_equal(crd2idx(Coord(5, 1), Coord(coord[2, 3], 4), Coord(coord[1, 2], 6)), 11)
    assert_equal(String(idx2crd(7, Coord(3, 4), Coord(4, 1))), "(1, 3)")
    assert_equal(last_of(Idx[5]) + last_of(6) + last_of(UInt32(7)), 18)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
