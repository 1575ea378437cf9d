"""RuntimeTuple: an IntTuple whose unknown integers are known at run time."""

from std.layout.int_tuple import UNKNOWN_VALUE, IntTuple, flatten
from std.layout.shapes import prefix_product as _prefix_product
from std.layout.shapes import shape_div as _shape_div
from std.layout.tuple_functions import signum, to_unknown as _to_unknown
from std.utils.index import IndexList


def _count_unknown(t: IntTuple, end: Int) -> Int:
    # How many of the first `end` integers are unknown.
    var values = t._values()
    var count = 0
    for i in range(end):
        if values[i] == UNKNOWN_VALUE:
            count += 1
    return count


def _leaf(t: IntTuple, i: Int) -> Int:
    return t._values()[i]


def _leaves_before(t: IntTuple, mode: Int) -> Int:
    # How many integers the modes before this one have.
    var count = 0
    for i in range(mode):
        count += t[i].count_values()
    return count


struct RuntimeTuple[S: IntTuple, /, *, element_type: DType = DType.int64](
    Defaultable, Sized, Stringable, TrivialRegisterPassable, Writable
):
    """The integers of `S`; those that `S` does not know are stored, the others take no room.

    ```mojo
    from layout import IntTuple, UNKNOWN_VALUE
    from layout.runtime_tuple import RuntimeTuple

    def main():
        var shape = RuntimeTuple[IntTuple(UNKNOWN_VALUE, 4)](3, 4)
        print(shape, shape.size())  # (3, 4) 12
    ```

    ```mojo
    from layout import IntTuple
    from layout.runtime_tuple import RuntimeTuple

    var t = RuntimeTuple[IntTuple(2, 3)](2, 3)
    print(t.leaf[1](), t.value[0](), t.product(), t.to_int_tuple())  # 3 2 6 (2, 3)
    ```

    ```mojo
    from layout import IntTuple, UNKNOWN_VALUE
    from layout.runtime_tuple import RuntimeTuple

    var t = RuntimeTuple[IntTuple(UNKNOWN_VALUE, 3)](2, 3)
    t.set_leaf[0](7)
    print(t.get_int(), t.value[1]())  # 7 3
    ```
    """

    comptime count = Self.S.count_values()
    """How many integers there are."""

    comptime _stored = _count_unknown(Self.S, Self.S.count_values())

    var values: IndexList[Self._stored, element_type = Self.element_type]
    """The integers that are not known at compile time."""

    @always_inline
    def __init__(out self):
        """What is known; the rest is 0."""
        self.values = IndexList[Self._stored, element_type = Self.element_type]()

    @always_inline
    def __init__(out self, *values: Int):
        """All integers, from left to right."""
        self = Self()
        comptime for i in range(Self.count):
            self.set_leaf[i](values[i])

    @always_inline
    @implicit
    def __init__[t: DType](out self, values: IndexList[Self.S.count_values(), element_type=t]):
        """All integers, from left to right."""
        self = Self()
        comptime for i in range(Self.count):
            self.set_leaf[i](values[i])

    @always_inline
    def leaf[i: Int](self) -> Int:
        """The integer with this number, from left to right."""
        comptime known = _leaf(Self.S, i)
        comptime if known == UNKNOWN_VALUE:
            comptime place = _count_unknown(Self.S, i)
            return self.values[place]
        else:
            return known

    @always_inline
    def set_leaf[i: Int](mut self, value: Int):
        """Stores an integer, unless it is known at compile time."""
        comptime if _leaf(Self.S, i) == UNKNOWN_VALUE:
            comptime place = _count_unknown(Self.S, i)
            self.values[place] = value

    @staticmethod
    @always_inline
    def __len__() -> Int:
        """How many elements there are at the top."""
        return comptime (len(Self.S))

    @always_inline
    def __getitem__[i: Int](self) -> RuntimeTuple[Self.S[i], element_type = Self.element_type]:
        """Element `i`."""
        comptime first = _leaves_before(Self.S, i)
        var result = RuntimeTuple[Self.S[i], element_type = Self.element_type]()
        comptime for k in range(comptime (Self.S[i].count_values())):
            result.set_leaf[k](self.leaf[first + k]())
        return result

    @always_inline
    def value(self) -> Int:
        """The first integer."""
        return self.leaf[0]()

    @always_inline
    def value[i: Int](self) -> Int:
        """The first integer of element `i`."""
        return self.leaf[comptime (_leaves_before(Self.S, i))]()

    @always_inline
    def get_int(self) -> Int:
        """The first integer."""
        return self.leaf[0]()

    @always_inline
    def __int__(self) -> Int:
        """The first integer."""
        return self.leaf[0]()

    @always_inline
    def size(self) -> Int:
        """The product of all integers."""
        var result = 1
        comptime for i in range(Self.count):
            result *= self.leaf[i]()
        return result

    @always_inline
    def product(self) -> Int:
        """The product of all integers."""
        return self.size()

    def to_int_tuple(self) -> IntTuple:
        """The integers as an IntTuple of the same nesting."""
        var values = List[Int](capacity=Self.count)
        comptime for i in range(Self.count):
            values.append(self.leaf[i]())
        return materialize[Self.S]()._with_values(values)

    def write_to(self, mut writer: Some[Writer]):
        """Writes `(2, (3, 4))`."""
        self.to_int_tuple().write_to(writer)

    def __str__(self) -> String:
        """The text that `print` shows."""
        return String.write(self)


