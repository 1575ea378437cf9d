"""RuntimeTuple, RuntimeLayout, Swizzle, the tensor builder, and mathematics of tensors."""

from std.testing import TestSuite, assert_equal, assert_false, assert_true
from std.utils.index import IndexList
from layout import UNKNOWN_VALUE, IntTuple, Layout, LayoutTensor, RuntimeLayout, RuntimeTuple
from layout.layout_tensor import copy_local_to_local, stack_allocation_like
from layout.math import exp, max, outer_product_acc, sum
from layout.swizzle import ComposedLayout, Swizzle, make_ldmatrix_swizzle, make_swizzle
from layout.tensor_builder import LayoutTensorBuild as tb
from std.sys import size_of


def test_runtime_tuple() raises:
    var t = RuntimeTuple[IntTuple(UNKNOWN_VALUE, IntTuple(4, UNKNOWN_VALUE))](3, 4, 5)
    assert_equal(String(t), "(3, (4, 5))")
    assert_equal(t.size(), 60)
    assert_equal(t[1].size(), 20)
    assert_equal(t[1][1].value(), 5)
    assert_equal(len(t), 2)
    assert_equal(size_of[RuntimeTuple[IntTuple(2, 3)]](), 0)


def test_runtime_layout() raises:
    comptime open = Layout.row_major[3]()
    var l = RuntimeLayout[open].row_major(IndexList[3](2, 3, 4))
    assert_equal(String(l), "((2, 3, 4):(12, 4, 1))")
    assert_equal(l(IndexList[3](1, 2, 3)), 23)
    assert_equal(l(1), 12)
    assert_equal(l.dim(2), 4)
    assert_equal(l.sublayout[1]()(2), 8)
    var columns = RuntimeLayout[Layout.col_major[2]()].col_major(IndexList[2](2, 3))
    assert_equal(columns(IndexList[2](1, 2)), 5)
    comptime nested = Layout(((2, 2), 3), ((1, 6), 2))
    for i in range(12):
        assert_equal(RuntimeLayout[nested]()(i), nested(i))


def test_swizzle() raises:
    comptime swizzle = make_swizzle[8, 32, 4]()
    assert_equal(swizzle, Swizzle(3, 2, 3))
    var seen = List[Bool](length=256, fill=False)
    for i in range(256):
        seen[swizzle(i)] = True
        assert_equal(swizzle(swizzle(i)), i)
    assert_false(False in seen)
    assert_equal(ComposedLayout(Layout(16), Swizzle(2, 0, 2))(5), 4)
    assert_equal(swizzle.size(), 256)
    assert_equal(make_ldmatrix_swizzle[DType.float16, 64](), Swizzle(3, 0, 3))


def test_builder() raises:
    var t = tb[DType.float32]().row_major[2, 3]().local().alloc().fill(1)
    assert_equal(t.layout, Layout.row_major(2, 3))
    var numbers: List[Int32] = [1, 2, 3, 4]
    var view = tb[DType.int32]().col_major[2, 2]().view(numbers.unsafe_ptr())
    assert_equal(view[0, 1], 3)
    assert_equal(tb[DType.int8]().layout[Layout(4, 2)]().alloc().fill(2)[3], 2)
    assert_equal(stack_allocation_like(view).fill(9)[1, 1], 9)


def test_mathematics() raises:
    var t = tb[DType.float32]().row_major[2, 3]().alloc().fill(1)
    t[0, 1] = 5
    var columns = tb[DType.float32]().row_major[3]().alloc()
    sum[axis=0](t, columns)
    assert_equal(String(columns), "2.0 6.0 2.0")
    var rows = tb[DType.float32]().row_major[2]().alloc()
    max[axis=1](t, rows)
    assert_equal(String(rows), "5.0 1.0")
    outer_product_acc(t, rows, columns)
    assert_equal(String(t), "11.0 35.0 11.0 \n3.0 7.0 3.0 ")
    assert_equal(exp(tb[DType.float32]().row_major[2]().alloc().fill(0))[1], 1)
    var halves = tb[DType.float16]().row_major[2, 3]().alloc()
    copy_local_to_local(halves, t)
    assert_equal(halves[0, 1], 35)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
