# edition: 2025
# Matrix multiplication with vectorize, and the containers, in the spelling of 2024.
from algorithm import vectorize, parallelize, elementwise
from sys import simdwidthof
from utils.index import Index, IndexList
from math import iota, exp
from time import now
from memory import UnsafePointer, memset_zero, memcpy, stack_allocation
from collections import List, Dict, Optional, InlineArray
from os import Atomic
import benchmark

alias W = simdwidthof[DType.float32]()

struct Matrix[rows: Int, cols: Int]:
    var data: UnsafePointer[Scalar[DType.float32]]

    fn __init__(inout self):
        self.data = UnsafePointer[Scalar[DType.float32]].alloc(rows * cols)
        memset_zero(self.data, rows * cols)

    fn __getitem__(self, y: Int, x: Int) -> Scalar[DType.float32]:
        return self.load[1](y, x)

    fn __setitem__(inout self, y: Int, x: Int, val: Scalar[DType.float32]):
        self.store[1](y, x, val)

    fn load[nelts: Int](self, y: Int, x: Int) -> SIMD[DType.float32, nelts]:
        return self.data.load[width=nelts](y * self.cols + x)

    fn store[nelts: Int](self, y: Int, x: Int, val: SIMD[DType.float32, nelts]):
        return self.data.store[width=nelts](y * self.cols + x, val)

fn matmul(inout C: Matrix, A: Matrix, B: Matrix):
    for m in range(C.rows):
        for k in range(A.cols):
            @parameter
            fn dot[nelts: Int](n: Int):
                C.store[nelts](m, n, C.load[nelts](m, n) + A[m, k] * B.load[nelts](k, n))
            vectorize[dot, W, size=C.cols]()

fn main() raises:
    var a = Matrix[4, 4]()
    var b = Matrix[4, 4]()
    var c = Matrix[4, 4]()
    for i in range(4):
        for j in range(4):
            a[i, j] = i + j
            b[i, j] = i * j
    matmul(c, a, b)
    for i in range(4):
        for j in range(4):
            print(c[i, j], end=" ")
        print()
    var d = Dict[String, Int]()
    d["x"] = 1
    for k in d.items():
        print(k[].key, k[].value)
    var l = List[Int](1, 2, 3)
    for x in l:
        print(x[], end=" ")
    print(len(l), l[-1])
    var s: String = "hello"
    print(len(s), s[0], s[1:3], s.find("l"))
    for ch in s:
        print(ch, end="-")
    print()
    var at = Atomic[DType.int64](3)
    _ = at.fetch_add(2)
    print(at.load())
    var arr = InlineArray[Int, 3](1, 2, 3)
    print(arr[0], len(arr))
    print(7 / 2, 7 // 2)
    print(SIMD[DType.int32, 4](1, 2, 3, 4) < SIMD[DType.int32, 4](2))
    try:
        raise Error("x")
    except e:
        print(e)
    print(str(5) + "!", int("7"), atol("8"))
