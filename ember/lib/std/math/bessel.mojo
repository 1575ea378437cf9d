"""Bessel functions, lane by lane."""

from std.ffi import external_call
from std.sys.info import is_gpu


@always_inline
def _by_library[
    dtype: DType, length: SIMDLength, //, name: StringLiteral
](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # Lane by lane through the C library; the narrow formats go through Float32.
    comptime assert dtype.is_floating_point(), "the type must be floating point"
    comptime if is_gpu():
        comptime assert False, "'" + name + "' is not available in kernels"
    var result = SIMD[dtype, length]()
    comptime for i in range(Int(length)):
        comptime if dtype == DType.float64:
            result[i] = rebind[Scalar[dtype]](external_call[name, Float64](Float64(x[i])))
        else:
            comptime single = name + "f"
            result[i] = Scalar[dtype](external_call[single, Float32](Float32(x[i])))
    return result


@always_inline
def j0[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The Bessel function of the first kind, order 0.

    Example:

    ```mojo
    from std.math import j0

    print(j0(0.0))  # 1.0
    ```
    """
    return _by_library["j0"](x)


@always_inline
def j1[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The Bessel function of the first kind, order 1.

    Example:

    ```mojo
    from std.math import j1

    print(j1(0.0))  # 0.0
    ```
    """
    return _by_library["j1"](x)


@always_inline
def y0[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The Bessel function of the second kind, order 0.

    Example:

    ```mojo
    from std.math import y0

    print(y0(1.0) < y0(2.0))  # True
    ```
    """
    return _by_library["y0"](x)


@always_inline
def y1[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The Bessel function of the second kind, order 1.

    Example:

    ```mojo
    from std.math import y1

    print(y1(1.0) < 0)  # True
    ```
    """
    return _by_library["y1"](x)