# -- functions of tuples ------------------------------------------------------------------------------


@always_inline
def is_int[t: IntTuple](tuple: RuntimeTuple[t, element_type=_]) -> Bool:
    """True for a single integer.

    Example:

    ```mojo
    from layout import IntTuple, RuntimeTuple
    from layout.runtime_tuple import is_int

    print(is_int(RuntimeTuple[IntTuple(2, 3)](2, 3)))  # False
    ```
    """
    return comptime (t.is_value())


@always_inline
def is_tuple[t: IntTuple](tuple: RuntimeTuple[t, element_type=_]) -> Bool:
    """True for a tuple.

    Example:

    ```mojo
    from layout import IntTuple, RuntimeTuple
    from layout.runtime_tuple import is_tuple

    print(is_tuple(RuntimeTuple[IntTuple(2, 3)](2, 3)))  # True
    ```
    """
    return comptime (t.is_tuple())


@always_inline
def product[t: IntTuple](tuple: RuntimeTuple[t, element_type=_]) -> Int:
    """The product of all integers.

    Example:

    ```mojo
    from layout import IntTuple, RuntimeTuple
    from layout.runtime_tuple import product

    print(product(RuntimeTuple[IntTuple(2, 3)](2, 3)))  # 6
    ```
    """
    return tuple.size()


@always_inline
def to_index_list[rank: Int, t: IntTuple](tuple: RuntimeTuple[t, element_type=_]) -> IndexList[rank]:
    """The integers as an index.

    Example:

    ```mojo
    from layout import IntTuple, RuntimeTuple
    from layout.runtime_tuple import to_index_list

    print(to_index_list[2](RuntimeTuple[IntTuple(2, 3)](2, 3)))  # (2, 3)
    ```
    """
    comptime assert rank == tuple.count, "an index has as many integers as the tuple"
    var result = IndexList[rank]()
    comptime for i in range(rank):
        result[i] = tuple.leaf[i]()
    return result


def concat(var lhs: IntTuple, rhs: IntTuple) -> IntTuple:
    """The elements of both tuples.

    Example:

    ```mojo
    from layout import IntTuple
    from layout.runtime_tuple import concat

    print(concat(IntTuple(1, 2), IntTuple(3, 4)))  # (1, 2, 3, 4)
    ```
    """
    lhs.extend(rhs)
    return lhs^


@always_inline
def prefix_product[t: IntTuple](tuple: RuntimeTuple[t, element_type=_]) -> RuntimeTuple[_prefix_product(t)]:
    """The products of all integers before each.

    Example:

    ```mojo
    from layout import IntTuple, RuntimeTuple
    from layout.runtime_tuple import prefix_product

    print(prefix_product(RuntimeTuple[IntTuple(2, 3, 4)](2, 3, 4)))  # (1, 2, 6)
    ```
    """
    var result = RuntimeTuple[_prefix_product(t)]()
    var step = 1
    comptime for i in range(tuple.count):
        result.set_leaf[i](step)
        step *= tuple.leaf[i]()
    return result


