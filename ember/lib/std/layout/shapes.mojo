"""How shapes compare and divide: congruence, compatibility, running products."""

from std.layout.int_tuple import IntTuple, UNKNOWN_VALUE, _times, fill_like, size
from std.os import abort


def congruent(a: IntTuple, b: IntTuple) -> Bool:
    """True when both have the same nesting.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, congruent

    print(congruent(IntTuple(1, IntTuple(2, 3)), IntTuple(4, IntTuple(5, 6))))  # True
    ```
    """
    if a.is_value() or b.is_value():
        return a.is_value() and b.is_value()
    if len(a) != len(b):
        return False
    for i in range(len(a)):
        if not congruent(a[i], b[i]):
            return False
    return True


def weakly_congruent(a: IntTuple, b: IntTuple) -> Bool:
    """True when `b` is nested as `a` is, or deeper where `a` has integers.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, weakly_congruent

    print(weakly_congruent(IntTuple(1, 2), IntTuple(4, IntTuple(5, 6))))  # True
    ```
    """
    if a.is_value():
        return True
    if b.is_value() or len(a) != len(b):
        return False
    for i in range(len(a)):
        if not weakly_congruent(a[i], b[i]):
            return False
    return True


def compatible(a: IntTuple, b: IntTuple) -> Bool:
    """True when the shape `b` refines the shape `a`: every coordinate of `a` is one of `b`.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, compatible

    print(compatible(IntTuple(4, 6), IntTuple(4, IntTuple(2, 3))))  # True
    ```
    """
    if a.is_value():
        return a.value() == b.size()
    if b.is_value() or len(a) != len(b):
        return False
    for i in range(len(a)):
        if not compatible(a[i], b[i]):
            return False
    return True


def weakly_compatible(a: IntTuple, b: IntTuple) -> Bool:
    """True when every integer of `a` divides the size of what `b` has in its place.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, weakly_compatible

    print(weakly_compatible(IntTuple(2, 3), IntTuple(4, 6)))  # True
    ```
    """
    if a.is_value():
        return b.size() % a.value() == 0
    if b.is_value() or len(a) != len(b):
        return False
    for i in range(len(a)):
        if not weakly_compatible(a[i], b[i]):
            return False
    return True


def prefix_product(shape: IntTuple, init: Int = 1) -> IntTuple:
    """The strides of a shape whose leftmost dimension is contiguous.

    ```mojo
    from layout.int_tuple import IntTuple, prefix_product

    def main():
        print(prefix_product(IntTuple(2, IntTuple(3, 4))))  # (1, (2, 6))
    ```
    """
    var values = shape._values()
    var current = init
    for i in range(len(values)):
        var dimension = values[i]
        values[i] = current
        current = _times(current, dimension)
    return shape._with_values(values)


def suffix_product(shape: IntTuple, init: Int = 1) -> IntTuple:
    """The strides of a shape whose rightmost dimension is contiguous.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, suffix_product

    print(suffix_product(IntTuple(2, 3, 4)))  # (12, 4, 1)
    ```
    """
    var values = shape._values()
    var current = init
    for i in range(len(values) - 1, -1, -1):
        var dimension = values[i]
        values[i] = current
        current = _times(current, dimension)
    return shape._with_values(values)


def compact_order(shape: IntTuple, order: IntTuple) -> IntTuple:
    """The strides of a shape without gaps, whose dimensions lie as `order` numbers them, the least first.

    ```mojo
    from layout.int_tuple import IntTuple, compact_order

    def main():
        print(compact_order(IntTuple(2, 3, 4), IntTuple(1, 2, 0)))  # (4, 8, 1)
    ```
    """
    var full = order if congruent(shape, order) else _spread_order(shape, order)
    var dimensions = shape._values()
    var ranks = full._values()
    var strides = List[Int](length=len(dimensions), fill=0)
    var used = List[Bool](length=len(dimensions), fill=False)
    var current = 1
    for _ in range(len(dimensions)):
        var least = -1
        for i in range(len(dimensions)):
            if not used[i] and (least < 0 or ranks[i] < ranks[least]):
                least = i
        used[least] = True
        strides[least] = current
        current = _times(current, dimensions[least])
    return shape._with_values(strides)


def _spread_order(shape: IntTuple, order: IntTuple) -> IntTuple:
    # An integer of the order counts for the whole element of the shape.
    if shape.is_value():
        return order
    if order.is_value():
        return fill_like(shape, order.value())
    var result = IntTuple()
    for i in range(len(shape)):
        result.append(_spread_order(shape[i], order[i]))
    return result


def shape_div(a: IntTuple, b: IntTuple) -> IntTuple:
    """`a` divided by `b`, integer by integer; a tuple is divided by an integer from the left.

    ```mojo
    from layout.int_tuple import IntTuple, shape_div

    def main():
        print(shape_div(IntTuple(2, 4, 8), 4))  # (1, 2, 8)
    ```
    """
    if a.is_value() and b.is_value():
        return _divide(a.value(), b.value())
    if a.is_value():
        var rest = a.value()
        for value in b._values():
            rest = _divide(rest, value)
        return rest
    if b.is_value():
        var values = a._values()
        var rest = b.value()
        for i in range(len(values)):
            var dimension = values[i]
            values[i] = _divide(dimension, rest)
            rest = _divide(rest, dimension)
        return a._with_values(values)
    var result = IntTuple()
    for i in range(len(a)):
        result.append(shape_div(a[i], b[i]))
    return result


def _divide(a: Int, b: Int) -> Int:
    # The quotient where one divides the other; 1 when `a` is the smaller one.
    if a == UNKNOWN_VALUE or b == UNKNOWN_VALUE:
        return UNKNOWN_VALUE
    if b == 0 or a == 0:
        return 0 if a == 0 else 1
    if a % b == 0:
        return a // b
    if b % a == 0:
        return 1
    abort(String("layout: one of the dimensions ", a, " and ", b, " must divide the other"))
