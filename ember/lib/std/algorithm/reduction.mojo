"""Many numbers to one."""


def sum[dtype: DType, //](src: Span[Scalar[dtype], _]) -> Scalar[dtype]:
    """The sum."""
    var total = Scalar[dtype](0)
    for i in range(len(src)):
        total += src._data[i]
    return total


def product[dtype: DType, //](src: Span[Scalar[dtype], _]) -> Scalar[dtype]:
    """The product."""
    var total = Scalar[dtype](1)
    for i in range(len(src)):
        total *= src._data[i]
    return total


def max[dtype: DType, //](src: Span[Scalar[dtype], _]) -> Scalar[dtype]:
    """The largest number."""
    var best = src._data[0]
    for i in range(1, len(src)):
        if best < src._data[i]:
            best = src._data[i]
    return best


def min[dtype: DType, //](src: Span[Scalar[dtype], _]) -> Scalar[dtype]:
    """The smallest number."""
    var best = src._data[0]
    for i in range(1, len(src)):
        if src._data[i] < best:
            best = src._data[i]
    return best


def mean[dtype: DType, //](src: Span[Scalar[dtype], _]) -> Scalar[dtype]:
    """The mean."""
    return sum(src) / Scalar[dtype](len(src))


def variance[dtype: DType, //](src: Span[Scalar[dtype], _], correction: Int = 1) -> Scalar[dtype]:
    """The variance."""
    var center = mean(src)
    var total = Scalar[dtype](0)
    for i in range(len(src)):
        var difference = src._data[i] - center
        total += difference * difference
    return total / Scalar[dtype](len(src) - correction)


def cumsum[dtype: DType, //](dst: Span[mut=True, Scalar[dtype], _], src: Span[Scalar[dtype], _]):
    """The sums so far."""
    var total = Scalar[dtype](0)
    for i in range(len(src)):
        total += src._data[i]
        dst._data[i] = total
