"""TileTensor: layouts given as values, known at compile time or at run time."""

from std.testing import TestSuite, assert_equal
from std.utils.index import IndexList
from layout import Layout, TileTensor, col_major, row_major
from layout.tile_tensor import stack_allocation


def counted(count: Int) -> List[Float32]:
    var numbers = List[Float32]()
    for i in range(count):
        numbers.append(Float32(i))
    return numbers^


def corner(t: TileTensor[DType.float32, type_of(row_major[4, 4]()), MutAnyOrigin]) -> Float32:
    return t[3, 3]


def test_known_layout() raises:
    var numbers = counted(16)
    var t = TileTensor(numbers, row_major[4, 4]())
    t[0, 1] = 100
    assert_equal(numbers[1], 100)
    assert_equal(String(t.tile[2, 2](1, 0)), "8.0 9.0\n12.0 13.0")
    assert_equal(t.vectorize[1, 4]()[1, 0], SIMD[DType.float32, 4](4, 5, 6, 7))
    assert_equal(t.distribute[Layout.row_major(2, 2)](3)[1, 1], 15)
    assert_equal(t.transpose()[1, 3], 13)
    assert_equal(t.load[2](IndexList[2](2, 2)), SIMD[DType.float32, 2](10, 11))
    assert_equal(corner(TileTensor(numbers.unsafe_ptr(), row_major[4, 4]())), 15)
    assert_equal(TileTensor(numbers, col_major[4, 4]())[1, 2], 9)


def test_layout_known_at_run_time() raises:
    var numbers = counted(12)
    var rows = 3
    var t = TileTensor(numbers, row_major(rows, 4))
    assert_equal(t.dim(0), 3)
    assert_equal(t[2, 3], 11)
    assert_equal(String(t.tile[1, 2](2, 1)), "10.0 11.0")


def test_stack() raises:
    var t = stack_allocation[DType.int32](row_major[2, 3]()).fill(7)
    var u = stack_allocation[DType.int32](row_major[2, 3]())
    u.copy_from(t)
    assert_equal(u[1, 2], 7)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
