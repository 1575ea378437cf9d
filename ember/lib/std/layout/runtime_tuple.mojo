"""RuntimeTuple: an IntTuple whose unknown integers are known at run time."""

from std.layout.int_tuple import UNKNOWN_VALUE, IntTuple
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
