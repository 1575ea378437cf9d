"""Layout: making, offsets, the algebra, pictures; the algebra's laws are in `tests/std/test_layout_model.py`."""

from std.testing import TestSuite, assert_equal, assert_false, assert_true
from std.utils.index import IndexList
from layout import UNKNOWN_VALUE, IntTuple, Layout, composition
from layout.layout import (
    MakeLayoutList,
    MakeTileLayoutList,
    blocked_product,
    coalesce,
    complement,
    downcast,
    expand_modes_alike,
    format_layout,
    format_thread_values,
    is_contiguous_dim,
    is_row_major,
    left_inverse,
    logical_divide,
    logical_product,
    make_layout,
    make_ordered_layout,
    right_inverse,
    sublayout,
    tile_to_shape,
    tiled_divide,
    upcast,
    zipped_divide,
)

comptime layout_a_mma = Layout(((4, 8), (2, 2)), ((16, 1), (8, 64)))
comptime layout_b_mma = Layout(((4, 8), 2), ((8, 1), 32))
comptime layout_c_mma = Layout(((4, 8), (2, 2)), ((32, 1), (16, 8)))


def test_making() raises:
    assert_equal(String(Layout.row_major(2, 3)), "((2, 3):(3, 1))")
    assert_equal(String(Layout.col_major(2, 3)), "((2, 3):(1, 2))")
    assert_equal(String(Layout.row_major(16)), "(16:1)")
    assert_equal(String(Layout((2, (3, 4)))), "((2, (3, 4)):(1, (2, 6)))")
    assert_equal(String(Layout.row_major(IntTuple(2, IntTuple(3, 4)))), "((2, (3, 4)):(12, (4, 1)))")
    assert_equal(Layout.row_major(IndexList[2](2, 3)), Layout.row_major(2, 3))
    assert_equal(Layout.row_major[2](), Layout.row_major(UNKNOWN_VALUE, UNKNOWN_VALUE))
    assert_equal(String(Layout.row_major(UNKNOWN_VALUE, 8, 4)), "((-1, 8, 4):(32, 4, 1))")
    assert_equal(String(Layout.col_major(UNKNOWN_VALUE, 8)), "((-1, 8):(1, -1))")
    assert_equal(make_ordered_layout((2, 3, 4), (1, 2, 0)), Layout((2, 3, 4), (4, 8, 1)))
    assert_equal(make_layout(Layout(2), Layout(3, 2)), Layout((2, 3), (1, 2)))


def test_offsets() raises:
    comptime layout = Layout.row_major(4, 5)
    assert_equal(comptime (layout(IntTuple(2, 3))), 13)
    assert_equal(comptime (layout.size()), 20)
    var nested = Layout(((2, 2), 3), ((1, 6), 2))
    assert_equal(nested(3, 2), 11)
    assert_equal(nested(IntTuple(IntTuple(1, 1), 2)), 11)
    assert_equal(nested(11), 11)
    assert_equal(nested.idx2crd(11), IntTuple(IntTuple(1, 1), 2))
    assert_equal(nested.cosize(), 12)
    assert_equal(nested.rank(), 2)
    assert_equal(Layout((4, 4), (1, 2)).cosize(), 10)


def test_modes() raises:
    var layout = Layout.row_major(2, 3, 4)
    assert_equal(layout[1], Layout(3, 4))
    var sizes = 0
    for mode in layout:
        sizes += mode.size()
    assert_equal(sizes, 9)
    assert_equal(sublayout(layout, 0, 2), Layout((2, 4), (12, 1)))
    assert_equal(Layout.row_major(3, 4).transpose(), Layout.col_major(4, 3))
    assert_equal(layout.make_shape_unknown[axis=1](), Layout((2, -1, 4), (12, 4, 1)))
    assert_false(Layout.row_major(2, UNKNOWN_VALUE).all_dims_known())
    assert_true(is_row_major[3](layout))
    assert_false(is_row_major[2](Layout.col_major(3, 3)))
    assert_true(is_contiguous_dim(layout, 2))
    assert_false(is_contiguous_dim(layout, 1))


def test_coalesce() raises:
    assert_equal(coalesce(Layout((2, (1, 6)), (1, (6, 2)))), Layout(12, 1))
    assert_equal(coalesce(Layout((2, 8), (4, 8))), Layout(16, 4))
    assert_equal(coalesce(Layout((2, 8), (4, 8)), keep_rank=True), Layout((2, 8), (4, 8)))
    assert_equal(coalesce(Layout((1, 1), (5, 7))), Layout(1, 0))


