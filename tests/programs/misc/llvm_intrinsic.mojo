# Calling an LLVM intrinsic from the library.
from std.sys.intrinsics import llvm_intrinsic


def popcount(x: Int64) -> Int64:
    return llvm_intrinsic["llvm.ctpop", Int64, has_side_effect=False](x)


def main():
    print(popcount(255), popcount(1 << 40))
    var v = SIMD[DType.float32, 4](1.5, -2.5, 3.5, -4.5)
    print(llvm_intrinsic["llvm.fabs", SIMD[DType.float32, 4], has_side_effect=False](v))
