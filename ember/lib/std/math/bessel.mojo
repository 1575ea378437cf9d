"""Bessel functions, lane by lane.

Up to 8 they are polynomials in t = x²/32 - 1, those of the second kind beside a logarithm. Beyond, they are waves
√(2/πx) (p cos χ - q/x sin χ) and √(2/πx) (p sin χ + q/x cos χ), χ = x - π/4 or x - 3π/4, with p and q polynomials in (8/x)².
"""

from std.math._pair import polynomial, square_root, times
from std.math.angles import cos, sin
from std.math.exponentials import _is_computed
from std.math.logarithms import log
from std.utils.numerics import inf, nan


@always_inline
def _near_j0[dtype: DType, length: SIMDLength, //](t: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # J₀(x)
    comptime if dtype == DType.float64:
        return polynomial[
            0.04582966485981377, 0.9303012472958572, -0.6484692830871837, -0.808088807669687, 1.0383794611437211,
            -0.507468045847102, 0.14598884856759264, -0.02847271861086957, 0.004058078989140991,
            -0.0004435459224727282, 3.847319785594433e-05, -2.717749145012093e-06, 1.5956109104552794e-07,
            -7.915407750646387e-09, 3.363447578571698e-10, -1.2384630177926234e-11, 4.003763353477167e-13,
            -1.1383888938144918e-14,
        ](t)
    else:
        return polynomial[
            0.04582966478116264, 0.9303012473384359, -0.6484692774275607, -0.8080888087388259, 1.0383793951700604,
            -0.5074680381032757, 0.14598912979446535, -0.02847274286646781, 0.004057537224981544,
            -0.00044350868835347693, 3.8953947440904015e-05, -2.74537273600285e-06,
        ](t)


@always_inline
def _near_j1[dtype: DType, length: SIMDLength, //](t: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # J₁(x) / x
    comptime if dtype == DType.float64:
        return polynomial[
            -0.05814382795599107, 0.08105866038589796, 0.15151665143806634, -0.2595948652859303, 0.15858376432721938,
            -0.05474581821284722, 0.012456814392255437, -0.0020290394945705996, 0.0002494945813909149,
            -2.4045748659686895e-05, 1.8684525371844474e-06, -1.1967081867883824e-07, 6.431268810902123e-09,
            -2.943013797614329e-10, 1.1610582437597358e-11, -4.004572945840595e-13, 1.209748253287226e-14,
        ](t)
    else:
        return polynomial[
            -0.0581438279626769, 0.08105865909287605, 0.15151665183397003, -0.259594839408367, 0.15858376037024627,
            -0.05474596311845636, 0.012456829286283574, -0.002028708476600916, 0.0002494687326444895,
            -2.4376293621707462e-05, 1.8894179021747958e-06,
        ](t)


@always_inline
def _near_y0[dtype: DType, length: SIMDLength, //](t: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # Y₀(x) - 2/π ln x J₀(x)
    comptime if dtype == DType.float64:
        return polynomial[
            -0.382250654459425, -0.8284358903604587, 1.6470964788745466, 0.14412632369302442, -1.0775477338215995,
            0.6721770783431723, -0.21895747096171628, 0.04636704768134709, -0.00702574105727097,
            0.0008061586060550785, -7.279541882454109e-05, 5.321318633708401e-06, -3.218507844594334e-07,
            1.6391065297022147e-08, -7.130461464848473e-10, 2.681820495438122e-11, -8.84011225080587e-13,
            2.558425513580706e-14,
        ](t)
    else:
        return polynomial[
            -0.38225065430074223, -0.8284358904487718, 1.6470964674555435, 0.14412632590866636, -1.077547600708536,
            0.672177062299606, -0.21895803838407027, 0.046367097927116005, -0.007024647981626227,
            0.0008060814819022041, -7.376533171467882e-05, 5.378531164172129e-06,
        ](t)


@always_inline
def _near_y1[dtype: DType, length: SIMDLength, //](t: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # (Y₁(x) - 2/π (ln x J₁(x) - 1/x)) / x
    comptime if dtype == DType.float64:
        return polynomial[
            0.07075985882118005, -0.24337743079193114, 0.023367571720993584, 0.23507209206669755,
            -0.19639839859930425, 0.07854786922242532, -0.01962875683309942, 0.0034224907399188495,
            -0.0004438173435115102, 4.4674330126463546e-05, -3.600999874333319e-06, 2.3804930420527757e-07,
            -1.3153322580077501e-08, 6.169688028161934e-10, -2.4887492087698568e-11, 8.760001385237573e-13,
            -2.6955843533219974e-14,
        ](t)
    else:
        return polynomial[
            0.07075985883485447, -0.2433774282187206, 0.023367570911251054, 0.2350720405703085, -0.19639839050579277,
            0.07854815757392433, -0.019628787298522212, 0.003421832068944497, -0.0004437644690172855,
            4.5332006169810714e-05, -3.643884626170084e-06,
        ](t)


@always_inline
def _far_p0[dtype: DType, length: SIMDLength, //](u: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # p of order 0
    comptime if dtype == DType.float64:
        return polynomial[
            1.0, -0.0010986328124947425, 2.738088342435137e-05, -2.1839141512240196e-06, 3.619832341916064e-07,
            -1.020904962842676e-07, 4.2644569776371415e-08, -2.238337648163185e-08, 1.1955993377953156e-08,
            -5.256856317354278e-09, 1.5426380548672217e-09, -2.1615496513617227e-10,
        ](u)
    else:
        return polynomial[
            0.9999999999207188, -0.001098628620969564, 2.734507585865511e-05, -2.0733305274190996e-06,
            2.0937011181102794e-07,
        ](u)


@always_inline
def _far_q0[dtype: DType, length: SIMDLength, //](u: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # q of order 0
    comptime if dtype == DType.float64:
        return polynomial[
            -0.12499999999999986, 0.0011444091796441124, -5.54462872451874e-05, 6.590711869125095e-06,
            -1.452706426917332e-06, 5.103259586960036e-07, -2.5224048753841867e-07, 1.4877929911667078e-07,
            -8.536774048620905e-08, 3.912998042321166e-08, -1.176932162910257e-08, 1.6747031307354555e-09,
        ](u)
    else:
        return polynomial[
            -0.12499999965916993, 0.0011443909899443764, -5.5289094991172804e-05, 6.096754332541451e-06,
            -7.478988956251087e-07,
        ](u)


@always_inline
def _far_p1[dtype: DType, length: SIMDLength, //](u: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # p of order 1
    comptime if dtype == DType.float64:
        return polynomial[
            1.0, 0.0018310546874944205, -3.5203993034704625e-05, 2.580990112463468e-06, -4.102518972772096e-07,
            1.1285376193327667e-07, -4.639654398941421e-08, 2.411603242099797e-08, -1.2810577937702865e-08,
            5.615628545757138e-09, -1.645112736860972e-09, 2.3027689329468711e-10,
        ](u)
    else:
        return polynomial[
            1.000000000088875, 0.0018310499929752335, -3.5163932471762404e-05, 2.4574739179641856e-06,
            -2.4031556213282304e-07,
        ](u)


@always_inline
def _far_q1[dtype: DType, length: SIMDLength, //](u: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # q of order 1
    comptime if dtype == DType.float64:
        return polynomial[
            0.37499999999999983, -0.0016021728515165576, 6.776768477645626e-05, -7.604671892056662e-06,
            1.62364214844293e-06, -5.590476353196336e-07, 2.727338486925106e-07, -1.595826029629214e-07,
            9.11526017503061e-08, -4.167697689809778e-08, 1.2517329846141636e-08, -1.779564439785504e-09,
        ](u)
    else:
        return polynomial[
            0.37499999962156466, -0.0016021526728833629, 6.759349322312356e-05, -7.0581783663618755e-06,
            8.462333981150881e-07,
        ](u)


@always_inline
def _parabola[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # t of the numbers up to 8
    var near = x.lt(8.0).select(x, SIMD[dtype, length](8.0))
    return times(near, near).fma(0.03125, -1.0)


@always_inline
def _wave[
    dtype: DType, length: SIMDLength, //, order: Int, kind: Int
](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # Of numbers from 8 up; smaller ones give something finite. √2 sin χ and √2 cos χ are sums of sin x and cos x.
    comptime Vector = SIMD[dtype, length]
    var a = (x.ge(8.0) & x.lt(inf[dtype]())).select(x, Vector(8.0))
    var inverse = 1 / a
    var u = times(times(inverse, inverse), 64.0)
    var sine = sin(a)
    var cosine = cos(a)
    var scale = square_root(times(inverse, 0.3183098861837907))
    var result = Vector()
    comptime if order == 0:
        var q = times(_far_q0(u), inverse)
        comptime if kind == 1:
            result = _far_p0(u).fma(cosine + sine, times(-q, sine - cosine))
        else:
            result = _far_p0(u).fma(sine - cosine, times(q, cosine + sine))
    else:
        var q = times(_far_q1(u), inverse)
        comptime if kind == 1:
            result = _far_p1(u).fma(sine - cosine, times(q, sine + cosine))
        else:
            result = (-_far_p1(u)).fma(sine + cosine, times(q, sine - cosine))
    return x.eq(inf[dtype]()).select(Vector(0.0), times(scale, result))


@always_inline
def _second_kind[
    dtype: DType, length: SIMDLength, //
](x: SIMD[dtype, length], result: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # Of 0, negative numbers and NaN
    comptime Vector = SIMD[dtype, length]
    return x.gt(0.0).select(result, x.eq(0.0).select(Vector(-inf[dtype]()), Vector(nan[dtype]())))


def j0[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The Bessel function of the first kind, order 0.

    At most 8 ULP off for Float64, 8 for Float32 and 4 for narrower formats, where
    results below 1 have the unit of 1.

    Example:

    ```mojo
    from std.math import j0

    print(j0(0.0))  # 1.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return j0(x.cast[DType.float32]()).cast[dtype]()
    else:
        var a = abs(x)
        var result = a.lt(8.0).select(_near_j0(_parabola(a)), _wave[0, 1](a))
        return x.eq(0.0).select(SIMD[dtype, length](1.0), x.eq(x).select(result, x))


def j1[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The Bessel function of the first kind, order 1.

    At most 8 ULP off for Float64, 8 for Float32 and 4 for narrower formats, where
    results below 1 have the unit of 1.

    Example:

    ```mojo
    from std.math import j1

    print(j1(0.0))  # 0.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return j1(x.cast[DType.float32]()).cast[dtype]()
    else:
        comptime tiny = 1e-9 if dtype == DType.float64 else 1e-5
        var a = abs(x)
        var near = times(a, a.lt(tiny).select(SIMD[dtype, length](0.5), _near_j1(_parabola(a))))
        var result = a.lt(8.0).select(near, _wave[1, 1](a))
        return x.eq(x).select(x.lt(0.0).select(-result, x.eq(0.0).select(x, result)), x)


def y0[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The Bessel function of the second kind, order 0.

    At most 8 ULP off for Float64, 8 for Float32 and 4 for narrower formats, where
    results below 1 have the unit of 1.

    Example:

    ```mojo
    from std.math import y0

    print(y0(1.0) < y0(2.0))  # True
    ```
    """
    comptime if not _is_computed[dtype]():
        return y0(x.cast[DType.float32]()).cast[dtype]()
    else:
        var t = _parabola(x)
        var near = times(log(x), 0.6366197723675814).fma(_near_j0(t), _near_y0(t))
        return _second_kind(x, x.lt(8.0).select(near, _wave[0, 2](x)))


def y1[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The Bessel function of the second kind, order 1.

    At most 8 ULP off for Float64, 8 for Float32 and 4 for narrower formats, where
    results below 1 have the unit of 1.

    Example:

    ```mojo
    from std.math import y1

    print(y1(1.0) < 0)  # True
    ```
    """
    comptime if not _is_computed[dtype]():
        return y1(x.cast[DType.float32]()).cast[dtype]()
    else:
        var t = _parabola(x)
        var near = times(x, times(log(x), 0.6366197723675814).fma(_near_j1(t), _near_y1(t))) - 0.6366197723675814 / x
        return _second_kind(x, x.lt(8.0).select(near, _wave[1, 2](x)))
