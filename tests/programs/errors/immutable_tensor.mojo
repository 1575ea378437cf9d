"""The elements of a tensor that may only be read cannot be changed."""

from layout import Layout, LayoutTensor

comptime matrix = Layout.row_major(2, 2)


def clear(t: LayoutTensor[mut=False, DType.float32, matrix]):
    t[0, 0] = 0  # expect-error: the elements of this tensor may not be changed


def main():
    var numbers = List[Float32](length=4, fill=1)
    clear(LayoutTensor[DType.float32, matrix](numbers))
