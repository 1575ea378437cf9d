# Arguments of a parametric struct with unbound parameters; vectorize with a compile-time size.
from algorithm import vectorize
from memory import UnsafePointer, memset_zero

alias type = DType.float32
alias nelts = 4


struct Matrix[rows: Int, cols: Int]:
    var data: UnsafePointer[Scalar[type]]

    fn __init__(out self):
        self.data = UnsafePointer[Scalar[type]].alloc(rows * cols)
        memset_zero(self.data, rows * cols)

    fn __getitem__(self, y: Int, x: Int) -> Scalar[type]:
        return self.load[1](y, x)

    fn __setitem__(inout self, y: Int, x: Int, val: Scalar[type]):
        self.store[1](y, x, val)

    fn load[nelts: Int](self, y: Int, x: Int) -> SIMD[type, nelts]:
        return self.data.load[width=nelts](y * self.cols + x)

    fn store[nelts: Int](self, y: Int, x: Int, val: SIMD[type, nelts]):
        self.data.store(y * self.cols + x, val)


fn matmul_naive(inout C: Matrix, A: Matrix, B: Matrix):
    for m in range(C.rows):
        for k in range(A.cols):
            for n in range(C.cols):
                C[m, n] += A[m, k] * B[k, n]


fn matmul_vectorized(inout C: Matrix, A: Matrix, B: Matrix):
    for m in range(C.rows):
        for k in range(A.cols):

            @parameter
            fn dot[nelts: Int](n: Int):
                C.store[nelts](m, n, C.load[nelts](m, n) + A[m, k] * B.load[nelts](k, n))

            vectorize[dot, nelts, size = C.cols]()


fn main():
    var A = Matrix[3, 5]()
    var B = Matrix[5, 6]()
    for i in range(3):
        for j in range(5):
            A[i, j] = Float32(i + j)
    for i in range(5):
        for j in range(6):
            B[i, j] = Float32(i * j)
    var C = Matrix[3, 6]()
    var D = Matrix[3, 6]()
    matmul_naive(C, A, B)
    matmul_vectorized(D, A, B)
    var same = True
    for i in range(3):
        for j in range(6):
            same = same and C[i, j] == D[i, j]
    print(same, C[0, 1], C[2, 5])
    A.data.free()
    B.data.free()
    C.data.free()
    D.data.free()
