"""abs, min, max, pow, round, divmod, sum."""


@always_inline
def abs[T: Absable](value: T) -> T:
    """The magnitude.

    Example:

    ```mojo
    print(abs(-3), abs(-2.5))  # 3 2.5
    ```
    """
    return value.__abs__()


@always_inline
def index[T: Indexer](idx: T) -> Int:
    """The idx as a subscript.

    Example:

    ```mojo
    print(index(UInt8(3)))  # 3
    ```
    """
    return idx.__index__()


@always_inline
def divmod[T: DivModable](numerator: T, denominator: T) -> Tuple[T, T]:
    """Quotient rounded down, and remainder.

    Example:

    ```mojo
    print(divmod(7, 2), divmod(-7, 2))  # (3, 1) (-4, 1)
    ```
    """
    return numerator.__divmod__(denominator)


@always_inline("nodebug")
def max(x: Int, y: Int, /) -> Int:
    """The larger number.

    Example:

    ```mojo
    print(max(2, 5), max(1.5, 0.5))  # 5 1.5
    ```
    """
    return Int(mlir_value=__mlir_op.`pop.max`(x.value, y.value))


@always_inline("nodebug")
def min(x: Int, y: Int, /) -> Int:
    """The smaller number.

    Example:

    ```mojo
    print(min(2, 5), min("b", "a"))  # 2 a
    ```
    """
    return Int(mlir_value=__mlir_op.`pop.min`(x.value, y.value))


@always_inline
def max[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length], y: SIMD[dtype, length], /) -> SIMD[dtype, length]:
    """The larger number, lane by lane."""
    return SIMD[dtype, length](mlir_value=__mlir_op.`pop.max`(x.value, y.value))


@always_inline
def min[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length], y: SIMD[dtype, length], /) -> SIMD[dtype, length]:
    """The smaller number, lane by lane."""
    return SIMD[dtype, length](mlir_value=__mlir_op.`pop.min`(x.value, y.value))


def max[T: Copyable & Comparable & Deinitable](x: T, *ys: T) -> T:
    """The largest value; the first one of equals."""
    var best = x.copy()
    for i in range(ys.__len__()):
        if best < ys[i]:
            best = ys[i].copy()
    return best^


def min[T: Copyable & Comparable & Deinitable](x: T, *ys: T) -> T:
    """The smallest value; the first one of equals."""
    var best = x.copy()
    for i in range(ys.__len__()):
        if ys[i] < best:
            best = ys[i].copy()
    return best^


def max[T: Copyable & Comparable & Deinitable](values: List[T]) -> T:
    """The largest element."""
    var best = values[0].copy()
    for i in range(1, len(values)):
        if best < values[i]:
            best = values[i].copy()
    return best^


def min[T: Copyable & Comparable & Deinitable](values: List[T]) -> T:
    """The smallest element."""
    var best = values[0].copy()
    for i in range(1, len(values)):
        if values[i] < best:
            best = values[i].copy()
    return best^


@always_inline
def pow[dtype: DType, length: SIMDLength, //](base: SIMD[dtype, length], exp: Int) -> SIMD[dtype, length]:
    """`base` to an integer power.

    Example:

    ```mojo
    print(pow(2, 10), pow(2.0, 0.5))  # 1024 1.4142135623730951
    ```
    """
    return base**exp


@always_inline
def pow[dtype: DType, length: SIMDLength, //](base: SIMD[dtype, length], exp: SIMD[dtype, length]) -> SIMD[dtype, length] where dtype.is_floating_point():
    """`base` to a power."""
    return base**exp


@always_inline
def pow[T: Powable](base: T, exp: T) -> T:
    """`base` to a power."""
    return base**exp


@always_inline
def round[T: Roundable](number: T) -> T:
    """The nearest whole number, halves to even.

    Example:

    ```mojo
    print(round(2.5), round(3.5))  # 2.0 4.0
    ```
    """
    return number.__round__()


@always_inline
def round[T: Roundable](number: T, ndigits: Int) -> T:
    """Rounded to a number of decimal digits."""
    return number.__round__(ndigits)


def sum[T: AnyType](values: T) -> type_of(values[0]):
    """The sum of all elements.

    Example:

    ```mojo
    print(sum([1, 2, 3]))  # 6
    ```
    """
    var total = type_of(values[0])()
    for value in values:
        total += value
    return total
