"""Sums, extremes, exponentials and products of tensors."""

import std.math as _math
from std.layout._tiling import without_mode
from std.layout.layout import Layout
from std.layout.layout_tensor import LayoutTensor
from std.layout.tile_tensor import TileTensor


@always_inline
def _reduce[
    dtype: DType, //, axis: Int, op: def(Scalar[dtype], Scalar[dtype]) thin -> Scalar[dtype]
](tensor: LayoutTensor[dtype, ...], result: LayoutTensor[dtype, ...]):
    # Every element of `result` becomes what `op` makes of a row of `tensor` in one direction.
    comptime if tensor.rank == 1:
        var value = tensor[0][0]
        for i in range(1, tensor.dim[0]()):
            value = op(value, tensor[i][0])
        result[0] = value
    else:
        comptime assert tensor.rank == 2, "tensors of one or two dimensions can be reduced"
        comptime other = 1 - axis
        for i in range(tensor.dim[other]()):
            var value = tensor[0, i][0] if axis == 0 else tensor[i, 0][0]
            for k in range(1, tensor.dim[axis]()):
                value = op(value, tensor[k, i][0] if axis == 0 else tensor[i, k][0])
            result[i] = value


@always_inline
def sum[dtype: DType, //, axis: Int](tensor: LayoutTensor[dtype, ...], result: LayoutTensor[dtype, ...]):
    """Sums along an axis.

    ```mojo
    from layout import Layout, LayoutTensor
    from layout.math import sum

    var numbers: List[Float32] = [1, 2, 3, 4]
    var t = LayoutTensor[DType.float32, Layout.row_major(2, 2)](numbers)
    var sums = LayoutTensor[DType.float32, Layout.row_major(2), MutAnyOrigin].stack_allocation()
    sum[axis=0](t, sums)
    print(sums)  # 4.0 6.0
    ```
    """
    _reduce[axis, _plus](tensor, result)


@always_inline
def sum[axis: Int](inp: TileTensor, outp: TileTensor):
    """Sums along an axis."""
    _reduce[axis, _plus[inp.dtype]](inp.to_layout_tensor(), outp.to_layout_tensor())


@always_inline
def max[dtype: DType, //, axis: Int](tensor: LayoutTensor[dtype, ...], result: LayoutTensor[dtype, ...]):
    """The largest numbers along an axis.

    ```mojo
    from layout import Layout, LayoutTensor
    from layout.math import max

    var numbers: List[Float32] = [1, 2, 3, 4]
    var t = LayoutTensor[DType.float32, Layout.row_major(2, 2)](numbers)
    var largest = LayoutTensor[DType.float32, Layout.row_major(2), MutAnyOrigin].stack_allocation()
    max[axis=1](t, largest)
    print(largest)  # 2.0 4.0
    ```
    """
    _reduce[axis, _larger](tensor, result)


@always_inline
def max[axis: Int](inp: TileTensor, outp: TileTensor):
    """The largest numbers along an axis."""
    _reduce[axis, _larger[inp.dtype]](inp.to_layout_tensor(), outp.to_layout_tensor())


@always_inline
def mean(src: TileTensor) -> Scalar[src.dtype]:
    """The mean of all elements of a row.

    ```mojo
    from layout import TileTensor, row_major
    from layout.math import mean

    var numbers: List[Float32] = [1, 2, 3, 6]
    print(mean(TileTensor(numbers, row_major[4]())))  # 3.0
    ```
    """
    comptime assert src.rank == 1, "the mean is that of a tensor with one dimension"
    var total = Scalar[src.dtype](0)
    for i in range(src.num_elements()):
        total += src[i][0]
    return total / Scalar[src.dtype](src.num_elements())


@always_inline
def exp[
    dtype: DType, //
](tensor: LayoutTensor[dtype, ...]) -> type_of(tensor._stack_copy()):
    """The exponentials of all elements, on the stack of the calling function.

    ```mojo
    from layout import Layout, LayoutTensor
    from layout.math import exp

    var zeros = LayoutTensor[DType.float32, Layout.row_major(2), MutAnyOrigin].stack_allocation().fill(0)
    print(exp(zeros))  # 1.0 1.0
    ```
    """
    var result = tensor._stack_copy()
    for i in range(result.size()):
        var place = result.runtime_layout(i)
        result._store(place, _math.exp(result._load(place)))
    return result


@always_inline
def outer_product_acc[
    dtype: DType, //
](result: LayoutTensor[dtype, ...], left: LayoutTensor[dtype, ...], right: LayoutTensor[dtype, ...]):
    """Adds the product of every element of `left` with every element of `right` to a matrix.

    ```mojo
    from layout import Layout, LayoutTensor
    from layout.math import outer_product_acc

    var left = LayoutTensor[DType.float32, Layout.row_major(2), MutAnyOrigin].stack_allocation().fill(2)
    var right = LayoutTensor[DType.float32, Layout.row_major(3), MutAnyOrigin].stack_allocation().fill(3)
    var product = LayoutTensor[DType.float32, Layout.row_major(2, 3), MutAnyOrigin].stack_allocation().fill(1)
    outer_product_acc(product, left, right)
    print(product[1, 2])  # 7.0
    ```
    """
    comptime rows = left.layout.size()
    comptime columns = right.layout.size()
    comptime for i in range(rows):
        comptime for j in range(columns):
            result[i, j] += rebind[result.element_type](left[i] * right[j])


@always_inline
def outer_product_acc(result: TileTensor, left: TileTensor, right: TileTensor):
    """Adds the product of every element of `left` with every element of `right` to a matrix."""
    var whole = result.to_layout_tensor()
    var one = left.to_layout_tensor()
    var other = right.to_layout_tensor()
    comptime for i in range(one.layout.size()):
        comptime for j in range(other.layout.size()):
            whole[i, j] += rebind[whole.element_type](one[i]) * rebind[whole.element_type](other[j])


@always_inline
def _plus[dtype: DType](a: Scalar[dtype], b: Scalar[dtype]) -> Scalar[dtype]:
    return a + b


@always_inline
def _larger[dtype: DType](a: Scalar[dtype], b: Scalar[dtype]) -> Scalar[dtype]:
    return a if a > b else b
