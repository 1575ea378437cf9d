"""count, repeat, product, chain, cycle, take_while, drop_while."""


@always_inline
def count(start: Int = 0, step: Int = 1) -> _Count:
    """`start`, `start + step`, … without end.

    Example:

    ```mojo
    from std.itertools import count

    for i in count(10, 5):
        if i > 20:
            break
        print(i, end=" ")  # 10 15 20
    ```
    """
    return _Count(start, step)


@fieldwise_init
struct _Count(Iterable, CheckedIterator, TrivialRegisterPassable):
    """Numbers without end."""

    comptime Element = Int

    var current: Int
    var step: Int

    @always_inline
    def __iter__(self) -> Self:
        return self

    @always_inline
    def __has_next__(self) -> Bool:
        return True

    @always_inline
    def __next__(mut self) -> Int:
        var value = self.current
        self.current += self.step
        return value


@always_inline
def repeat[T: Copyable](var element: T, *, times: Int) -> _Repeat[T]:
    """The same element `times` times.

    Example:

    ```mojo
    from std.itertools import repeat

    for word in repeat(7, times=3):
        print(word, end=" ")  # 7 7 7
    ```
    """
    return _Repeat[T](element^, times)


@fieldwise_init
struct _Repeat[T: Copyable](CheckedIterator, Copyable, Iterable, Movable):
    """The same element again and again."""

    comptime Element = Self.T

    var element: Self.T
    var left: Int

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    @always_inline
    def __has_next__(self) -> Bool:
        return self.left > 0

    @always_inline
    def __next__(mut self) -> Self.T:
        self.left -= 1
        return self.element.copy()


@always_inline
def product[
    A: AnyType, B: AnyType
](ref a: A, ref b: B) -> _Product2[type_of(a.__iter__()), type_of(b.__iter__())]:
    """All pairs, the second element changing fastest.

    Example:

    ```mojo
    from std.itertools import product

    for x, y in product([1, 2], [3, 4]):
        print(x * y, end=" ")  # 3 4 6 8
    ```
    """
    return _Product2(a.__iter__(), b.__iter__())


struct _Product2[A: Copyable, B: Copyable](CheckedIterator, Copyable, Iterable, Movable):
    """All pairs of the elements of two iterators."""

    comptime Element = Tuple[Self.A.Element, Self.B.Element]

    var outer: Self.A
    var inner_start: Self.B
    var inner: Self.B
    var current: Optional[Self.A.Element]

    def __init__(out self, var outer: Self.A, var inner: Self.B):
        """Starts at the first pair."""
        self.outer = outer^
        self.inner_start = inner.copy()
        self.inner = inner^
        self.current = None
        if self.outer.__has_next__():
            self.current = self.outer.__next__().copy()

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def __has_next__(self) -> Bool:
        if not self.current:
            return False
        return self.inner.__has_next__() or (self.outer.__has_next__() and self.inner_start.__has_next__())

    def __next__(mut self) -> Tuple[Self.A.Element, Self.B.Element]:
        if not self.inner.__has_next__():
            self.inner = self.inner_start.copy()
            self.current = self.outer.__next__().copy()
        return (self.current.value().copy(), self.inner.__next__().copy())


@always_inline
def chain[
    A: AnyType, B: AnyType
](ref a: A, ref b: B) -> _Chain[type_of(a.__iter__()), type_of(b.__iter__())]:
    """The elements of one, then of the other.

    Example:

    ```mojo
    from std.itertools import chain

    for x in chain([1, 2], [3]):
        print(x, end=" ")  # 1 2 3
    ```
    """
    return _Chain(a.__iter__(), b.__iter__())


@fieldwise_init
struct _Chain[A: Movable, B: Movable](CheckedIterator, Copyable, Iterable, Movable):
    """Two iterators, one after the other."""

    comptime Element = Self.A.Element

    var first: Self.A
    var second: Self.B

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    @always_inline
    def __has_next__(self) -> Bool:
        return self.first.__has_next__() or self.second.__has_next__()

    @always_inline
    def __next__(mut self) -> Self.A.Element:
        if self.first.__has_next__():
            return self.first.__next__().copy()
        return self.second.__next__().copy()


@always_inline
def cycle[T: AnyType](ref iterable: T) -> _Cycle[type_of(iterable.__iter__())]:
    """The elements over and over.

    Example:

    ```mojo
    from std.itertools import cycle, take

    for x in take(cycle([1, 2]), 5):
        print(x, end=" ")  # 1 2 1 2 1
    ```
    """
    return _Cycle(iterable.__iter__(), iterable.__iter__())


@fieldwise_init
struct _Cycle[Inner: Copyable](CheckedIterator, Copyable, Iterable, Movable):
    """An iterator that starts anew at its end."""

    comptime Element = Self.Inner.Element

    var start: Self.Inner
    var current: Self.Inner

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    @always_inline
    def __has_next__(self) -> Bool:
        return self.start.__has_next__()

    @always_inline
    def __next__(mut self) -> Self.Inner.Element:
        if not self.current.__has_next__():
            self.current = self.start.copy()
        return self.current.__next__().copy()


@always_inline
def take[T: AnyType](ref iterable: T, n: Int) -> _Take[type_of(iterable.__iter__())]:
    """At most `n` elements.

    Example:

    ```mojo
    from std.itertools import take

    for x in take([1, 2, 3, 4], 2):
        print(x, end=" ")  # 1 2
    ```
    """
    return _Take(iterable.__iter__(), n)


@fieldwise_init
struct _Take[Inner: Movable](CheckedIterator, Copyable, Iterable, Movable):
    """The first elements of an iterator."""

    comptime Element = Self.Inner.Element

    var inner: Self.Inner
    var left: Int

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    @always_inline
    def __has_next__(self) -> Bool:
        return self.left > 0 and self.inner.__has_next__()

    @always_inline
    def __next__(mut self) -> Self.Inner.Element:
        self.left -= 1
        return self.inner.__next__().copy()


@always_inline
def take_while[
    T: AnyType, E: AnyType, //, predicate: def(E) thin -> Bool
](ref iterable: T) -> List[E]:
    """The elements before the first that does not fit.

    Example:

    ```mojo
    from std.itertools import take_while

    def small(x: Int) -> Bool:
        return x < 3

    print(take_while[small]([1, 2, 3, 1]))  # [1, 2]
    ```
    """
    var result = List[E]()
    for item in iterable:
        if not predicate(item):
            break
        result.append(item.copy())
    return result^


@always_inline
def drop_while[
    T: AnyType, E: AnyType, //, predicate: def(E) thin -> Bool
](ref iterable: T) -> List[E]:
    """The elements from the first that does not fit on.

    Example:

    ```mojo
    from std.itertools import drop_while

    def small(x: Int) -> Bool:
        return x < 3

    print(drop_while[small]([1, 2, 3, 1]))  # [3, 1]
    ```
    """
    var result = List[E]()
    var dropping = True
    for item in iterable:
        if dropping and predicate(item):
            continue
        dropping = False
        result.append(item.copy())
    return result^
