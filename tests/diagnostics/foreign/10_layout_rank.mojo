from std.layout import Layout, LayoutTensor


def main():
    var storage = Array[Float32, 16](fill=0)
    var t = LayoutTensor[DType.float32, Layout.row_major(4, 4)](storage.unsafe_ptr())
    t[0, 0, 0] = 1.0
    print(t[0, 0])
