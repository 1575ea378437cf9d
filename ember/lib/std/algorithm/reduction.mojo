"""Many numbers to one."""


def sum[dtype: DType, //](src: Span[Scalar[dtype], _]) -> Scalar[dtype]:
    """The sum.

    Example:

    ```mojo
    from std.algorithm import sum

    var numbers: List[Float64] = [1, 2, 3]
    print(sum(Span(numbers)))  # 6.0
    ```
    """
    var total = Scalar[dtype](0)
    for i in range(len(src)):
        total += src._data[i]
    return total


def product[dtype: DType, //](src: Span[Scalar[dtype], _]) -> Scalar[dtype]:
    """The product.

    Example:

    ```mojo
    from std.algorithm import product

    var numbers: List[Float64] = [2, 3, 4]
    print(product(Span(numbers)))  # 24.0
    ```
    """
    var total = Scalar[dtype](1)
    for i in range(len(src)):
        total *= src._data[i]
    return total


def max[dtype: DType, //](src: Span[Scalar[dtype], _]) -> Scalar[dtype]:
    """The largest number.

    Example:

    ```mojo
    from std.algorithm import max

    var numbers: List[Int32] = [3, 9, 4]
    print(max(Span(numbers)))  # 9
    ```
    """
    var best = src._data[0]
    for i in range(1, len(src)):
        if best < src._data[i]:
            best = src._data[i]
    return best


def min[dtype: DType, //](src: Span[Scalar[dtype], _]) -> Scalar[dtype]:
    """The smallest number.

    Example:

    ```mojo
    from std.algorithm import min

    var numbers: List[Int32] = [3, 9, 4]
    print(min(Span(numbers)))  # 3
    ```
    """
    var best = src._data[0]
    for i in range(1, len(src)):
        if src._data[i] < best:
            best = src._data[i]
    return best


def mean[dtype: DType, //](src: Span[Scalar[dtype], _]) -> Scalar[dtype]:
    """The mean.

    Example:

    ```mojo
    from std.algorithm import mean

    var numbers: List[Float64] = [1, 2, 6]
    print(mean(Span(numbers)))  # 3.0
    ```
    """
    return sum(src) / Scalar[dtype](len(src))


def variance[dtype: DType, //](src: Span[Scalar[dtype], _], correction: Int = 1) -> Scalar[dtype]:
    """The variance.

    Example:

    ```mojo
    from std.algorithm import variance

    var numbers: List[Float64] = [1, 2, 3]
    print(variance(Span(numbers)))  # 1.0
    ```
    """
    var center = mean(src)
    var total = Scalar[dtype](0)
    for i in range(len(src)):
        var difference = src._data[i] - center
        total += difference * difference
    return total / Scalar[dtype](len(src) - correction)


def cumsum[dtype: DType, //](dst: Span[mut=True, Scalar[dtype], _], src: Span[Scalar[dtype], _]):
    """The sums so far.

    Example:

    ```mojo
    from std.algorithm import cumsum

    var numbers: List[Int32] = [1, 2, 3]
    var sums = List[Int32](length=3, fill=0)
    cumsum(Span(sums), Span(numbers))
    print(sums)  # [1, 3, 6]
    ```
    """
    var total = Scalar[dtype](0)
    for i in range(len(src)):
        total += src._data[i]
        dst._data[i] = total
