"""IntTuple: integers, nested as deep as a shape needs, and the arithmetic of shapes and strides."""

from std.layout.coordinates import crd2idx, idx2crd
from std.layout.shapes import (
    compact_order,
    compatible,
    congruent,
    prefix_product,
    shape_div,
    suffix_product,
    weakly_compatible,
    weakly_congruent,
)
from std.layout.tuple_functions import (
    IntArray,
    abs,
    apply,
    apply_predicate,
    apply_zip,
    idx2crd2,
    reduce,
    shallow_apply,
    signum,
    sorted,
    to_unknown,
    tuple_max,
)
from std.utils.index import IndexList

comptime UNKNOWN_VALUE = -1
"""A dimension or stride that is only known at run time.

Example:

```mojo
from layout import IntTuple, UNKNOWN_VALUE

print(IntTuple(2, UNKNOWN_VALUE)[1].value() == UNKNOWN_VALUE)  # True
```
"""

comptime INT_TUPLE = IntTuple
"""An older name."""

comptime IntList = IntTuple
"""An older name."""

# A tuple is stored before its elements: a code with their count, and how long the whole is.
comptime _TUPLE = -(1 << 48)


struct IntTuple(
    Boolable, Defaultable, Equatable, ImplicitlyCopyable, Intable, Movable, Sized, Stringable, Writable
):
    """An integer, or a tuple of such tuples.

    ```mojo
    from layout import IntTuple

    def main():
        comptime shape = IntTuple(2, IntTuple(3, 4))
        print(shape, len(shape), shape[1])  # (2, (3, 4)) 2 (3, 4)
    ```

    ```mojo
    from layout import IntTuple

    var t = IntTuple(2, IntTuple(3, 4))
    print(t.count_values(), t.depth(), t.is_flat(), t.flatten())  # 3 2 False (2, 3, 4)
    print(t.size(), t.product(), t.sum(), t.product_flatten())  # 24 24 9 (2, 12)
    print(t.is_value(0), t.is_tuple(1), t.value(0), t.all_known())  # True True 2 True
    print(t.replace_entry(0, 7))  # (7, (3, 4))
    t.append(5)
    t.extend(IntTuple(6, 7))
    print(t)  # (2, (3, 4), 5, 6, 7)
    ```
    """

    var _codes: List[Int]

    # -- making ---------------------------------------------------------------------------------

    def __init__(out self):
        """The tuple without elements."""
        self._codes = List[Int](capacity=2)
        self._codes.append(_TUPLE)
        self._codes.append(2)

    @implicit
    def __init__(out self, value: Int):
        """A single integer."""
        self._codes = List[Int](capacity=1)
        self._codes.append(value)

    def __init__(out self, *elements: IntTuple, __list_literal__: NoneType = None):
        """The given elements."""
        self = IntTuple()
        for i in range(elements.__len__()):
            self.append(elements[i])

    @implicit
    def __init__[*Ts: Copyable](out self, elements: Tuple[*Ts]):
        """The elements of a tuple of integers and tuples: `((4, 8), 2)`."""
        self = IntTuple()
        comptime for i in range(Ts.__len__()):
            self.append(IntTuple(elements[i]))

    @implicit
    def __init__[n: Int, t: DType](out self, elements: IndexList[n, element_type=t]):
        """The integers of an index."""
        self = IntTuple()
        for i in range(n):
            self.append(elements[i])
        if n == 1:
            self = IntTuple(elements[0])

    def __init__(out self, *, elements: List[Int]):
        """A flat tuple of a list's integers."""
        self = IntTuple()
        for value in elements:
            self.append(value)

    def __init__(out self, *, _codes: List[Int]):
        """A tuple from its own inner form."""
        self._codes = _codes.copy()

    def __init__(out self, *, copy: Self):
        """The same integers."""
        self._codes = copy._codes.copy()

    # -- what it is -----------------------------------------------------------------------------

    def is_value(self) -> Bool:
        """True for a single integer."""
        return self._codes[0] > _TUPLE

    def is_tuple(self) -> Bool:
        """True for a tuple."""
        return self._codes[0] <= _TUPLE

    def is_value(self, i: Int) -> Bool:
        """True when element `i` is a single integer."""
        return self.is_value() or self._codes[self._start(i)] > _TUPLE

    def is_tuple(self, i: Int) -> Bool:
        """True when element `i` is a tuple."""
        return not self.is_value(i)

    def value(self) -> Int:
        """The integer."""
        return self._codes[0]

    def value(self, i: Int) -> Int:
        """The integer that element `i` is."""
        return self._codes[self._start(i)]

    def __int__(self) -> Int:
        """The integer."""
        return self._codes[0]

    def __bool__(self) -> Bool:
        """False for the tuple without elements."""
        return len(self) > 0

    def __len__(self) -> Int:
        """How many elements there are at the top; 1 for an integer."""
        return 1 if self.is_value() else _TUPLE - self._codes[0]

    def count_values(self) -> Int:
        """How many integers there are at all depths."""
        var count = 0
        var place = 0
        while place < len(self._codes):
            if self._codes[place] <= _TUPLE:
                place += 1
            else:
                count += 1
            place += 1
        return count

    def depth(self) -> Int:
        """How deep the nesting is; 0 for an integer."""
        if self.is_value():
            return 0
        var deepest = 0
        for i in range(len(self)):
            deepest = max(deepest, self[i].depth())
        return deepest + 1

    def is_flat(self) -> Bool:
        """True when no element is a tuple."""
        for i in range(len(self)):
            if self.is_tuple(i):
                return False
        return True

    def all_known(self) -> Bool:
        """True when no integer is unknown."""
        for value in self.flatten()._values():
            if value == UNKNOWN_VALUE:
                return False
        return True

    # -- elements -------------------------------------------------------------------------------

    def _start(self, i: Int) -> Int:
        # Where element `i` is stored.
        if self.is_value():
            return 0
        var place = 2
        for _ in range(i):
            place += self._length_at(place)
        return place

    def _length_at(self, place: Int) -> Int:
        return 1 if self._codes[place] > _TUPLE else self._codes[place + 1]

    def __getitem__(self, i: Int) -> IntTuple:
        """Element `i`; an integer has itself as its only element."""
        var index = i if i >= 0 else i + len(self)
        var start = self._start(index)
        return self._part(start, start + self._length_at(start))

    def __getitem__(self, span: Slice) -> IntTuple:
        """Some of the elements: `t[1:]`."""
        var result = IntTuple()
        var start, end, step = span.indices(len(self))
        for i in range(start, end, step):
            result.append(self[i])
        return result

    def __getitem__(self, span: ContiguousSlice) -> IntTuple:
        """Some of the elements: `t[1:]`."""
        var result = IntTuple()
        var start, end = span.indices(len(self))
        for i in range(start, end):
            result.append(self[i])
        return result

    def _part(self, start: Int, end: Int) -> IntTuple:
        var codes = List[Int](capacity=end - start)
        for i in range(start, end):
            codes.append(self._codes[i])
        return IntTuple(_codes=codes)

    def __iter__(self) -> _IntTupleIter:
        """Walks the elements at the top."""
        return _IntTupleIter(self, 0)

    def append(mut self, *elements: IntTuple):
        """Adds elements at the end."""
        if self.is_value():
            self = _tuple_of(self)
        var length = len(self._codes)
        for i in range(elements.__len__()):
            length += len(elements[i]._codes)
        # Exactly as much memory as needed: equal tuples are then the same parameter.
        var codes = List[Int](capacity=length)
        for code in self._codes:
            codes.append(code)
        for i in range(elements.__len__()):
            for code in elements[i]._codes:
                codes.append(code)
        codes[0] -= elements.__len__()
        codes[1] = length
        self._codes = codes^

    def extend(mut self, elements: IntTuple):
        """Adds the elements of a tuple at the end."""
        for i in range(len(elements)):
            self.append(elements[i])

    def replace_entry(self, i: Int, value: IntTuple) -> IntTuple:
        """The same with another element `i`."""
        var result = IntTuple()
        for k in range(len(self)):
            result.append(value if k == i else self[k])
        return result if self.is_tuple() else value

    def flatten(self) -> IntTuple:
        """All integers as one flat tuple, from left to right."""
        return IntTuple(elements=self._values())

    def _values(self) -> List[Int]:
        # All integers, from left to right.
        var values = List[Int](capacity=len(self._codes))
        var place = 0
        while place < len(self._codes):
            if self._codes[place] <= _TUPLE:
                place += 1
            else:
                values.append(self._codes[place])
            place += 1
        return values^

    def _with_values(self, values: List[Int]) -> IntTuple:
        # The same nesting, with other integers.
        var codes = self._codes.copy()
        var place = 0
        var next = 0
        while place < len(codes):
            if codes[place] <= _TUPLE:
                place += 1
            else:
                codes[place] = values[next]
                next += 1
            place += 1
        return IntTuple(_codes=codes)

    # -- arithmetic -----------------------------------------------------------------------------

    def size(self) -> Int:
        """The product of all integers; unknown when one of them is."""
        var result = 1
        for value in self._values():
            if value == UNKNOWN_VALUE:
                return UNKNOWN_VALUE
            result *= value
        return result

    def product(self) -> Int:
        """The product of all integers; unknown when one of them is."""
        return self.size()

    def product_flatten(self) -> IntTuple:
        """A flat tuple with the product of each element at the top."""
        var result = IntTuple()
        for i in range(len(self)):
            result.append(self[i].size())
        return result

    def sum(self) -> Int:
        """The sum of all integers."""
        var result = 0
        for value in self._values():
            result += value
        return result

    def __eq__(self, other: Self) -> Bool:
        """True for the same integers in the same nesting."""
        return self._codes == other._codes

    def __ne__(self, other: Self) -> Bool:
        """True when an integer or the nesting differs."""
        return not self._codes == other._codes

    def __lt__(self, other: Self) -> Bool:
        """Compares integer by integer, the first difference decides."""
        var mine = self._values()
        var theirs = other._values()
        for i in range(min(len(mine), len(theirs))):
            if mine[i] != theirs[i]:
                return mine[i] < theirs[i]
        return len(mine) < len(theirs)

    def __contains__(self, value: Int) -> Bool:
        """True when the integer occurs at any depth."""
        for mine in self._values():
            if mine == value:
                return True
        return False

    # -- text -----------------------------------------------------------------------------------

    def write_to(self, mut writer: Some[Writer]):
        """Writes `(2, (3, 4))`."""
        if self.is_value():
            writer.write(self.value())
            return
        writer.write("(")
        for i in range(len(self)):
            if i > 0:
                writer.write(", ")
            self[i].write_to(writer)
        writer.write(")")

    def __str__(self) -> String:
        """The text that `print` shows."""
        return String.write(self)


