"""enumerate, zip, map, filter, chain, iter, next: iterators made of iterators."""

from std.builtin.value import CheckedIterator, Iterable, IterableOwned, Iterator
from std.builtin.none import StopIteration


@always_inline
def iter[T: AnyType](ref value: T) -> type_of(value.__iter__()):
    """An iterator over a value.

    Example:

    ```mojo
    var numbers = [1, 2]
    var it = iter(numbers)
    print(next(it))  # 1
    ```
    """
    return value.__iter__()


@always_inline
def next[T: AnyType](mut iterator: T) raises StopIteration -> T.Element:
    """The next element of an iterator; raises at the end.

    Example:

    ```mojo
    var it = iter([1, 2])
    print(next(it), next(it))  # 1 2
    ```
    """
    comptime if conforms_to(T, CheckedIterator):
        if not iterator.__has_next__():
            raise StopIteration()
    return iterator.__next__().copy()


@always_inline
def enumerate[T: AnyType](ref iterable: T, *, start: Int = 0) -> _Enumerate[type_of(iterable.__iter__())]:
    """Pairs of a counter and an element.

    Example:

    ```mojo
    for i, word in enumerate(["a", "b"]):
        print(i, word, end="; ")  # 0 a; 1 b;
    ```
    """
    return _Enumerate(iterable.__iter__(), start)


@always_inline
def zip[A: AnyType](ref a: A) -> _Zip[type_of(a.__iter__())]:
    """Walks over one, as tuples of one element."""
    return _Zip(a.__iter__())


@always_inline
def zip[A: AnyType, B: AnyType](ref a: A, ref b: B) -> _ZipAnd[type_of(zip(a)), type_of(b.__iter__())]:
    """Walks several together and ends with the shortest.

    Example:

    ```mojo
    for number, letter in zip([1], ["a", "b"]):
        print(number, letter)  # 1 a
    ```
    """
    return _ZipAnd(zip(a), b.__iter__())


@always_inline
def zip[
    A: AnyType, B: AnyType, C: AnyType
](ref a: A, ref b: B, ref c: C) -> _ZipAnd[type_of(zip(a, b)), type_of(c.__iter__())]:
    """Walks three together and ends with the shortest."""
    return _ZipAnd(zip(a, b), c.__iter__())


@always_inline
def zip[
    A: AnyType, B: AnyType, C: AnyType, D: AnyType
](ref a: A, ref b: B, ref c: C, ref d: D) -> _ZipAnd[type_of(zip(a, b, c)), type_of(d.__iter__())]:
    """Walks four together and ends with the shortest."""
    return _ZipAnd(zip(a, b, c), d.__iter__())


@always_inline
def zip[
    A: AnyType, B: AnyType, C: AnyType, D: AnyType, E: AnyType
](ref a: A, ref b: B, ref c: C, ref d: D, ref e: E) -> _ZipAnd[type_of(zip(a, b, c, d)), type_of(e.__iter__())]:
    """Walks five together and ends with the shortest."""
    return _ZipAnd(zip(a, b, c, d), e.__iter__())


@always_inline
def zip[
    A: AnyType, B: AnyType, C: AnyType, D: AnyType, E: AnyType, F: AnyType
](ref a: A, ref b: B, ref c: C, ref d: D, ref e: E, ref f: F) -> _ZipAnd[type_of(zip(a, b, c, d, e)), type_of(f.__iter__())]:
    """Walks six together and ends with the shortest."""
    return _ZipAnd(zip(a, b, c, d, e), f.__iter__())


@always_inline
def map[
    T: AnyType, R: AnyType, From: AnyType, //, function: def(From) thin -> R
](ref iterable: T) -> _Map[type_of(iterable.__iter__()), From, R, function]:
    """The results of a function for all elements.

    Example:

    ```mojo
    def square(x: Int) -> Int:
        return x * x

    for y in map[square]([1, 2, 3]):
        print(y, end=" ")  # 1 4 9
    ```
    """
    return _Map[type_of(iterable.__iter__()), From, R, function](iterable.__iter__())


