"""LayoutTensor: elements, parts, other layouts, arithmetic, text; with layouts known at compile time and at run time."""

from std.testing import TestSuite, assert_equal, assert_true
from std.memory import Span
from std.utils.index import IndexList
from layout import UNKNOWN_VALUE, IntTuple, Layout, LayoutTensor, RuntimeLayout
from layout.layout_tensor import LayoutTensorIter
from layout.swizzle import Swizzle

comptime f32 = DType.float32
comptime square = Layout.row_major(4, 4)


def counted(count: Int) -> List[Float32]:
    var numbers = List[Float32]()
    for i in range(count):
        numbers.append(Float32(i))
    return numbers^


def total[layout: Layout](t: LayoutTensor[f32, layout, _]) -> Float32:
    var sum = Float32(0)
    for i in range(t.dim[0]()):
        for j in range(t.dim(1)):
            sum += t[i, j]
    return sum


def first_of(t: LayoutTensor[mut=False, f32, square]) -> Float32:
    return t[0, 1]


def test_elements() raises:
    var numbers = counted(16)
    var t = LayoutTensor[f32, square](numbers)
    t[1, 2] += 100
    assert_equal(t[1, 2], 106)
    assert_equal(numbers[6], 106)
    assert_equal(t[UInt(1), Int32(3)], 7)
    assert_equal(t[IndexList[2](2, 1)], 9)
    assert_equal(total(t), 220)
    assert_equal(first_of(t), 1)
    assert_equal(t.rank, 2)
    assert_equal(t.shape[1](), 4)
    assert_equal(t.stride[0](), 4)
    assert_equal(t.size(), 16)


def test_making() raises:
    var list = counted(4)
    var from_span = LayoutTensor[f32, Layout.row_major(2, 2)](Span(list))
    assert_equal(from_span[1, 0], 2)
    var from_pointer = LayoutTensor[f32, Layout.row_major(4)](list.unsafe_ptr())
    assert_equal(from_pointer[3], 3)
    var array: Array[Float32, 4] = [5, 6, 7, 8]
    var from_array = LayoutTensor[f32, Layout.col_major(2, 2)](array)
    assert_equal(from_array[0, 1], 7)
    var local = LayoutTensor[DType.int16, Layout.row_major(2, 3), MutAnyOrigin].stack_allocation().fill(4)
    assert_equal(String(local), "4 4 4 \n4 4 4 ")


def test_nested_layout() raises:
    comptime blocked = Layout(((2, 2), (2, 2)), ((2, 8), (1, 4)))
    var t = LayoutTensor[f32, blocked](counted(16))
    for i in range(4):
        for j in range(4):
            assert_equal(Int(t[i, j]), blocked(i, j))
    assert_equal(t[1, 1, 0, 1], 14)
    assert_equal(String(t.tile[2, 2](1, 0)), "8.0 9.0 \n10.0 11.0 ")
    assert_equal(t.tile[2, 2](0, 1).layout, Layout((2, 2), (2, 1)))


def test_tiles() raises:
    var numbers = counted(16)
    var t = LayoutTensor[f32, square](numbers)
    var tile = t.tile[2, 2](1, 0)
    assert_equal(String(tile), "8.0 9.0 \n12.0 13.0 ")
    assert_equal(tile.layout, Layout((2, 2), (4, 1)))
    assert_equal(tile.tile[1, 1](1, 1)[0, 0], 13)
    tile[0, 0] = -1
    assert_equal(numbers[8], -1)


def test_vectors() raises:
    var numbers = counted(16)
    var t = LayoutTensor[f32, square](numbers)
    var rows = t.vectorize[1, 4]()
    assert_equal(rows[2, 0], SIMD[f32, 4](8, 9, 10, 11))
    rows[0, 0] = rows[0, 0] * 2
    assert_equal(numbers[3], 6)
    assert_equal(rows.element_size, 4)
    var columns = t.vectorize[4, 1]()
    assert_equal(columns[0, 1], SIMD[f32, 4](2, 5, 9, 13))
    columns[0, 1] = SIMD[f32, 4](0)
    assert_equal(numbers[13], 0)
    assert_equal(t.load[2](1, 2), SIMD[f32, 2](6, 7))
    t.store[2](1, 2, SIMD[f32, 2](1, 2))
    assert_equal(t[1, 3], 2)
    t.prefetch(1, 0)


