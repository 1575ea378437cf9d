"""TileTensor: layouts given as values, known at compile time or at run time."""

from layout import All, Coord, Idx, Layout, LayoutTensor, TileTensor, col_major, coord, lt_to_tt, row_major, stack_allocation
from layout.tile_layout import blocked_product
from std.testing import TestSuite, assert_equal, assert_true
from std.utils.index import Index, IndexList


def counted(count: Int) -> List[Float32]:
    var numbers = List[Float32]()
    for i in range(count):
        numbers.append(Float32(i))
    return numbers^


def corner(t: TileTensor[DType.float32, type_of(row_major[4, 4]()), MutAnyOrigin]) -> Float32:
    return t[3, 3]


def left[layout: Layout](t: LayoutTensor[mut=False, DType.float32, layout, ImmutAnyOrigin]) -> Float32:
    return t[0, 0][0]


def read_only(t: TileTensor[mut=False, DType.float32, ...]) -> Float32:
    return t.load[1](coord[1, 1])


def test_known_layout() raises:
    var numbers = counted(16)
    var t = TileTensor(numbers, row_major[4, 4]())
    t[0, 1] = 100
    assert_equal(numbers[1], 100)
    assert_equal(String(t.tile[2, 2](1, 0)), "[[8.0, 9.0], [12.0, 13.0]]")
    assert_equal(t.vectorize[1, 4]()[1, 0], SIMD[DType.float32, 4](4, 5, 6, 7))
    assert_equal(t.distribute[Layout.row_major(2, 2)](3)[1, 1], 15)
    assert_equal(t.distribute[thread_layout = row_major[2, 2]()](3)[1, 1], 15)
    assert_equal(t.transpose()[1, 3], 13)
    assert_equal(t.load[2](IndexList[2](2, 2)), SIMD[DType.float32, 2](10, 11))
    assert_equal(corner(TileTensor(numbers.unsafe_ptr(), row_major[4, 4]())), 15)
    assert_equal(corner(t), 15)
    var anyones: TileTensor[DType.float32, type_of(row_major[4, 4]()), MutAnyOrigin] = t
    assert_equal(corner(anyones), 15)
    assert_equal(left(LayoutTensor[DType.float32, Layout.row_major(4, 4)](numbers)), 0)
    assert_equal(TileTensor(ptr=numbers.unsafe_ptr(), layout=col_major[4, 4]())[1, 2], 9)
    assert_equal(read_only(t.as_immut()), 5)
    assert_true(t.is_row_major)
    assert_equal(t.layout.shape[0]().value(), 4)


def test_elements() raises:
    var numbers = counted(8)
    var t = TileTensor(numbers, row_major[2, 4]())
    t[1, 1] += 10
    assert_equal(t[1, 1][0], 15)
    assert_equal(t[(1, 1)], t[Coord(1, 1)])
    assert_equal(t[Index(1, 1)], 15)
    t[Coord(1, Idx[2])] = 60
    t.store((0, 0), SIMD[DType.float32, 2](7, 8))
    t.raw_store(7, SIMD[DType.float32, 1](70))
    assert_equal(String(t), "[[7.0, 8.0, 2.0, 3.0], [4.0, 15.0, 60.0, 70.0]]")
    assert_equal(t.load[2]((0, 0)), SIMD[DType.float32, 2](7, 8))
    assert_equal(t.raw_load[2](4), SIMD[DType.float32, 2](4, 15))
    assert_equal(t.ptr_at_offset((1, 0))[], 4)


def test_parts() raises:
    var numbers = counted(24)
    var t = TileTensor(numbers, row_major[4, 6]())
    assert_equal(String(t.slice[0:2, 1:3]()), "[[1.0, 2.0], [7.0, 8.0]]")
    assert_equal(String(t.slice((0, 2), (1, 3))), "[1.0, 7.0, 2.0, 8.0]")
    assert_equal(String(t.slice(1, All)), "[6.0, 7.0, 8.0, 9.0, 10.0, 11.0]")
    assert_equal(String(t.slice(All, Idx[2])), "[2.0, 8.0, 14.0, 20.0]")
    assert_equal(t.tile[2, 3](Coord(1, 1))[0, 0], 15)
    assert_equal(t.tile(coord[2, 2], Coord(1, 2))[1, 1], 23)
    var part, first, offset = t.tile_with_offset[2, 3](1, 1)
    assert_equal(part[0, 0], 15)
    assert_equal(first, Index(2, 3))
    assert_equal(offset, 15)
    assert_equal(t.split[2]()[1][0, 0], 12)
    assert_equal(t.split[axis=1](2, 1)[0, 0], 3)
    assert_equal(t.reshape[3, 8]()[1, 0], 8)
    assert_equal(t.reshape(Coord(8, Idx[3]))[7, 2], 23)
    assert_equal(lt_to_tt(t.to_layout_tensor())[3, 5], 23)
    var cube = TileTensor(numbers, row_major[2, 3, 4]())
    assert_equal(String(cube.tile[1, 1, 2](1, 2, 1)), "[22.0, 23.0]")


def test_nested_layout() raises:
    var numbers = counted(36)
    var t = TileTensor(numbers, blocked_product(row_major[2, 3](), row_major[3, 2]()))
    assert_equal(t.rank, 2)
    assert_equal(t.flat_rank, 4)
    assert_equal(t[1, 2, 2, 1], 35)
    assert_equal(String(t.tile[2, 3](0, 1)), "[[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]")


def test_layout_known_at_run_time() raises:
    var numbers = counted(12)
    var rows = 3
    var t = TileTensor(numbers, row_major(rows, 4))
    assert_equal(t.dim(0), 3)
    assert_equal(t[2, 3], 11)
    assert_equal(String(t.tile[1, 2](2, 1)), "[[10.0, 11.0]]")
    var mixed = TileTensor(numbers, row_major(rows, Idx[4]))
    assert_equal(mixed.dim[0](), 3)
    assert_equal(mixed.vectorize[1, 4]()[2, 0], SIMD[DType.float32, 4](8, 9, 10, 11))


def test_changes() raises:
    var t = stack_allocation[DType.float32](row_major[2, 3]()).fill(7)
    var u = stack_allocation[dtype = DType.float64](col_major[2, 3]())
    u.copy_from(t)
    assert_equal(u[1, 2], 7)
    var v = stack_allocation[DType.float32](row_major[2, 3]()).fill(2)
    t += v
    t -= v
    t *= v
    t /= v
    assert_equal(t[1, 1], 7)
    t.min(v)
    assert_equal(t[1, 1], 2)
    t.recip()
    assert_equal(t[0, 0], 0.5)
    t.max(v)
    assert_equal(t[0, 1], 2)
    _ = t.fill(-1)
    t.abs()
    assert_equal(t[0, 2], 1)
    _ = t.fill(0)
    t.exp()
    assert_equal(t[1, 2], 1)


def test_indices_in_slices() raises:
    var numbers = List[Int32](length=24, fill=0)
    for i in range(24):
        numbers[i] = Int32(i)
    var t = TileTensor(numbers, row_major[2, 3, 4]())
    assert_equal(String(t.slice[1, :, 2]()), "[14, 18, 22]")
    assert_equal(String(t.slice[1, 1:3, 0:2]().layout), "((2, 2):(4, 1))")
    assert_equal(t.as_imm()[1, 0, 0], 12)
    assert_equal(t.vectorize[1, 1, 2]()[1, 2, 1], SIMD[DType.int32, 2](22, 23))


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