@always_inline
def filter[
    T: AnyType, From: AnyType, //, predicate: def(From) thin -> Bool
](ref iterable: T) -> _Filter[type_of(iterable.__iter__()), From, predicate]:
    """The elements for which a function is true.

    Example:

    ```mojo
    def is_even(x: Int) -> Bool:
        return x % 2 == 0

    for x in filter[is_even]([1, 2, 3, 4]):
        print(x, end=" ")  # 2 4
    ```
    """
    return _Filter[type_of(iterable.__iter__()), From, predicate](iterable.__iter__())


@always_inline
def chain[
    A: AnyType, B: AnyType
](ref a: A, ref b: B) -> _Chain[type_of(a.__iter__()), type_of(b.__iter__())]:
    """The elements of one, then those of the other.

    Example:

    ```mojo
    from std.iter import chain

    for x in chain([1, 2], [3]):
        print(x, end=" ")  # 1 2 3
    ```
    """
    return _Chain(a.__iter__(), b.__iter__(), False)


@always_inline
def chain[
    A: AnyType, B: AnyType, C: AnyType
](ref a: A, ref b: B, ref c: C) -> _Chain[type_of(chain(a, b)), type_of(c.__iter__())]:
    """The elements of three, one after the other."""
    return _Chain(chain(a, b), c.__iter__(), False)


@always_inline
def chain[
    A: AnyType, B: AnyType, C: AnyType, D: AnyType
](ref a: A, ref b: B, ref c: C, ref d: D) -> _Chain[type_of(chain(a, b, c)), type_of(d.__iter__())]:
    """The elements of four, one after the other."""
    return _Chain(chain(a, b, c), d.__iter__(), False)


@always_inline
def once[T: Copyable](var value: T) -> _Once[T]:
    """One element.

    Example:

    ```mojo
    from std.iter import chain, once

    for x in chain([1, 2], once(9)):
        print(x, end=" ")  # 1 2 9
    ```
    """
    return _Once[T](Optional(value^))


@always_inline
def empty[T: Copyable]() -> _Once[T]:
    """No element.

    Example:

    ```mojo
    from std.iter import empty

    for x in empty[Int]():
        print("never", x)
    ```
    """
    return _Once[T](None)


@always_inline
def peekable[T: AnyType](ref iterable: T) -> PeekableIterator[type_of(iterable.__iter__())]:
    """An iterator that can be asked for its next element before it goes there.

    Example:

    ```mojo
    from std.iter import peekable

    var it = peekable([1, 2])
    print(it.peek().value()[], next(it), next(it), Bool(it.peek()))  # 1 1 2 False
    ```
    """
    return PeekableIterator[type_of(iterable.__iter__())](iterable.__iter__())


struct PeekableIterator[Inner: Movable](Copyable, Iterable, Iterator, Movable):
    """An iterator that knows one element more than it gave.

    Parameters:
        Inner: The iterator it takes elements from.

    Example:

    ```mojo
    from std.iter import PeekableIterator

    var it = PeekableIterator([1, 2].__iter__())
    print(it.peek().value()[], it.__next__())  # 1 1
    for x in it:
        print(x)  # 2
    ```
    """

    comptime Element = Self.Inner.Element
    """The type of the elements."""

    var _inner: Self.Inner
    var _ahead: Optional[Self.Inner.Element]

    @always_inline
    def __init__(out self, var inner: Self.Inner):
        """Takes elements from an iterator."""
        self._inner = inner^
        self._ahead = None

    @always_inline
    def __iter__(self) -> Self:
        """A copy of it."""
        return self.copy()

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        """How many elements are left, with the one it knows already."""
        var found = self._inner.bounds()
        var ahead = 1 if self._ahead else 0
        var most = Optional[Int]()
        if found[1]:
            most = found[1].value() + ahead
        return (found[0] + ahead, most)

    def __next__(mut self) raises StopIteration -> Self.Inner.Element:
        """The next element."""
        if self._ahead:
            return self._ahead.take()
        return next(self._inner)

    def peek(mut self) -> Optional[Pointer[Self.Inner.Element, origin_of(self)]]:
        """Where the next element is, or nothing at the end."""
        if not self._ahead:
            try:
                self._ahead = next(self._inner)
            except:
                return None
        return Pointer[Self.Inner.Element, origin_of(self)](to=self._ahead.value())


