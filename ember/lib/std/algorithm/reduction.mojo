"""Many numbers to one."""

from std.sys.info import simd_width_of


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


def reduce[
    dtype: DType,
    acc_type: DType,
    //,
    reduce_fn: def[acc_type: DType, dtype: DType, width: Int](
        SIMD[acc_type, width],
        SIMD[dtype, width],
    ) capturing -> SIMD[acc_type, width],
](src: Span[Scalar[dtype], _], init: Scalar[acc_type]) -> Scalar[acc_type]:
    """Combines a first value with all numbers. Several are combined at a time: the order in which it happens must not matter.

    Example:

    ```mojo
    from std.algorithm.reduction import reduce

    @parameter
    def larger[acc_type: DType, dtype: DType, width: Int](
        best: SIMD[acc_type, width], new: SIMD[dtype, width]
    ) -> SIMD[acc_type, width]:
        return max(best, new.cast[acc_type]())

    var numbers: List[Int32] = [3, 9, 4]
    print(reduce[larger](Span(numbers), Int64(0)))  # 9
    ```
    """
    comptime width = simd_width_of[dtype]()
    var result = init
    var blocks = len(src) // width * width
    if blocks > 0:
        var lanes = src._data.load[width=width](0).cast[acc_type]()
        for i in range(width, blocks, width):
            lanes = reduce_fn[acc_type, dtype, width](lanes, src._data.load[width=width](i))
        comptime for lane in range(width):
            result = reduce_fn[acc_type, acc_type, 1](result, lanes[lane])
    for i in range(blocks, len(src)):
        result = reduce_fn[acc_type, dtype, 1](result, src._data[i])
    return result


def map_reduce[
    simd_width: Int,
    dtype: DType,
    acc_type: DType,
    input_gen_fn: def[dtype: DType, width: Int](Int) capturing -> SIMD[dtype, width],
    reduce_vec_to_vec_fn: def[acc_type: DType, dtype: DType, width: Int](
        SIMD[acc_type, width],
        SIMD[dtype, width],
    ) capturing -> SIMD[acc_type, width],
    reduce_vec_to_scalar_fn: def[dtype: DType, width: Int](SIMD[dtype, width]) -> Scalar[dtype],
](dst: Span[mut=True, Scalar[dtype], _], init: Scalar[acc_type]) -> Scalar[acc_type]:
    """Fills a span with what a function gives for each place, and combines it all.

    Example:

    ```mojo
    from std.algorithm.reduction import map_reduce

    @parameter
    def square[dtype: DType, width: Int](i: Int) -> SIMD[dtype, width]:
        from std.math import iota
        var x = iota[dtype, width](Scalar[dtype](i))
        return x * x

    @parameter
    def add[acc_type: DType, dtype: DType, width: Int](
        total: SIMD[acc_type, width], new: SIMD[dtype, width]
    ) -> SIMD[acc_type, width]:
        return total + new.cast[acc_type]()

    def add_lanes[dtype: DType, width: Int](lanes: SIMD[dtype, width]) -> Scalar[dtype]:
        return lanes.reduce_add()

    var squares = List[Float32](length=6, fill=0)
    var total = map_reduce[4, DType.float32, DType.float64, square, add, add_lanes](Span(squares), 0)
    print(total, squares)  # 55.0 [0.0, 1.0, 4.0, 9.0, 16.0, 25.0]
    ```
    """
    var result = init
    var blocks = len(dst) // simd_width * simd_width
    for i in range(0, blocks, simd_width):
        var new = input_gen_fn[dtype, simd_width](i)
        dst._data.store(i, new)
        result = reduce_vec_to_vec_fn[acc_type, acc_type, 1](
            result,
            reduce_vec_to_scalar_fn[acc_type, simd_width](new.cast[acc_type]()),
        )
    for i in range(blocks, len(dst)):
        var new = input_gen_fn[dtype, 1](i)
        dst._data[i] = new
        result = reduce_vec_to_vec_fn[acc_type, dtype, 1](result, new)
    return result


def reduce_boolean[
    dtype: DType,
    //,
    reduce_fn: def[dtype: DType, width: Int](SIMD[dtype, width]) capturing -> Bool,
    continue_fn: def(Bool) capturing -> Bool,
](src: Span[Scalar[dtype], _], init: Bool) -> Bool:
    """What `reduce_fn` gives for the vectors of a row of numbers, up to the first after which `continue_fn` says to stop.

    Parameters:
        dtype: The type of the numbers.
        reduce_fn: The answer for one vector.
        continue_fn: Whether to go on after an answer.

    Args:
        src: The numbers.
        init: The answer if there are no numbers.

    Example:

    ```mojo
    from std.algorithm.reduction import reduce_boolean

    @parameter
    def has_zero[dtype: DType, width: Int](values: SIMD[dtype, width]) -> Bool:
        return values.eq(0).reduce_or()

    @parameter
    def go_on(found: Bool) -> Bool:
        return not found

    var numbers: List[Int32] = [3, 0, 4]
    print(reduce_boolean[has_zero, go_on](Span(numbers), False))  # True
    ```
    """
    comptime width = simd_width_of[dtype]()
    var blocks = len(src) // width * width
    var answer = init
    for i in range(0, blocks, width):
        answer = reduce_fn[dtype, width]((src._data + i).load[width]())
        if not continue_fn(answer):
            return answer
    for i in range(blocks, len(src)):
        answer = reduce_fn[dtype, 1](src._data[i])
        if not continue_fn(answer):
            return answer
    return answer


def all_true[dtype: DType, //](src: Span[Scalar[dtype], _]) -> Bool:
    """Whether all numbers are true.

    Example:

    ```mojo
    from std.algorithm.reduction import all_true

    var numbers: List[Int32] = [3, 0, 4]
    print(all_true(Span(numbers)))  # False
    ```
    """
    for i in range(len(src)):
        if not src._data[i]:
            return False
    return True


def any_true[dtype: DType, //](src: Span[Scalar[dtype], _]) -> Bool:
    """Whether a number is true.

    Example:

    ```mojo
    from std.algorithm.reduction import any_true

    var numbers: List[Int32] = [3, 0, 4]
    print(any_true(Span(numbers)))  # True
    ```
    """
    return not none_true(src)


def none_true[dtype: DType, //](src: Span[Scalar[dtype], _]) -> Bool:
    """Whether no number is true.

    Example:

    ```mojo
    from std.algorithm.reduction import none_true

    var numbers: List[Int32] = [0, 0]
    print(none_true(Span(numbers)))  # True
    ```
    """
    for i in range(len(src)):
        if src._data[i]:
            return False
    return True