@fieldwise_init
struct _IntTupleIter(Copyable, CheckedIterator):
    """Walks an IntTuple."""

    comptime Element = IntTuple

    var tuple: IntTuple
    var index: Int

    def __iter__(self) -> Self:
        return self.copy()

    def __has_next__(self) -> Bool:
        return self.index < len(self.tuple)

    def __next__(mut self) -> IntTuple:
        self.index += 1
        return self.tuple[self.index - 1]


def _tuple_of(element: IntTuple) -> IntTuple:
    # A tuple with one element.
    var result = IntTuple()
    result.append(element)
    return result


# -- functions of tuples ------------------------------------------------------------------------------


def is_int(t: IntTuple) -> Bool:
    """True for a single integer.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, is_int

    print(is_int(IntTuple(2, 3)), is_int(IntTuple(2, 3)[0]))  # False True
    ```
    """
    return t.is_value()


def is_tuple(t: IntTuple) -> Bool:
    """True for a tuple.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, is_tuple

    print(is_tuple(IntTuple(2, 3)))  # True
    ```
    """
    return t.is_tuple()


def is_flat(t: IntTuple) -> Bool:
    """True when no element is a tuple.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, is_flat

    print(is_flat(IntTuple(2, 3)), is_flat(IntTuple(2, IntTuple(3, 4))))  # True False
    ```
    """
    return t.is_flat()