@always_inline
def shape_div[
    a_t: IntTuple, b_t: IntTuple
](a: RuntimeTuple[a_t, element_type=_], b: RuntimeTuple[b_t, element_type=_]) -> RuntimeTuple[_shape_div(a_t, b_t)]:
    """What is left of a shape when the first places are taken; of one with as many integers, each by its own.

    Example:

    ```mojo
    from layout import IntTuple, RuntimeTuple
    from layout.runtime_tuple import shape_div

    print(shape_div(RuntimeTuple[IntTuple(12)](12), RuntimeTuple[IntTuple(3)](3)))  # 4
    ```
    """
    var result = RuntimeTuple[_shape_div(a_t, b_t)]()
    comptime if a.count == b.count:
        comptime for i in range(a.count):
            result.set_leaf[i](_divided(a.leaf[i](), b.leaf[i]()))
    else:
        comptime assert b.count == 1, "a shape is divided by one integer, or by a shape of the same nesting"
        var rest = b.leaf[0]()
        comptime for i in range(a.count):
            var size = a.leaf[i]()
            result.set_leaf[i](_divided(size, rest))
            rest = _divided(rest, size)
    return result


@always_inline
def _divided(a: Int, b: Int) -> Int:
    return a // b if a > b else 1


@always_inline
def crd2idx[
    crd_t: IntTuple, shape_t: IntTuple, stride_t: IntTuple, out_type: DType = DType.uint64
](
    crd: RuntimeTuple[crd_t, element_type=_],
    shape: RuntimeTuple[shape_t, element_type=_],
    stride: RuntimeTuple[stride_t, element_type=_],
) -> Scalar[out_type]:
    """The offset of a coordinate: one integer for all of a shape, or one for each of its dimensions.

    Example:

    ```mojo
    from layout import IntTuple, RuntimeTuple
    from layout.runtime_tuple import crd2idx

    comptime Pair = RuntimeTuple[IntTuple(-1, -1)]
    print(crd2idx(Pair(1, 2), Pair(3, 4), Pair(4, 1)))  # 6
    ```
    """
    var offset = 0
    comptime if crd.count == shape.count:
        comptime for i in range(crd.count):
            offset += crd.leaf[i]() * stride.leaf[i]()
    else:
        comptime assert crd.count == 1, "a coordinate has one integer, or one for each dimension"
        var rest = crd.leaf[0]()
        comptime for i in range(shape.count - 1):
            offset += rest % shape.leaf[i]() * stride.leaf[i]()
            rest //= shape.leaf[i]()
        offset += rest * stride.leaf[comptime (shape.count - 1)]()
    return Scalar[out_type](offset)


@always_inline
def idx2crd[
    idx_t: IntTuple, shape_t: IntTuple, stride_t: IntTuple
](
    idx: RuntimeTuple[idx_t, element_type=_],
    shape: RuntimeTuple[shape_t, element_type=_],
    stride: RuntimeTuple[stride_t, element_type=_],
) -> RuntimeTuple[_to_unknown(shape_t), element_type = shape.element_type]:
    """The coordinate of an offset.

    Example:

    ```mojo
    from layout import IntTuple, RuntimeTuple
    from layout.runtime_tuple import idx2crd

    comptime Pair = RuntimeTuple[IntTuple(-1, -1)]
    print(idx2crd(RuntimeTuple[IntTuple(-1)](7), Pair(3, 4), Pair(4, 1)))  # (1, 3)
    ```
    """
    comptime assert idx.count == 1, "an offset is one integer"
    var result = RuntimeTuple[_to_unknown(shape_t), element_type = shape.element_type]()
    comptime for i in range(shape.count):
        result.set_leaf[i](idx.leaf[0]() // stride.leaf[i]() % shape.leaf[i]())
    return result


@always_inline
def idx2crd[
    idx_t: IntTuple, shape_t: IntTuple
](
    idx: RuntimeTuple[idx_t, element_type=_], shape: RuntimeTuple[shape_t, element_type=_]
) -> RuntimeTuple[_to_unknown(shape_t), element_type = shape.element_type]:
    """The coordinate of a place, counted from the left."""
    return idx2crd(idx, shape, prefix_product(shape))