def test_shares_of_threads() raises:
    var t = LayoutTensor[f32, square](counted(16))
    var sum = Float32(0)
    for thread in range(4):
        var share = t.distribute[Layout.row_major(2, 2)](thread)
        assert_equal(share[0, 0], t[thread // 2, thread % 2])
        assert_equal(share[1, 1], t[thread // 2 + 2, thread % 2 + 2])
        sum += total(share)
    assert_equal(sum, 120)
    var by_column = t.distribute[Layout.col_major(2, 2)](UInt(1))
    assert_equal(by_column[0, 0], 4)
    var nested = t.distribute[Layout(((2, 2), 1), ((1, 2), 0))](3)
    assert_equal(String(nested), "12.0 13.0 14.0 15.0 ")
    var on_axis = t.distribute[Layout.row_major(2, 2), axis=0](3)
    assert_equal(String(on_axis), "4.0 5.0 6.0 7.0 \n12.0 13.0 14.0 15.0 ")
    var swizzled = t.distribute[Layout.row_major(4, 4), swizzle=Swizzle(2, 0, 2)](5)
    assert_equal(swizzled[0, 0], 4)
    var vectors = t.vectorize[1, 2]().distribute[Layout.row_major(4, 2)](3)
    assert_equal(vectors[0, 0], SIMD[f32, 2](6, 7))


def test_slices_and_parts() raises:
    var t = LayoutTensor[f32, square](counted(16))
    assert_equal(String(t.slice[1:3, 2:4]()), "6.0 7.0 \n10.0 11.0 ")
    assert_equal(String(t.slice[:, 1:2]()), "1.0 \n5.0 \n9.0 \n13.0 ")
    assert_equal(String(t.slice_1d[1:3, 0](2)), "6.0 10.0")
    var halves = t.split[2, axis=1]()
    assert_equal(halves[1][3, 0], 14)
    assert_equal(String(t.split[axis=0](3, 1)), "8.0 9.0 10.0 11.0 \n12.0 13.0 14.0 15.0 ")


def test_other_layouts() raises:
    var t = LayoutTensor[f32, square](counted(16))
    assert_equal(t.transpose()[1, 3], 13)
    assert_equal(t.reshape[Layout.row_major(2, 8)]()[1, 7], 15)
    assert_equal(Int(t.composition[Layout(4, 4)]()[3]), square(12))
    assert_equal(t.coalesce().layout, coalesced())
    assert_equal(t.bitcast[DType.uint32]()[0, 1], 0x3F800000)
    assert_equal(t.get_immutable()[0, 3], 3)


def coalesced() -> Layout:
    return Layout((4, 4), (4, 1))


def test_iterators() raises:
    var numbers = counted(16)
    var t = LayoutTensor[f32, square](numbers)
    var corners = List[Float32]()
    for tile in t.tiled_iterator[2, 2, axis=1](1, 0):
        corners.append(tile[0, 0])
    assert_equal(corners, [Float32(8), 10])
    var walk = t.tiled_iterator[2, 4](0, 0)
    assert_equal(walk[][1, 0], 4)
    walk += 1
    assert_equal(walk[][1, 0], 12)
    assert_equal(walk.next_unsafe(-1).get()[0, 0], 0)
    var ring = LayoutTensorIter[f32, Layout.row_major(2, 2), circular=True](numbers.unsafe_ptr(), 16)
    for _ in range(5):
        ring += 1
    assert_equal(ring[][0, 0], 4)


def test_dimensions_known_at_run_time() raises:
    comptime open = Layout.row_major[2]()
    var t = LayoutTensor[f32, open](counted(24), RuntimeLayout[open].row_major(IndexList[2](6, 4)))
    assert_equal(t[5, 3], 23)
    assert_equal(t.dim(0), 6)
    assert_equal(total(t), 276)
    assert_equal(String(t.tile[2, 2](2, 1)), "18.0 19.0 \n22.0 23.0 ")
    assert_equal(t.vectorize[1, 4]()[5, 0], SIMD[f32, 4](20, 21, 22, 23))
    assert_equal(t.vectorize[1, 4]().dim(1), 1)
    assert_equal(t.transpose()[3, 5], 23)
    assert_equal(total(t.distribute[Layout.row_major(2, 2)](3)), 5 + 7 + 13 + 15 + 21 + 23)
    comptime half = Layout.row_major(UNKNOWN_VALUE, 4)
    var u = LayoutTensor[f32, half](counted(24), RuntimeLayout[half].row_major(IndexList[2](6, 4)))
    assert_equal(u[5, 3], 23)


def test_masked_tiles() raises:
    var t = LayoutTensor[f32, Layout.row_major(3, 5), masked=True](counted(15))
    var corner = t.tile[2, 2](1, 2)
    assert_equal(corner.dim(0), 1)
    assert_equal(corner.dim(1), 1)
    assert_equal(String(corner), "14.0 ")
    assert_equal(t.tile[2, 2](0, 0).size(), 4)


def test_arithmetic() raises:
    var t = LayoutTensor[f32, Layout.row_major(2, 2)](counted(4))
    var u = LayoutTensor[f32, Layout.col_major(2, 2)](counted(4))
    assert_equal(String(t + u), "0.0 3.0 \n3.0 6.0 ")
    assert_equal(String((t * 2 - u) / 2), "0.0 0.0 \n1.5 1.5 ")
    t += u
    t -= 1
    assert_equal(String(t), "-1.0 2.0 \n2.0 5.0 ")
    var big = LayoutTensor[f32, Layout.row_major(20, 20), MutAnyOrigin].stack_allocation().fill(2)
    big *= 3
    var other = LayoutTensor[f32, Layout.col_major(20, 20), MutAnyOrigin].stack_allocation()
    other.copy_from(big)
    assert_equal(total(other), 2400)


def test_copies() raises:
    var t = LayoutTensor[f32, square](counted(16))
    var tile = LayoutTensor[f32, Layout.row_major(2, 2), MutAnyOrigin].stack_allocation()
    tile.copy_from(t.tile[2, 2](1, 1))
    assert_equal(String(tile), "10.0 11.0 \n14.0 15.0 ")
    t.vectorize[1, 4]().tile[1, 1](0, 0).copy_from(t.vectorize[1, 4]().tile[1, 1](3, 0))
    assert_equal(t[0, 2], 14)


def test_text_is_that_of_max() raises:
    var numbers = InlineArray[Float32, 12](fill=0)
    for i in range(12):
        numbers[i] = Float32(i)
    assert_equal(String(LayoutTensor[DType.float32, Layout.row_major(3)](numbers)), "0.0 1.0 2.0")
    assert_equal(String(LayoutTensor[DType.float32, Layout.row_major(2, 2)](numbers)), "0.0 1.0 \n2.0 3.0 ")
    assert_equal(String(LayoutTensor[DType.float32, Layout.row_major(2, 2, 2)](numbers)), "0.0 4.0 2.0 6.0 1.0 5.0 3.0 7.0")
    comptime nested = Layout([[2, 2], 2], [[1, 4], 2])
    assert_equal(String(LayoutTensor[DType.float32, nested](numbers)), "0.0 1.0 4.0 5.0 2.0 3.0 6.0 7.0")
    comptime unknown = Layout.row_major(UNKNOWN_VALUE)
    var few = RuntimeLayout[unknown].row_major(IndexList[1](2))
    assert_equal(String(LayoutTensor[DType.float32, unknown](numbers, few)), "0.0 1.0 ")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