def depth(t: IntTuple) -> Int:
    """How deep the nesting is; 0 for an integer.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, depth

    print(depth(IntTuple(2, IntTuple(3, 4))))  # 2
    ```
    """
    return t.depth()


def flatten(t: IntTuple) -> IntTuple:
    """All integers as one flat tuple, from left to right.

    ```mojo
    from layout.int_tuple import IntTuple, flatten

    def main():
        print(flatten(IntTuple(2, IntTuple(3, 4))))  # (2, 3, 4)
    ```
    """
    return t.flatten()


def to_nest(nested: IntTuple, flat: IntTuple) -> IntTuple:
    """The integers of `flat` in the nesting of `nested`.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, to_nest

    print(to_nest(IntTuple(0, IntTuple(0, 0)), IntTuple(1, 2, 3)))  # (1, (2, 3))
    ```
    """
    return nested._with_values(flat._values())


def product(t: IntTuple) -> Int:
    """The product of all integers; unknown when one of them is.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, product

    print(product(IntTuple(2, IntTuple(3, 4))))  # 24
    ```
    """
    return t.size()


def size(t: IntTuple) -> Int:
    """The product of all integers; unknown when one of them is.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, size

    print(size(IntTuple(2, 3)))  # 6
    ```
    """
    return t.size()


