"""Small groups of registers, as instructions of devices give them."""


@fieldwise_init
struct Predicated[dtype: DType](TrivialRegisterPassable):
    """A number and a truth value."""

    var value: Scalar[Self.dtype]
    var flag: Bool


@fieldwise_init
struct Pair[dtype: DType, width: SIMDLength = 1](TrivialRegisterPassable):
    """Two registers."""

    var a: SIMD[Self.dtype, Self.width]
    var b: SIMD[Self.dtype, Self.width]


@fieldwise_init
struct Quad[dtype: DType, width: SIMDLength = 1](TrivialRegisterPassable):
    """Four registers."""

    var a: SIMD[Self.dtype, Self.width]
    var b: SIMD[Self.dtype, Self.width]
    var c: SIMD[Self.dtype, Self.width]
    var d: SIMD[Self.dtype, Self.width]
