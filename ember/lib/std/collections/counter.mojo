"""Counter: how often each value occurs."""

from std.collections.dict import Dict, _DictEntryIter, _DictKeyIter, _DictValueIter
from std.hashlib.ahash import _Mixer
from std.hashlib.hasher import Hasher


@fieldwise_init
struct CountTuple[V: Copyable & Deinitable](Comparable, Copyable, ImplicitlyCopyable, Movable):
    """A value and its count.

    Example:

    ```mojo
    from std.collections import Counter

    var most = Counter[String]("a", "b", "a").most_common(1)
    print(most[0][0], most[0][1])  # a 2
    ```
    """

    var _value: Self.V
    var _count: Int

    @always_inline
    def __getitem__[i: Int](ref self) -> ref[self] (Self.V if i == 0 else Int):
        """The value (0) or the count (1)."""
        comptime if i == 0:
            return self._value
        else:
            return self._count

    def __lt__(self, other: Self) -> Bool:
        """True for a higher count."""
        return self._count > other._count

    def __eq__(self, other: Self) -> Bool:
        """True for equal counts."""
        return self._count == other._count


struct Counter[V: Equatable & Hashable & Copyable & Deinitable, H: Hasher = _Mixer](
    Boolable, Copyable, Defaultable, Deinitable, Equatable, Iterable, Movable, Sized, Stringable, Writable
):
    """A count for each value.

    Example:

    ```mojo
    from std.collections import Counter

    var counts = Counter[String]("a", "b", "a")
    print(counts["a"], counts["z"])  # 2 0
    ```

    ```mojo
    from std.collections import Counter

    var counts = Counter[String]("a", "b", "a")
    counts.update(Counter[String]("b"))
    counts.subtract(Counter[String]("a"))
    print(counts.total(), counts.get("b", 0), counts.pop("a"))  # 3 2 1
    for value in counts.keys():
        print(value)  # b
    for count in counts.values():
        print(count)  # 2
    for entry in counts.items():
        print(entry.value)  # 2
    print(len(counts.elements()))  # 2
    counts.clear()
    print(len(counts), len(Counter[Int].fromkeys([1, 2], 5)))  # 0 2
    ```

    ```mojo
    from std.collections import Counter

    for entry in Counter[String]("a", "b", "a").most_common(1):
        print(entry[0], entry[1])  # a 2
    ```

    ```mojo
    from std.collections import Counter

    var small = Counter[String]("a")
    var large = Counter[String]("a", "a")
    print(small.le(large), small.lt(large), small.ge(large), small.gt(large))  # True True False False
    print(large.popitem()[1])  # 2
    ```
    """

    comptime Element = Self.V
    """The type of the values."""

    var _data: Dict[Self.V, Int, Self.H]

    def __init__(out self):
        """No counts."""
        self._data = Dict[Self.V, Int, Self.H]()

    def __init__(out self, var *values: Self.V):
        """Counts the given values."""
        self._data = Dict[Self.V, Int, Self.H]()
        var taken = values^._taken()
        for i in range(taken.__len__()):
            self._add(__get_address_as_owned_value[Self.V](taken._element_address(i)), 1)

    def __init__(out self, items: List[Self.V]):
        """Counts the elements of a list."""
        self._data = Dict[Self.V, Int, Self.H]()
        for i in range(len(items)):
            self._add(items._data[i].copy(), 1)

    def __init__[I: Iterable, //](out self: Counter[type_of(iterable.__iter__()).Element], ref iterable: I):
        """Counts what an iterable gives."""
        self = Self()
        for item in iterable:
            self._add(item.copy(), 1)

    def _add(mut self, var value: Self.V, n: Int):
        var count = self._data.get(value, 0) + n
        self._data._insert(value^, count)

    @staticmethod
    def fromkeys(keys: List[Self.V], value: Int) -> Self:
        """The same count for every key."""
        var result = Self()
        for i in range(len(keys)):
            result._data._insert(keys._data[i].copy(), value)
        return result^

    def __getitem__(self, key: Self.V) -> Int:
        """The count of a value, 0 if it never occurred."""
        return self._data.get(key, 0)

    def __setitem__(mut self, var key: Self.V, count: Int):
        """Sets the count of a value."""
        self._data._insert(key^, count)

    def get(self, value: Self.V) -> Optional[Int]:
        """The count of a value, if it occurred."""
        return self._data.get(value)

    def get(self, value: Self.V, default: Int) -> Int:
        """The count of a value, or `default`."""
        return self._data.get(value, default)

    def pop(mut self, value: Self.V) raises -> Int:
        """Removes a value and gives its count."""
        return self._data.pop(value)

    def pop(mut self, value: Self.V, default: Int) -> Int:
        """Removes a value and gives its count, or `default`."""
        return self._data.pop(value, default)

    def __len__(self) -> Int:
        """How many different values there are."""
        return len(self._data)

    def __bool__(self) -> Bool:
        """True when there are values."""
        return len(self._data) > 0

    def __contains__(self, key: Self.V) -> Bool:
        """True when the value has a count."""
        return key in self._data

    @always_inline
    def __iter__(ref self) -> _DictKeyIter[Self.V, Int, Self.H, origin_of(self)]:
        """Walks the values."""
        return _DictKeyIter[Self.V, Int, Self.H, origin_of(self)](self._data.__iter__().walk)

    @always_inline
    def keys(ref self) -> _DictKeyIter[Self.V, Int, Self.H, origin_of(self)]:
        """Walks the values."""
        return self.__iter__()

    @always_inline
    def values(ref self) -> _DictValueIter[Self.V, Int, Self.H, origin_of(self)]:
        """Walks the counts."""
        return _DictValueIter[Self.V, Int, Self.H, origin_of(self)](self._data.__iter__().walk)

    @always_inline
    def items(ref self) -> _DictEntryIter[Self.V, Int, Self.H, origin_of(self)]:
        """Walks the values with their counts."""
        return _DictEntryIter[Self.V, Int, Self.H, origin_of(self)](self._data.__iter__().walk)

    def clear(mut self):
        """Forgets everything."""
        self._data.clear()

    def total(self) -> Int:
        """The sum of all counts."""
        var sum = 0
        for count in self.values():
            sum += count
        return sum

    def most_common(self, n: Int) -> List[CountTuple[Self.V]]:
        """The `n` values with the highest counts."""
        var result = List[CountTuple[Self.V]]()
        for entry in self.items():
            result.append(CountTuple[Self.V](entry.key.copy(), entry.value))
        sort(result)
        if n < len(result):
            result.shrink(n)
        return result^

    def elements(self) -> List[Self.V]:
        """Every value as often as it was counted."""
        var result = List[Self.V]()
        for entry in self.items():
            for _ in range(entry.value):
                result.append(entry.key.copy())
        return result^

    def update(mut self, other: Self):
        """Adds the counts of another Counter."""
        for entry in other.items():
            self._add(entry.key.copy(), entry.value)

    def update(mut self, values: List[Self.V]):
        """Counts the elements of a list."""
        for i in range(len(values)):
            self._add(values._data[i].copy(), 1)

    def subtract(mut self, other: Self):
        """Takes the counts of another Counter away."""
        for entry in other.items():
            self._add(entry.key.copy(), -entry.value)

    def __add__(self, other: Self) -> Self:
        """The sums that are positive."""
        var result = self.copy()
        result.update(other)
        return +result

    def __sub__(self, other: Self) -> Self:
        """The differences that are positive."""
        var result = self.copy()
        result.subtract(other)
        return +result

    def __iadd__(mut self, other: Self):
        """Adds counts and keeps the positive ones."""
        self = self + other

    def __isub__(mut self, other: Self):
        """Takes counts away and keeps the positive ones."""
        self = self - other

    def __and__(self, other: Self) -> Self:
        """The smaller counts."""
        var result = Self()
        for entry in self.items():
            var count = min(entry.value, other[entry.key])
            if count > 0:
                result._data._insert(entry.key.copy(), count)
        return result^

    def __or__(self, other: Self) -> Self:
        """The larger counts."""
        var result = +self
        for entry in other.items():
            var count = max(entry.value, self[entry.key])
            if count > 0:
                result._data._insert(entry.key.copy(), count)
        return result^

    def __pos__(self) -> Self:
        """The positive counts."""
        var result = Self()
        for entry in self.items():
            if entry.value > 0:
                result._data._insert(entry.key.copy(), entry.value)
        return result^

    def __neg__(self) -> Self:
        """The negative counts, turned round."""
        var result = Self()
        for entry in self.items():
            if entry.value < 0:
                result._data._insert(entry.key.copy(), -entry.value)
        return result^

    def _within(self, other: Self) -> Bool:
        for entry in self.items():
            if entry.value > other[entry.key]:
                return False
        for entry in other.items():
            if entry.value < self[entry.key]:
                return False
        return True

    def __eq__(self, other: Self) -> Bool:
        """True when all counts are equal."""
        return self._within(other) and other._within(self)

    def __ne__(self, other: Self) -> Bool:
        """True when a count differs."""
        return not (self == other)

    def le(self, other: Self) -> Bool:
        """True when no count is larger than the other's."""
        return self._within(other)

    def ge(self, other: Self) -> Bool:
        """True when no count is smaller than the other's."""
        return other._within(self)

    def lt(self, other: Self) -> Bool:
        """True when every count is smaller than the other's."""
        for entry in self.items():
            if entry.value >= other[entry.key]:
                return False
        for entry in other.items():
            if self[entry.key] >= entry.value:
                return False
        return True

    def gt(self, other: Self) -> Bool:
        """True when every count is larger than the other's."""
        return other.lt(self)

    def popitem(mut self) raises -> CountTuple[Self.V]:
        """Removes the newest value and gives it with its count; raises when there is none."""
        var entry = self._data.popitem()
        return CountTuple[Self.V](entry.key.copy(), entry.value)

    def __le__(self, other: Self) -> Bool:
        """True when no count is larger."""
        return self._within(other)

    def __ge__(self, other: Self) -> Bool:
        """True when no count is smaller."""
        return other._within(self)

    def __lt__(self, other: Self) -> Bool:
        """True when no count is larger and one is smaller."""
        return self._within(other) and self != other

    def __gt__(self, other: Self) -> Bool:
        """True when no count is smaller and one is larger."""
        return other < self

    def write_to(self, mut writer: Some[Writer]) where conforms_to(Self.V, Writable) or conforms_to(Self.V, Stringable):
        """Writes `{a: 2, b: 1}`, the highest count first."""
        writer.write_string("{")
        var first = True
        for item in self.most_common(len(self)):
            if not first:
                writer.write_string(", ")
            first = False
            writer.write(item._value, ": ", item._count)
        writer.write_string("}")

    def write_repr_to(self, mut writer: Some[Writer]) where conforms_to(Self.V, Writable) or conforms_to(Self.V, Stringable):
        """Writes `Counter[String]({'a': Int(2)})`, the highest count first."""
        writer.write_string(__type_name[Self]())
        writer.write_string("({")
        var first = True
        for item in self.most_common(len(self)):
            if not first:
                writer.write_string(", ")
            first = False
            item._value.write_repr_to(writer)
            writer.write_string(": ")
            item._count.write_repr_to(writer)
        writer.write_string("})")

    def __str__(self) -> String:
        """The text that `print` shows."""
        var text = String()
        self.write_to(text)
        return text^

    def __iand__(mut self, other: Self):
        """Keeps the smaller counts."""
        self = self & other

    def __ior__(mut self, other: Self):
        """Keeps the larger counts."""
        self = self | other
