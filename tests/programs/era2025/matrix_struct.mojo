# A matrix over UnsafePointer with __getitem__, __setitem__ and matmul.
from memory import UnsafePointer, memset_zero


struct Matrix:
    var data: UnsafePointer[Float32]
    var rows: Int
    var cols: Int

    fn __init__(inout self, rows: Int, cols: Int):
        self.rows = rows
        self.cols = cols
        self.data = UnsafePointer[Float32].alloc(rows * cols)
        memset_zero(self.data, rows * cols)

    fn __del__(owned self):
        self.data.free()

    fn __getitem__(self, y: Int, x: Int) -> Float32:
        return self.data[y * self.cols + x]

    fn __setitem__(inout self, y: Int, x: Int, value: Float32):
        self.data[y * self.cols + x] = value

    fn load[nelts: Int](self, y: Int, x: Int) -> SIMD[DType.float32, nelts]:
        return self.data.load[width=nelts](y * self.cols + x)

    fn store[nelts: Int](self, y: Int, x: Int, value: SIMD[DType.float32, nelts]):
        self.data.store(y * self.cols + x, value)


fn matmul(inout c: Matrix, a: Matrix, b: Matrix):
    for m in range(c.rows):
        for k in range(a.cols):
            for n in range(c.cols):
                c[m, n] += a[m, k] * b[k, n]


fn matmul_simd[nelts: Int](inout c: Matrix, a: Matrix, b: Matrix):
    for m in range(c.rows):
        for k in range(a.cols):
            for n in range(0, c.cols, nelts):
                c.store[nelts](m, n, c.load[nelts](m, n) + a[m, k] * b.load[nelts](k, n))


fn main():
    alias n = 8
    var a = Matrix(n, n)
    var b = Matrix(n, n)
    for i in range(n):
        for j in range(n):
            a[i, j] = Float32(i + j)
            b[i, j] = Float32(i - j)
    var c = Matrix(n, n)
    var d = Matrix(n, n)
    matmul(c, a, b)
    matmul_simd[4](d, a, b)
    var same = True
    for i in range(n):
        for j in range(n):
            if c[i, j] != d[i, j]:
                same = False
    print(same, c[0, 0], c[7, 7], c[3, 5])
