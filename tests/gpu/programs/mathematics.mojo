# The functions of math in kernels against those of Float64 on the host: the largest error, in units of the last place.
from std.gpu import global_idx
from std.gpu.host import DeviceContext
from std.math import (
    acos, acosh, asin, asinh, atan, atan2, atanh, cbrt, cos, cosh, erf, erfc, exp, exp2, expm1, gamma, hypot, j0, lgamma,
    log, log10, log1p, log2, pow, remainder, rsqrt, sin, sinh, sqrt, tan, tanh, y1,
)

comptime N = 400
comptime FUNCTIONS = 33


def argument[dtype: DType, f: Int](x: Scalar[dtype]) -> Scalar[dtype]:
    # x goes from -1 to 1; each function gets what it can take.
    var small = x * Scalar[dtype](0.999)
    comptime if f == 0:
        return 80 * x
    elif f == 1:
        return 20 * x
    elif f == 2:
        return abs(x) * 100 + Scalar[dtype](0.001)
    elif f == 3:
        return 1 + x * Scalar[dtype](0.5)  # an exact product: fused or not, the argument is the same
    elif f == 4:
        return abs(x) + Scalar[dtype](1e-30)
    elif f == 5:
        return 300 * x
    elif f == 6:
        return 300 * x
    elif f == 7:
        return x
    elif f == 8:
        return 6 * x
    elif f == 9:
        return 5 * x
    elif f == 10:
        return 5 * x
    elif f == 11:
        return x * x * x
    elif f == 12:
        return x * Scalar[dtype](0.5)  # exact, as above
    elif f == 13:
        return 10 * x
    elif f == 14:
        return small
    elif f == 15:
        return small
    elif f == 16:
        return 10 * x
    elif f == 17:
        return 1 + abs(x)
    elif f == 18:
        return small
    elif f == 19:
        return 3 * x
    elif f == 20:
        return 3 * x
    elif f == 21:
        return 1000 * x
    elif f == 22:
        return 1 + abs(x)
    elif f == 23:
        return x
    elif f == 24:
        return x
    elif f == 25:
        return abs(x) + Scalar[dtype](0.01)
    elif f == 26:
        return abs(x)
    elif f == 27:
        return 12 * x + Scalar[dtype](0.01)
    elif f == 28:
        return 30 * abs(x) + Scalar[dtype](0.01)
    elif f == 29:
        return 20 * x
    elif f == 30:
        return 20 * abs(x) + Scalar[dtype](0.5)
    elif f == 31:
        return 1000 * x
    else:
        return x * 1000000000000


def value[dtype: DType, f: Int](x: Scalar[dtype]) -> Scalar[dtype]:
    comptime if f == 0:
        return exp(x)
    elif f == 1:
        return exp2(x)
    elif f == 2:
        return log(x)
    elif f == 3:
        return log2(x)
    elif f == 4:
        return log10(x)
    elif f == 5:
        return sin(x)
    elif f == 6:
        return cos(x)
    elif f == 7:
        return tan(x)
    elif f == 8:
        return tanh(x)
    elif f == 9:
        return sinh(x)
    elif f == 10:
        return cosh(x)
    elif f == 11:
        return expm1(x)
    elif f == 12:
        return log1p(x)
    elif f == 13:
        return atan(x)
    elif f == 14:
        return asin(x)
    elif f == 15:
        return acos(x)
    elif f == 16:
        return asinh(x)
    elif f == 17:
        return acosh(x)
    elif f == 18:
        return atanh(x)
    elif f == 19:
        return erf(x)
    elif f == 20:
        return erfc(x)
    elif f == 21:
        return cbrt(x)
    elif f == 22:
        return pow(x, Scalar[dtype](1.5) - x)
    elif f == 23:
        return atan2(x, Scalar[dtype](1.5) - x)
    elif f == 24:
        return hypot(x, Scalar[dtype](0.25))
    elif f == 25:
        return rsqrt(x)
    elif f == 26:
        return sqrt(x)
    elif f == 27:
        return gamma(x)
    elif f == 28:
        return lgamma(x)
    elif f == 29:
        return j0(x) + 2
    elif f == 30:
        return y1(x) + 5
    elif f == 31:
        return remainder(x, Scalar[dtype](0.75))
    else:
        return sin(x)


def kernel[dtype: DType](data: UnsafePointer[Scalar[dtype], MutAnyOrigin]):
    var i = global_idx.x
    if i < N:
        var x = Scalar[dtype](2 * i - N) / Scalar[dtype](N)
        comptime for f in range(FUNCTIONS):
            data[f * N + i] = value[dtype, f](argument[dtype, f](x))


def check[dtype: DType](ctx: DeviceContext, unit: Float64, allowed: Float64) raises:
    var data = ctx.enqueue_create_buffer[dtype](N * FUNCTIONS)
    ctx.enqueue_function[kernel[dtype]](data, grid_dim=(N + 127) // 128, block_dim=128)
    var bad = 0
    with data.map_to_host() as host:
        comptime for f in range(FUNCTIONS):
            var worst = Float64(0)
            for i in range(N):
                var x = Scalar[dtype](2 * i - N) / Scalar[dtype](N)
                var exact = argument[dtype, f](x).cast[DType.float64]()
                var wanted = value[DType.float64, f](exact)
                var got = host[f * N + i].cast[DType.float64]()
                var error = abs(got - wanted) / max(abs(wanted), Float64(1e-3)) / unit
                worst = max(worst, error)
            if not (worst <= allowed):
                bad += 1
                print("function", f, "is off by", worst)
    print(dtype, "functions that are off:", bad)


def special(data: UnsafePointer[Float32, MutAnyOrigin]):
    var zero = data[0]
    data[1] = exp(Float32(1000) + zero)
    data[2] = exp(Float32(-1000) + zero)
    data[3] = log(zero)
    data[4] = tanh(Float32(50) + zero)
    data[5] = pow(Float32(-2) + zero, Float32(3))
    data[6] = sqrt(Float32(-1) + zero)
    data[7] = log(Float32(1) / zero)
    data[8] = (Float32(3) + zero) ** Float32(4)


def main() raises:
    var ctx = DeviceContext()
    check[DType.float32](ctx, 1.1920929e-07, 5)
    check[DType.float64](ctx, 2.220446e-16, 5)
    var data = ctx.enqueue_create_buffer[DType.float32](9)
    _ = data.enqueue_fill(0)
    ctx.enqueue_function[special](data, grid_dim=1, block_dim=1)
    print(data)