def test_composition() raises:
    assert_equal(String(composition(Layout((4, 3), (3, 1)), Layout(6, 2))), "((2, 3):(6, 1))")
    var tiler = MakeLayoutList(Layout(4, 1), Layout(2, 1))
    assert_equal(composition(Layout.row_major(8, 4), tiler), Layout((4, 2), (4, 1)))
    comptime folded = composition(Layout.row_major(8, 8), Layout((4, 2), (2, 1)))
    assert_equal(folded(3, 1), Layout.row_major(8, 8)(7))


def test_complement() raises:
    assert_equal(String(complement(Layout(4, 1), 24)), "(6:4)")
    assert_equal(String(complement(Layout(6, 4), 24)), "(4:1)")
    assert_equal(String(complement(Layout((4, 6), (1, 4)), 24)), "(1:0)")
    assert_equal(String(complement(Layout(4, 2), 24)), "((2, 3):(1, 8))")
    assert_equal(String(complement(Layout((2, 2), (1, 6)), 24)), "((3, 2):(2, 12))")
    assert_equal(String(complement(Layout(4, 1), UNKNOWN_VALUE)), "(-1:4)")


def test_division() raises:
    var whole = Layout((4, 2, 3), (2, 1, 8))
    assert_equal(String(logical_divide(whole, Layout(4, 2))), "(((2, 2), (2, 3)):((4, 1), (2, 8)))")
    var square = Layout.row_major(4, 4)
    assert_equal(String(zipped_divide(square, Layout(2, 1))), "((2, (2, 4)):(4, (8, 1)))")
    assert_equal(
        String(zipped_divide(square, MakeTileLayoutList[2, 2]())), "(((2, 2), (2, 2)):((4, 1), (8, 2)))"
    )
    assert_equal(String(tiled_divide(square, Layout((2, 2)))), "(((2, 2), 2, 2):((4, 1), 8, 2))")
    var threads = Layout(((8, 4), 4), ((4, 1), 32))
    assert_equal(
        String(zipped_divide(Layout(((16, 64), 4), ((128, 2), 2048)), threads)),
        "((((8, 4), 4), ((2, 16), 1)):(((128, 2), 2048), ((1024, 8), 0)))",
    )
    assert_equal(
        String(zipped_divide(Layout((16, 8), (32, 4)), Layout(((2, 2), 8), ((1, 16), 2)))),
        "((((2, 2), 8), (4, 1)):(((32, 64), 4), (128, 0)))",
    )


def test_product() raises:
    assert_equal(
        String(logical_product(Layout((2, 2), (4, 1)), Layout(6, 1))), "(((2, 2), (2, 3)):((4, 1), (2, 8)))"
    )
    assert_equal(
        String(blocked_product(Layout((2, 5), (5, 1)), Layout((3, 4), (1, 3)))),
        "(((2, 3), (5, 4)):((5, 10), (1, 30)))",
    )
    assert_equal(
        String(blocked_product(Layout.row_major(128, 8), Layout.row_major(1, 4), coalesce_output=True)),
        "((128, (8, 4)):(8, (1, 1024)))",
    )
    var tile = Layout((2, 5), (5, 1))
    assert_equal(String(tile_to_shape(tile, (6, 20))), "(((2, 3), (5, 4)):((5, 10), (1, 30)))")
    assert_equal(String(tile_to_shape(tile, (6, 20), (1, 0))), "(((2, 3), (5, 4)):((5, 40), (1, 10)))")


def test_inverses() raises:
    var layout = Layout(((3, (5, 2)), 4), ((1, (24, 12)), 3))
    var inverse = right_inverse(layout)
    assert_equal(inverse.size(), layout.size())
    for i in range(inverse.size()):
        assert_equal(layout(inverse(i)), i)
    var spread = Layout((4, 2), (1, 8))
    var back = left_inverse(spread)
    for i in range(spread.size()):
        assert_equal(back(spread(i)), i)


