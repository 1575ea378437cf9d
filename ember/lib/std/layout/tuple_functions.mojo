"""Functions over IntTuples: maps, reductions, signs and orders of their integers."""

from std.layout.coordinates import idx2crd
from std.layout.int_tuple import UNKNOWN_VALUE, IntTuple


struct IntArray(Copyable, Movable, Sized):
    """Integers in a row, as many as were asked for.

    Example:

    ```mojo
    from layout.int_tuple import IntArray

    var numbers = IntArray(2)
    numbers[0] = 7
    numbers[1] = 8
    print(numbers[0], numbers.size(), len(numbers))  # 7 2 2
    ```
    """

    var _values: List[Int]

    def __init__(out self, size: Int = 0):
        """`size` integers, all 0."""
        self._values = List[Int](length=size, fill=0)

    def __getitem__(self, i: Int) -> Int:
        """Integer `i`."""
        return self._values[i]

    def __setitem__(mut self, i: Int, value: Int):
        """Stores integer `i`."""
        self._values[i] = value

    def size(self) -> Int:
        """How many integers there are."""
        return len(self._values)

    def __len__(self) -> Int:
        """How many integers there are."""
        return len(self._values)


def apply[FuncType: def(Int) -> Int](t: IntTuple, func: FuncType) -> IntTuple:
    """The same nesting, with what a function makes of each integer.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, apply

    def twice(x: Int) -> Int:
        return 2 * x

    def main():
        print(apply(IntTuple(2, IntTuple(3, 4)), twice))  # (4, (6, 8))
    ```
    """
    var values = t._values()
    for i in range(len(values)):
        values[i] = func(values[i])
    return t._with_values(values)


def apply[func: def(Int) thin -> Int](t: IntTuple) -> IntTuple:
    """The same nesting, with what a function makes of each integer."""
    return apply(t, func)


def apply_zip[FuncType: def(IntTuple, IntTuple) -> IntTuple](t1: IntTuple, t2: IntTuple, func: FuncType) -> IntTuple:
    """A tuple of what a function makes of the elements of two tuples, pair by pair.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, apply_zip

    def pair(a: IntTuple, b: IntTuple) -> IntTuple:
        return IntTuple(a, b)

    def main():
        print(apply_zip(IntTuple(1, 2), IntTuple(3, 4), pair))  # ((1, 3), (2, 4))
    ```
    """
    var result = IntTuple()
    for i in range(min(len(t1), len(t2))):
        result.append(func(t1[i], t2[i]))
    return result


def apply_zip[func: def(IntTuple, IntTuple) thin -> IntTuple](t1: IntTuple, t2: IntTuple) -> IntTuple:
    """A tuple of what a function makes of the elements of two tuples, pair by pair."""
    return apply_zip(t1, t2, func)


def apply_zip[
    FuncType: def(IntTuple, IntTuple, IntTuple) -> IntTuple
](t1: IntTuple, t2: IntTuple, t3: IntTuple, func: FuncType) -> IntTuple:
    """A tuple of what a function makes of the elements of three tuples."""
    var result = IntTuple()
    for i in range(min(len(t1), len(t2), len(t3))):
        result.append(func(t1[i], t2[i], t3[i]))
    return result


def apply_zip[
    func: def(IntTuple, IntTuple, IntTuple) thin -> IntTuple
](t1: IntTuple, t2: IntTuple, t3: IntTuple) -> IntTuple:
    """A tuple of what a function makes of the elements of three tuples."""
    return apply_zip(t1, t2, t3, func)


def shallow_apply[func: def(IntTuple) thin -> Int](t: IntTuple) -> IntTuple:
    """A flat tuple with what a function makes of each element at the top.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, shallow_apply, sum

    def total(t: IntTuple) -> Int:
        return sum(t)

    def main():
        print(shallow_apply[total](IntTuple(2, IntTuple(3, 4))))  # (2, 7)
    ```
    """
    var result = IntTuple()
    for i in range(len(t)):
        result.append(func(t[i]))
    return result


def reduce[FuncType: def(Int, IntTuple) -> Int](t: IntTuple, initializer: Int, reducer: FuncType) -> Int:
    """One integer out of a tuple: `reducer` of what came out so far and the next element, from left to right.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, reduce, sum

    def add(a: Int, b: IntTuple) -> Int:
        return a + sum(b)

    def main():
        print(reduce(IntTuple(2, IntTuple(3, 4)), 1, add))  # 10
    ```
    """
    var result = initializer
    for i in range(len(t)):
        result = reducer(result, t[i])
    return result


def apply_predicate[predicate: def(IntTuple, IntTuple) thin -> Bool](a: IntTuple, b: IntTuple) -> Bool:
    """Whether two tuples have the same nesting and a predicate holds for all pairs of their integers.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, apply_predicate

    def less(a: IntTuple, b: IntTuple) -> Bool:
        return a.value() < b.value()

    def main():
        print(apply_predicate[less](IntTuple(1, 2), IntTuple(3, 4)))  # True
    ```
    """
    if a.is_tuple() and b.is_tuple():
        if len(a) != len(b):
            return False
        for i in range(len(a)):
            if not apply_predicate[predicate](a[i], b[i]):
                return False
        return True
    return predicate(a, b)


def signum(a: Int) -> Int:
    """-1, 0 or 1: the sign of an integer.

    Example:

    ```mojo
    from layout.int_tuple import signum

    print(signum(-4), signum(0), signum(9))  # -1 0 1
    ```
    """
    return Int(a > 0) - Int(a < 0)


def abs(t: IntTuple) -> IntTuple:
    """The absolute value of each integer.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, abs

    print(abs(IntTuple(-1, IntTuple(2, -3))))  # (1, (2, 3))
    ```
    """
    var values = t._values()
    for i in range(len(values)):
        values[i] = values[i] if values[i] >= 0 else -values[i]
    return t._with_values(values)


def to_unknown(t: IntTuple) -> IntTuple:
    """The same nesting with nothing known.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, to_unknown

    print(to_unknown(IntTuple(2, 3)))  # (-1, -1)
    ```
    """
    return t._with_values(List[Int](length=t.count_values(), fill=UNKNOWN_VALUE))


def tuple_max(t: IntTuple) -> Int:
    """The largest integer at any depth.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, tuple_max

    print(tuple_max(IntTuple(2, IntTuple(3, 1))))  # 3
    ```
    """
    var values = t._values()
    var result = values[0]
    for value in values:
        result = max(result, value)
    return result


def sorted(t: IntTuple) -> IntTuple:
    """The elements of a flat tuple, smallest first.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, sorted

    print(sorted(IntTuple(3, 1, 2)))  # (1, 2, 3)
    ```
    """
    var elements = List[IntTuple](capacity=len(t))
    for i in range(len(t)):
        var place = 0
        while place < len(elements) and not t[i] < elements[place]:
            place += 1
        elements.insert(place, t[i])
    var result = IntTuple()
    for element in elements:
        result.append(element)
    return result


def idx2crd2(idx: IntTuple, shape: IntTuple, stride: IntTuple) -> IntTuple:
    """The coordinate of an index; without strides, those of places counted from the right.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, idx2crd2

    print(idx2crd2(IntTuple(7), IntTuple(3, 4), IntTuple(4, 1)))  # (1, 3)
    ```
    """
    if idx.is_tuple():
        var result = IntTuple()
        for i in range(len(idx)):
            result.append(idx2crd2(idx[i], shape[i], stride[i] if len(stride) > 0 else stride))
        return result
    if len(stride) == 0:
        return idx2crd(idx.value(), shape)
    return idx2crd(idx.value(), shape, stride)
