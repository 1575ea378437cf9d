"""Layouts as types: what is known is part of the type."""

from layout import Idx, TensorLayout, col_major, coord, row_major
from layout.tile_layout import (
    Layout,
    blocked_product,
    coalesce,
    col_major_nested,
    row_major_nested,
    upcast,
    zipped_divide,
)
from std.sys import size_of
from std.testing import TestSuite, assert_equal, assert_false, assert_true
from std.utils.coord import Coord


def first_of[L: TensorLayout]() -> Int:
    return L.static_shape[0]


def test_known() raises:
    comptime layout = row_major[2, 3]()
    assert_equal(String(layout), "((2, 3):(3, 1))")
    assert_equal(size_of[type_of(layout)](), 0)
    assert_equal(first_of[type_of(layout)](), 2)
    assert_equal(String(row_major[4]()), "((4):(1))")
    assert_equal(String(col_major[2, 3]()), "((2, 3):(1, 2))")
    assert_equal(String(row_major(coord[2, 4])), "((2, 4):(4, 1))")
    assert_true(layout.all_dims_known)
    assert_equal(type_of(layout).static_cosize, 6)


def test_mixed() raises:
    var rows = 5
    var layout = row_major(rows, Idx[8])
    assert_equal(String(layout), "((5, 8):(8, 1))")
    assert_equal(String(row_major((rows, Idx[8]))), "((5, 8):(8, 1))")
    assert_equal(String(col_major(rows, Idx[8])), "((5, 8):(1, 5))")
    assert_equal(layout.static_shape[0], -1)
    assert_equal(layout.static_stride[0], 8)
    assert_false(layout.all_dims_known)
    assert_equal(layout(Coord(1, 2)), 10)
    assert_equal(layout((4, 7)), 39)
    assert_equal(String(layout.idx2crd(10)), "(1, 2)")
    assert_equal(layout.shape[0]().value() * layout.shape[1]().value(), layout.size())
    assert_equal(String(layout.transpose()), "((8, 5):(1, 8))")
    assert_equal(layout.make_dynamic[DType.int32]().static_shape[1], -1)
    assert_equal(String(layout.to_layout()), "((5, 8):(8, 1))")
    assert_equal(String(Layout(Coord(rows, Idx[4]), Coord(Idx[4], Idx[1]))), "((5, 4):(4, 1))")


def test_nested() raises:
    var nested = row_major_nested(Coord(coord[2, 3], coord[2, 4]))
    assert_equal(String(nested), "(((2, 3), (2, 4)):((24, 8), (4, 1)))")
    assert_equal(nested.flat_rank, 4)
    assert_equal(nested(Coord(Coord(1, 2), Coord(1, 3))), 47)
    assert_equal(String(col_major_nested(Coord(coord[2, 3], coord[2, 4]))), "(((2, 3), (2, 4)):((1, 2), (6, 12)))")


def test_algebra() raises:
    var blocks = blocked_product(col_major[3, 2](), col_major[2, 5]())
    assert_equal(String(blocks), "(((3, 2), (2, 5)):((1, 6), (3, 12)))")
    assert_equal(String(zipped_divide[coord[2, 2]](row_major[6, 4]())), "(((2, 2), (3, 2)):((4, 1), (8, 2)))")
    assert_equal(String(coalesce(col_major[2, 3]())), "((6):(1))")
    assert_equal(String(upcast[2](row_major[2, 4]())), "((2, 2):(2, 1))")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
