# The talk's inner loops: an accumulator tile kept in registers, unrolled by @parameter for.
from collections import InlineArray
from memory import UnsafePointer

alias MR = 4
alias NR = 8
alias K = 16


fn kernel(a: UnsafePointer[Float32], b: UnsafePointer[Float32], c: UnsafePointer[Float32]):
    var c_cache = InlineArray[SIMD[DType.float32, NR], MR](fill=SIMD[DType.float32, NR](0))
    for k in range(K):
        var bv = b.load[width=NR](k * NR)

        @parameter
        for m in range(MR):
            var av = a[m * K + k]
            c_cache[m] += av * bv

    @parameter
    for m in range(MR):
        c.store(m * NR, c_cache[m])


fn main():
    var a = UnsafePointer[Float32].alloc(MR * K)
    var b = UnsafePointer[Float32].alloc(K * NR)
    var c = UnsafePointer[Float32].alloc(MR * NR)
    for i in range(MR * K):
        a[i] = Float32(i % 5)
    for i in range(K * NR):
        b[i] = Float32(i % 3)
    kernel(a, b, c)
    var ok = True
    for m in range(MR):
        for n in range(NR):
            var want: Float32 = 0
            for k in range(K):
                want += a[m * K + k] * b[k * NR + n]
            if want != c[m * NR + n]:
                ok = False
    print(ok, c[0])
    a.free()
    b.free()
    c.free()