def sum(t: IntTuple) -> Int:
    """The sum of all integers.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, sum

    print(sum(IntTuple(2, IntTuple(3, 4))))  # 9
    ```
    """
    return t.sum()


def product_each(t: IntTuple) -> IntTuple:
    """A flat tuple with the product of each element at the top.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, product_each

    print(product_each(IntTuple(2, IntTuple(3, 4))))  # (2, 12)
    ```
    """
    return t.product_flatten()


def tuple_min(a: IntTuple, b: IntTuple) -> IntTuple:
    """The smaller integer of each pair; unknown when one of them is.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, tuple_min

    print(tuple_min(IntTuple(2, 5), IntTuple(3, 4)))  # (2, 4)
    ```
    """
    var mine = a._values()
    var theirs = b._values()
    for i in range(len(mine)):
        if mine[i] == UNKNOWN_VALUE or theirs[i] == UNKNOWN_VALUE:
            mine[i] = UNKNOWN_VALUE
        else:
            mine[i] = min(mine[i], theirs[i])
    return a._with_values(mine)


def mul(t: IntTuple, factor: Int) -> IntTuple:
    """Every integer times `factor`; unknown ones stay unknown.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, mul

    print(mul(IntTuple(2, 3), 10))  # (20, 30)
    ```
    """
    var values = t._values()
    for i in range(len(values)):
        values[i] = _times(values[i], factor)
    return t._with_values(values)


def _times(a: Int, b: Int) -> Int:
    return UNKNOWN_VALUE if a == UNKNOWN_VALUE or b == UNKNOWN_VALUE else a * b


def inner_product(a: IntTuple, b: IntTuple) -> Int:
    """The sum of the products of the integers at the same places.

    ```mojo
    from layout.int_tuple import IntTuple, inner_product

    def main():
        print(inner_product(IntTuple(2, 3), IntTuple(10, 1)))  # 23
    ```
    """
    var mine = a._values()
    var theirs = b._values()
    var result = 0
    for i in range(len(mine)):
        result += mine[i] * theirs[i]
    return result


def reverse(t: IntTuple) -> IntTuple:
    """The elements in opposite order, at all depths.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, reverse

    print(reverse(IntTuple(1, IntTuple(2, 3))))  # ((3, 2), 1)
    ```
    """
    if t.is_value():
        return t
    var result = IntTuple()
    for i in range(len(t) - 1, -1, -1):
        result.append(reverse(t[i]))
    return result


def fill_like(t: IntTuple, value: Int) -> IntTuple:
    """The same nesting with one integer everywhere.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, fill_like

    print(fill_like(IntTuple(1, IntTuple(2, 3)), 7))  # (7, (7, 7))
    ```
    """
    return t._with_values(List[Int](length=t.count_values(), fill=value))


def create_unknown_int_tuple[rank: Int]() -> IntTuple:
    """A flat tuple of `rank` unknown dimensions.

    Example:

    ```mojo
    from layout.int_tuple import create_unknown_int_tuple

    print(len(create_unknown_int_tuple[3]()))  # 3
    ```
    """
    return IntTuple(elements=List[Int](length=rank, fill=UNKNOWN_VALUE))


def propagate_unknown(source: IntTuple, target: IntTuple) -> IntTuple:
    """`target`, unknown wherever `source` is.

    Example:

    ```mojo
    from layout.int_tuple import UNKNOWN_VALUE, IntTuple, propagate_unknown

    print(propagate_unknown(IntTuple(UNKNOWN_VALUE, 2), IntTuple(3, 4))[1])  # 4
    ```
    """
    var known = source._values()
    var values = target._values()
    for i in range(len(values)):
        if known[i] == UNKNOWN_VALUE:
            values[i] = UNKNOWN_VALUE
    return target._with_values(values)


def to_index_list[rank: Int](t: IntTuple) -> IndexList[rank]:
    """The integers of a tuple as an index.

    Example:

    ```mojo
    from layout.int_tuple import IntTuple, to_index_list

    print(to_index_list[2](IntTuple(2, 3)))  # (2, 3)
    ```
    """
    var values = t._values()
    var result = IndexList[rank]()
    for i in range(rank):
        result[i] = values[i]
    return result
