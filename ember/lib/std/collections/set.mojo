"""Set: values without order or repetition."""

from std.collections._row import _Row
from std.collections.dict import Dict, _DictKeyIter, _OwnedDictIter
from std.hashlib.ahash import _Mixer
from std.hashlib.hasher import Hasher


struct Set[T: Equatable & Hashable & Movable, H: Hasher = _Mixer](
    Boolable,
    Comparable,
    Copyable where conforms_to(T, Copyable),
    Defaultable,
    Deinitable,
    Equatable,
    Hashable,
    Iterable,
    Movable,
    Representable where conforms_to(T, Writable) or conforms_to(T, Stringable),
    Sized,
    Stringable where conforms_to(T, Writable) or conforms_to(T, Stringable),
    Writable where conforms_to(T, Writable) or conforms_to(T, Stringable),
):
    """The keys of a Dict without values.

    Example:

    ```mojo
    var seen: Set[Int] = {1, 2}
    seen.add(2)
    print(len(seen), 1 in seen)  # 2 True
    print(seen & {2, 3})  # {2}
    ```

    ```mojo
    var a: Set[Int] = {1, 2}
    var b: Set[Int] = {2, 3}
    print(a.union(b), a.intersection(b), a.difference(b))  # {1, 2, 3} {2} {1}
    print(a.symmetric_difference(b), a.issubset(b), a.isdisjoint(b))  # {1, 3} False False
    print(a.union(b).issuperset(a))  # True
    ```

    ```mojo
    var seen: Set[Int] = {1, 2, 3}
    seen.remove(1)
    seen.discard(9)
    seen.update({4, 5})
    seen.intersection_update({2, 3, 4})
    seen.difference_update({4})
    seen.symmetric_difference_update({3, 8})
    print(len(seen), seen.pop() > 0)  # 2 True
    seen.clear()
    print(len(seen))  # 0
    ```

    ```mojo
    def show(var x: Int):
        print(x)

    var numbers: Set[Int] = {7}
    print(numbers.insert(7).value())  # 7
    numbers.clear_with(show)
    # prints: 7
    numbers.add(8)
    numbers^.deinit_with(show)
    # prints: 8
    ```
    """

    comptime Element = Self.T
    """The type of the elements."""

    var _data: Dict[Self.T, NoneType, Self.H]

    def __init__(out self):
        """No elements."""
        self._data = Dict[Self.T, NoneType, Self.H]()

    def __init__(out self, var *values: Self.T, __set_literal__: NoneType = None):
        """The given elements."""
        self._data = Dict[Self.T, NoneType, Self.H]()
        var taken = values^._taken()
        for i in range(taken.__len__()):
            self._data._insert(__get_address_as_owned_value[Self.T](taken._element_address(i)), None)

    def __init__(out self, *, __constants__: __mlir_type.`!kgen.pointer<none>`, count: Int) where conforms_to(Self.T, Copyable):
        """The elements of a literal."""
        self._data = Dict[Self.T, NoneType, Self.H]()
        var elements = UnsafePointer[Self.T, ImmutAnyOrigin](mlir_value=__constants__)
        for i in range(count):
            self._data._insert(elements[i].copy(), None)

    def __init__(out self, *, var __row__: _Row[Self.T]):
        """The elements of a long literal."""
        self._data = Dict[Self.T, NoneType, Self.H]()
        for i in range(__row__._length):
            self._data._insert((__row__._data + i).take_pointee(), None)
        __row__._forget_elements()

    def __init__(out self, elements: List[Self.T]) where conforms_to(Self.T, Copyable):
        """The elements of a list."""
        self._data = Dict[Self.T, NoneType, Self.H]()
        for i in range(len(elements)):
            self._data._insert(elements._data[i].copy(), None)

    def __len__(self) -> Int:
        """How many elements there are."""
        return len(self._data)

    def __bool__(self) -> Bool:
        """True when there are elements."""
        return len(self._data) > 0

    def __contains__(self, value: Self.T) -> Bool:
        """True when `value` is an element."""
        return value in self._data

    def add(mut self, var t: Self.T):
        """Adds an element."""
        comptime assert conforms_to(Self.T, Deinitable), "an element that is there already is dropped"
        if t not in self._data:
            self._data._insert(t^, None)

    def remove(mut self, t: Self.T) raises:
        """Removes an element; raises when it is not there."""
        _ = self._data.pop(t)

    def discard(mut self, value: Self.T):
        """Removes an element if it is there."""
        _ = self._data.pop(value, None)

    def pop(mut self) raises -> Self.T:
        """Removes and gives the newest element; raises when there is none."""
        if not self:
            raise Error("Pop on empty set")
        var newest = self._data.popitem()
        return newest.key^

    def clear(mut self):
        """Drops all elements."""
        self._data.clear()

    @always_inline
    def __iter__(ref self) -> _DictKeyIter[Self.T, NoneType, Self.H, origin_of(self)]:
        """Walks the elements."""
        return _DictKeyIter[Self.T, NoneType, Self.H, origin_of(self)](self._data.__iter__().walk)

    @always_inline
    def __iter__(var self) -> _OwnedDictIter[Self.T, NoneType, Self.H]:
        """Gives the elements away, oldest first: `for var x in s^`."""
        return _OwnedDictIter[Self.T, NoneType, Self.H](self._data^)

    def union(self, other: Self) -> Self where conforms_to(Self.T, Copyable):
        """The elements of both."""
        var result = self.copy()
        result.update(other)
        return result^

    def update(mut self, other: Self) where conforms_to(Self.T, Copyable):
        """Adds the elements of another set."""
        for element in other:
            self.add(element.copy())

    def intersection(self, other: Self) -> Self where conforms_to(Self.T, Copyable):
        """The elements that are in both."""
        var result = Self()
        for element in self:
            if element in other:
                result.add(element.copy())
        return result^

    def intersection_update(mut self, other: Self) where conforms_to(Self.T, Copyable):
        """Keeps the elements that are in both."""
        self = self.intersection(other)

    def difference(self, other: Self) -> Self where conforms_to(Self.T, Copyable):
        """The elements that are not in `other`."""
        var result = Self()
        for element in self:
            if element not in other:
                result.add(element.copy())
        return result^

    def difference_update(mut self, other: Self) where conforms_to(Self.T, Copyable):
        """Removes the elements of `other`."""
        self = self.difference(other)

    def symmetric_difference(self, other: Self) -> Self where conforms_to(Self.T, Copyable):
        """The elements that are in one of the two."""
        var result = self.difference(other)
        result.update(other.difference(self))
        return result^

    def symmetric_difference_update(mut self, other: Self) where conforms_to(Self.T, Copyable):
        """Keeps the elements that are in one of the two."""
        self = self.symmetric_difference(other)

    def issubset(self, other: Self) -> Bool:
        """True when all elements are in `other`."""
        for element in self:
            if element not in other:
                return False
        return True

    def issuperset(self, other: Self) -> Bool:
        """True when all elements of `other` are in it."""
        return other.issubset(self)

    def isdisjoint(self, other: Self) -> Bool:
        """True when no element is in both."""
        for element in self:
            if element in other:
                return False
        return True

    def __or__(self, other: Self) -> Self where conforms_to(Self.T, Copyable):
        """The elements of both."""
        return self.union(other)

    def __and__(self, other: Self) -> Self where conforms_to(Self.T, Copyable):
        """The elements that are in both."""
        return self.intersection(other)

    def __sub__(self, other: Self) -> Self where conforms_to(Self.T, Copyable):
        """The elements that are not in `other`."""
        return self.difference(other)

    def __xor__(self, other: Self) -> Self where conforms_to(Self.T, Copyable):
        """The elements that are in one of the two."""
        return self.symmetric_difference(other)

    def __ior__(mut self, other: Self) where conforms_to(Self.T, Copyable):
        """Adds the elements of another set."""
        self.update(other)

    def __iand__(mut self, other: Self) where conforms_to(Self.T, Copyable):
        """Keeps the elements that are in both."""
        self.intersection_update(other)

    def __isub__(mut self, other: Self) where conforms_to(Self.T, Copyable):
        """Removes the elements of `other`."""
        self.difference_update(other)

    def __ixor__(mut self, other: Self) where conforms_to(Self.T, Copyable):
        """Keeps the elements that are in one of the two."""
        self.symmetric_difference_update(other)

    def __eq__(self, other: Self) -> Bool:
        """True when both have the same elements."""
        return len(self) == len(other) and self.issubset(other)

    def __ne__(self, other: Self) -> Bool:
        """True when they differ."""
        return not (self == other)

    def __le__(self, other: Self) -> Bool:
        """True for a subset."""
        return self.issubset(other)

    def __ge__(self, other: Self) -> Bool:
        """True for a superset."""
        return other.issubset(self)

    def __lt__(self, other: Self) -> Bool:
        """True for a smaller subset."""
        return len(self) < len(other) and self.issubset(other)

    def __gt__(self, other: Self) -> Bool:
        """True for a larger superset."""
        return other < self

    def __hash__[H2: Hasher](self, mut hasher: H2):
        """Feeds the elements in a way that does not depend on their order."""
        var total = UInt64(0)
        for element in self:
            total ^= hash(element)
        hasher._update_word(total)

    def write_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes `{1, 2}`."""
        writer.write_string("{")
        var first = True
        for element in self:
            if not first:
                writer.write_string(", ")
            first = False
            writer.write(element)
        writer.write_string("}")

    def write_repr_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes `Set[Int]({Int(1), Int(2)})`."""
        writer.write_string(__type_name[Self]())
        writer.write_string("({")
        var first = True
        for element in self:
            if not first:
                writer.write_string(", ")
            first = False
            element.write_repr_to(writer)
        writer.write_string("})")

    def __str__(self) -> String where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """The text that `print` shows."""
        var text = String()
        self.write_to(text)
        return text^

    def __repr__(self) -> String where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """The source form."""
        var text = String()
        self.write_repr_to(text)
        return text^

    def clear_with[F: def(var Self.T) -> None, //](mut self, destroy_func: F, /):
        """Takes all elements out; the function gets each one."""
        while len(self) > 0:
            try:
                destroy_func(self.pop())
            except:
                pass

    def deinit_with[F: def(var Self.T) -> None, //](var self, deinit_func: F, /):
        """Ends the set; the function gets each element."""
        self.clear_with(deinit_func)

    def insert(mut self, var t: Self.T) -> Optional[Self.T] where conforms_to(Self.T, Copyable):
        """Adds an element; gives the equal one that was there before."""
        var old = Optional[Self.T]()
        if t in self:
            for element in self:
                if element == t:
                    old = element.copy()
                    break
            try:
                self.remove(t)
            except:
                pass
        self.add(t^)
        return old^