def test_other_elements() raises:
    assert_equal(upcast(Layout((4, 3), (2, 4)), 2), Layout((4, 3), (1, 2)))
    assert_equal(upcast(Layout((4, 3), (2, 4)), 4), Layout((2, 3), (1, 1)))
    assert_equal(upcast(Layout((8, 1024), (1024, 1)), 16), Layout((8, 64), (64, 1)))
    assert_equal(downcast(Layout((4, 8), (8, 1)), 2), Layout((4, 8), (16, 2)))
    var both = expand_modes_alike(Layout((3, 4), (2, 6)), Layout(12))
    assert_equal(both[0], Layout((3, 4), (2, 6)))
    assert_equal(both[1], Layout((3, 4), (1, 3)))


def test_grid() raises:
    var text = String()
    format_layout(Layout((4, 4), (1, 2)), text)
    assert_equal(
        text,
        """\
       0    1    2    3
    +----+----+----+----+
 0  |  0 |  2 |  4 |  6 |
    +----+----+----+----+
 1  |  1 |  3 |  5 |  7 |
    +----+----+----+----+
 2  |  2 |  4 |  6 |  8 |
    +----+----+----+----+
 3  |  3 |  5 |  7 |  9 |
    +----+----+----+----+
""",
    )
    var pages = String()
    format_layout(Layout.row_major(1, 2, 2), pages)
    assert_equal(
        pages,
        """\
[:, :, 0]
      0   1
    +---+---+
 0  | 0 | 2 |
    +---+---+
[:, :, 1]
      0   1
    +---+---+
 0  | 1 | 3 |
    +---+---+
""",
    )


def test_table_of_threads() raises:
    var text = String()
    format_thread_values(layout_a_mma, 16, 8, "a", text)
    var lines = text.split("\n")
    assert_equal(lines[0], "Row\\Col       0       1       2       3       4       5       6       7")
    assert_equal(lines[1], "      0   T0:a0   T1:a0   T2:a0   T3:a0   T0:a2   T1:a2   T2:a2   T3:a2")
    assert_equal(lines[2], "      1   T4:a0   T5:a0   T6:a0   T7:a0   T4:a2   T5:a2   T6:a2   T7:a2")
    assert_equal(lines[8], "      7  T28:a0  T29:a0  T30:a0  T31:a0  T28:a2  T29:a2  T30:a2  T31:a2")
    assert_equal(lines[9], "      8   T0:a1   T1:a1   T2:a1   T3:a1   T0:a3   T1:a3   T2:a3   T3:a3")
    assert_equal(lines[16], "     15  T28:a1  T29:a1  T30:a1  T31:a1  T28:a3  T29:a3  T30:a3  T31:a3")
    assert_equal(comptime (layout_a_mma.cosize()), 128)
    assert_equal(comptime (layout_b_mma.cosize()), 64)
    assert_equal(comptime (layout_c_mma.cosize()), 128)


struct Framed[layout: Layout]:
    """Layouts that are equal are the same parameter."""

    var value: Int

    def __init__(out self, value: Int):
        self.value = value


def rows_of[layout: Layout](framed: Framed[layout]) -> Int:
    return framed.value * comptime (layout.shape[0].value())


def takes_one(framed: Framed[Layout((2, 3), (3, 1))]) -> Int:
    return framed.value


def takes_cube(framed: Framed[Layout((2, 3, (4, 5)), (60, 20, (5, 1)))]) -> Int:
    return framed.value


def test_as_parameter() raises:
    assert_equal(takes_cube(Framed[Layout.row_major(IntTuple(2, 3, IntTuple(4, 5)))](3)), 3)
    comptime appended = make_layout(Layout(2, 60), Layout(3, 20), Layout((4, 5), (5, 1)))
    assert_equal(takes_cube(Framed[appended](4)), 4)
    comptime divided = zipped_divide(Layout.row_major(IntTuple(4, 3, IntTuple(4, 5))), Layout((2, 3, (4, 5))))[0]
    assert_equal(takes_cube(Framed[divided](5)), 5)
    var framed = Framed[Layout.row_major(2, 3)](7)
    assert_equal(rows_of(framed), 14)
    assert_equal(takes_one(framed), 7)


def test_list_literals() raises:
    var pair: IntTuple = [1, 2]
    assert_equal(String(pair), "(1, 2)")
    assert_equal(String(Layout([[2, 2], [2, 2]], [[1, 4], [2, 8]])), "(((2, 2), (2, 2)):((1, 4), (2, 8)))")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