@fieldwise_init
struct _Enumerate[Inner: Movable](Copyable, Iterable, Iterator, Movable):
    """Counts the elements of another iterator."""

    comptime Element = Tuple[Int, Self.Inner.Element]

    var inner: Self.Inner
    var index: Int

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        return self.inner.bounds()

    @always_inline
    def __next__(mut self) raises StopIteration -> Tuple[Int, Self.Inner.Element]:
        var element = next(self.inner)
        self.index += 1
        return (self.index - 1, element^)


@fieldwise_init
struct _Zip[Inner: Movable](Copyable, Iterable, Iterator, Movable):
    """Walks an iterator, with each element in a tuple of its own."""

    comptime Element = Tuple[Self.Inner.Element]

    var inner: Self.Inner

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        return self.inner.bounds()

    @always_inline
    def __next__(mut self) raises StopIteration -> Tuple[Self.Inner.Element]:
        var element = next(self.inner)
        return (element^,)


@fieldwise_init
struct _ZipAnd[Before: Movable, Last: Movable](Copyable, Iterable, Iterator, Movable):
    """Walks an iterator of tuples and one more together: its elements become the last of the tuples."""

    comptime Element = Tuple[*Self.Before.Element.element_types, Self.Last.Element]

    var before: Self.Before
    var last: Self.Last

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        return _least(self.before.bounds(), self.last.bounds())

    @always_inline
    def __next__(mut self) raises StopIteration -> Self.Element:
        var before = self.before.__next__()
        var last = next(self.last)
        return Self.Element(_taken=before^, _and=last^)


def _least(a: Tuple[Int, Optional[Int]], b: Tuple[Int, Optional[Int]]) -> Tuple[Int, Optional[Int]]:
    # How many elements are left of two iterators that are walked together.
    var most = a[1] if a[1] else b[1]
    if a[1] and b[1]:
        most = min(a[1].value(), b[1].value())
    return (min(a[0], b[0]), most)


@fieldwise_init
struct _Map[Inner: Movable, From: AnyType, R: AnyType, function: def(From) thin -> R](Copyable, Iterable, Iterator, Movable):
    """Applies a function to the elements of another iterator."""

    comptime Element = Self.R

    var inner: Self.Inner

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        return self.inner.bounds()

    @always_inline
    def __next__(mut self) raises StopIteration -> Self.R:
        return Self.function(next(self.inner))


@fieldwise_init
struct _Filter[Inner: Movable, From: AnyType, predicate: def(From) thin -> Bool](Copyable, Iterable, Iterator, Movable):
    """Leaves out elements of another iterator."""

    comptime Element = Self.Inner.Element

    var inner: Self.Inner

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        return (0, self.inner.bounds()[1])

    def __next__(mut self) raises StopIteration -> Self.Inner.Element:
        var element = next(self.inner)
        while not Self.predicate(element):
            element = next(self.inner)
        return element^


@fieldwise_init
struct _Chain[A: Movable, B: Movable](Copyable, Iterable, Iterator, Movable):
    """Two iterators, one after the other."""

    comptime Element = Self.A.Element

    var first: Self.A
    var second: Self.B
    var is_second: Bool

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        if self.is_second:
            return self.second.bounds()
        var first = self.first.bounds()
        var second = self.second.bounds()
        var most = Optional[Int]()
        if first[1] and second[1]:
            most = first[1].value() + second[1].value()
        return (first[0] + second[0], most)

    def __next__(mut self) raises StopIteration -> Self.A.Element:
        if not self.is_second:
            try:
                return next(self.first)
            except:
                self.is_second = True
        return next(self.second)


@fieldwise_init
struct _Once[T: Copyable](Copyable, Iterable, Iterator, Movable):
    """One element or none."""

    comptime Element = Self.T

    var value: Optional[Self.T]

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        var left = 1 if self.value else 0
        return (left, Optional(left))

    def __next__(mut self) raises StopIteration -> Self.T:
        if not self.value:
            raise StopIteration()
        return self.value.take()
