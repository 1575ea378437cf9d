"""enumerate, zip, map, iter, next: iterators made of iterators."""

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
def zip[A: AnyType, B: AnyType](ref a: A, ref b: B) -> _Zip2[type_of(a.__iter__()), type_of(b.__iter__())]:
    """Pairs of elements, up to the end of the shorter one.

    Example:

    ```mojo
    for number, word in zip([1, 2], ["a", "b"]):
        print(number, word, end="; ")  # 1 a; 2 b;
    ```
    """
    return _Zip2(a.__iter__(), b.__iter__())


@always_inline
def zip[
    A: AnyType, B: AnyType, C: AnyType
](ref a: A, ref b: B, ref c: C) -> _Zip3[type_of(a.__iter__()), type_of(b.__iter__()), type_of(c.__iter__())]:
    """Triples of elements, up to the end of the shortest one."""
    return _Zip3(a.__iter__(), b.__iter__(), c.__iter__())


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


@fieldwise_init
struct _Enumerate[Inner: Movable](Copyable, Iterable, Iterator, Movable):
    """Counts the elements of another iterator."""

    comptime Element = Tuple[Int, Self.Inner.Element]

    var inner: Self.Inner
    var index: Int

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    @always_inline
    def __next__(mut self) raises StopIteration -> Tuple[Int, Self.Inner.Element]:
        var element = next(self.inner)
        self.index += 1
        return (self.index - 1, element^)


@fieldwise_init
struct _Zip2[A: Movable, B: Movable](Copyable, Iterable, Iterator, Movable):
    """Walks two iterators together."""

    comptime Element = Tuple[Self.A.Element, Self.B.Element]

    var a: Self.A
    var b: Self.B

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    @always_inline
    def __next__(mut self) raises StopIteration -> Tuple[Self.A.Element, Self.B.Element]:
        var first = next(self.a)
        var second = next(self.b)
        return (first^, second^)


@fieldwise_init
struct _Zip3[A: Movable, B: Movable, C: Movable](Copyable, Iterable, Iterator, Movable):
    """Walks three iterators together."""

    comptime Element = Tuple[Self.A.Element, Self.B.Element, Self.C.Element]

    var a: Self.A
    var b: Self.B
    var c: Self.C

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    @always_inline
    def __next__(mut self) raises StopIteration -> Tuple[Self.A.Element, Self.B.Element, Self.C.Element]:
        var first = next(self.a)
        var second = next(self.b)
        var third = next(self.c)
        return (first^, second^, third^)


@fieldwise_init
struct _Map[Inner: Movable, From: AnyType, R: AnyType, function: def(From) thin -> R](Copyable, Iterable, Iterator, Movable):
    """Applies a function to the elements of another iterator."""

    comptime Element = Self.R

    var inner: Self.Inner

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    @always_inline
    def __next__(mut self) raises StopIteration -> Self.R:
        return Self.function(next(self.inner))
