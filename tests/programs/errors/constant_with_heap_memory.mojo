"""Constants that use the heap are shown as `print` would show them."""

from layout import Layout, LayoutTensor


def first(t: LayoutTensor[DType.float32, Layout.row_major(2, 3), MutAnyOrigin]) -> Float32:
    return t[0, 0]


def main():
    var numbers = List[Float32](length=6, fill=0)
    var t = LayoutTensor[DType.float32, Layout.row_major(3, 2)](numbers.unsafe_ptr())
    print(first(t))  # expect-error: not 'LayoutTensor[DType.float32, Layout((3, 2):(2, 1)), MutOrigin]'
