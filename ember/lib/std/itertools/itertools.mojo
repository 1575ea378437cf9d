"""count, repeat, product, cycle, take, drop, take_while, drop_while."""

from std.builtin.debug_assert import _assert_failed


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
    """All combinations of an element of each, those of the last changing fastest.

    Example:

    ```mojo
    from std.itertools import product

    for x, y in product([1, 2], [3, 4]):
        print(x * y, end=" ")  # 3 4 6 8
    print()
    for x, y, z in product(range(2), range(2), range(2)):
        print(4 * x + 2 * y + z, end=" ")  # 0 1 2 3 4 5 6 7
    ```
    """
    return _Product2(a.__iter__(), b.__iter__())


@always_inline
def product[
    A: AnyType, B: AnyType, C: AnyType
](ref a: A, ref b: B, ref c: C) -> _Product3[type_of(a.__iter__()), type_of(b.__iter__()), type_of(c.__iter__())]:
    """All combinations of three."""
    return _Product3(_Product2(a.__iter__(), _Product2(b.__iter__(), c.__iter__())))


@always_inline
def product[
    A: AnyType, B: AnyType, C: AnyType, D: AnyType
](ref a: A, ref b: B, ref c: C, ref d: D) -> _Product4[
    type_of(a.__iter__()), type_of(b.__iter__()), type_of(c.__iter__()), type_of(d.__iter__())
]:
    """All combinations of four."""
    return _Product4(
        _Product2(_Product2(a.__iter__(), b.__iter__()), _Product2(c.__iter__(), d.__iter__()))
    )


struct _Product2[A: Copyable, B: Copyable](Copyable, Iterable, Iterator, Movable):
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

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        var outer = self.outer.bounds()
        var inner = self.inner_start.bounds()
        var rest = self.inner.bounds() if self.current else (0, Optional(0))
        var most = Optional[Int]()
        if outer[1] and inner[1] and rest[1]:
            most = outer[1].value() * inner[1].value() + rest[1].value()
        return (outer[0] * inner[0] + rest[0], most)

    def __next__(mut self) raises StopIteration -> Tuple[Self.A.Element, Self.B.Element]:
        if not self.current:
            self.current = next(self.outer)
        while True:
            try:
                return (self.current.value().copy(), next(self.inner))
            except:
                self.inner = self.inner_start.copy()
            self.current = next(self.outer)
            var probe = self.inner_start.copy()
            _ = next(probe)


@fieldwise_init
struct _Product3[A: Copyable, B: Copyable, C: Copyable](Copyable, Iterable, Iterator, Movable):
    """All triples."""

    comptime Element = Tuple[Self.A.Element, Self.B.Element, Self.C.Element]

    var pairs: _Product2[Self.A, _Product2[Self.B, Self.C]]

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        return self.pairs.bounds()

    def __next__(mut self) raises StopIteration -> Tuple[Self.A.Element, Self.B.Element, Self.C.Element]:
        var found = next(self.pairs)
        return (found[0].copy(), found[1][0].copy(), found[1][1].copy())


@fieldwise_init
struct _Product4[A: Copyable, B: Copyable, C: Copyable, D: Copyable](Copyable, Iterable, Iterator, Movable):
    """All combinations of four."""

    comptime Element = Tuple[Self.A.Element, Self.B.Element, Self.C.Element, Self.D.Element]

    var pairs: _Product2[_Product2[Self.A, Self.B], _Product2[Self.C, Self.D]]

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        return self.pairs.bounds()

    def __next__(
        mut self,
    ) raises StopIteration -> Tuple[Self.A.Element, Self.B.Element, Self.C.Element, Self.D.Element]:
        var found = next(self.pairs)
        return (found[0][0].copy(), found[0][1].copy(), found[1][0].copy(), found[1][1].copy())


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
struct _Cycle[Inner: Copyable](Copyable, Iterable, Iterator, Movable):
    """An iterator that starts anew at its end."""

    comptime Element = Self.Inner.Element

    var start: Self.Inner
    var current: Self.Inner

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def __next__(mut self) raises StopIteration -> Self.Inner.Element:
        try:
            return next(self.current)
        except:
            self.current = self.start.copy()
        return next(self.current)


@always_inline
def take[T: AnyType](ref iterable: T, count: Int) -> _Take[type_of(iterable.__iter__())]:
    """At most `count` elements.

    Example:

    ```mojo
    from std.itertools import take

    for x in take([1, 2, 3, 4], 2):
        print(x, end=" ")  # 1 2
    ```
    """
    return _Take(iterable.__iter__(), count)


@fieldwise_init
struct _Take[Inner: Movable](Copyable, Iterable, Iterator, Movable):
    """The first elements of an iterator."""

    comptime Element = Self.Inner.Element

    var inner: Self.Inner
    var left: Int

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        var found = self.inner.bounds()
        var most = self.left
        if found[1]:
            most = min(most, found[1].value())
        return (min(self.left, found[0]), Optional(most))

    def __next__(mut self) raises StopIteration -> Self.Inner.Element:
        if self.left <= 0:
            raise StopIteration()
        self.left -= 1
        return next(self.inner)


@always_inline
def drop[T: AnyType](ref iterable: T, count: Int, *, _at: StaticString = __call_site_text()) -> _Drop[type_of(iterable.__iter__())]:
    """The elements after the first `count`.

    Example:

    ```mojo
    from std.itertools import drop

    for x in drop([1, 2, 3, 4], 2):
        print(x, end=" ")  # 3 4
    ```
    """
    if count < 0:
        _assert_failed(_at, "The drop count must be non-negative")
    return _Drop(iterable.__iter__(), count)


@fieldwise_init
struct _Drop[Inner: Movable](Copyable, Iterable, Iterator, Movable):
    """An iterator without its first elements."""

    comptime Element = Self.Inner.Element

    var inner: Self.Inner
    var left: Int

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        var found = self.inner.bounds()
        var most = Optional[Int]()
        if found[1]:
            most = max(0, found[1].value() - self.left)
        return (max(0, found[0] - self.left), most)

    def __next__(mut self) raises StopIteration -> Self.Inner.Element:
        while self.left > 0:
            self.left -= 1
            _ = next(self.inner)
        return next(self.inner)


@always_inline
def take_while[
    T: AnyType, E: AnyType, //, predicate: def(E) thin -> Bool
](ref iterable: T) -> _TakeWhile[type_of(iterable.__iter__()), E, predicate]:
    """The elements before the first that does not fit.

    Example:

    ```mojo
    from std.itertools import take_while

    def small(x: Int) -> Bool:
        return x < 3

    for x in take_while[small]([1, 2, 3, 1]):
        print(x, end=" ")  # 1 2
    ```
    """
    return _TakeWhile[type_of(iterable.__iter__()), E, predicate](iterable.__iter__(), False)


@fieldwise_init
struct _TakeWhile[Inner: Movable, E: AnyType, predicate: def(E) thin -> Bool](Copyable, Iterable, Iterator, Movable):
    """An iterator that ends where a function says so."""

    comptime Element = Self.Inner.Element

    var inner: Self.Inner
    var is_over: Bool

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        return (0, self.inner.bounds()[1] if not self.is_over else Optional(0))

    def __next__(mut self) raises StopIteration -> Self.Inner.Element:
        if self.is_over:
            raise StopIteration()
        var element = next(self.inner)
        if not Self.predicate(element):
            self.is_over = True
            raise StopIteration()
        return element^


@always_inline
def drop_while[
    T: AnyType, E: AnyType, //, predicate: def(E) thin -> Bool
](ref iterable: T) -> _DropWhile[type_of(iterable.__iter__()), E, predicate]:
    """The elements from the first that does not fit on.

    Example:

    ```mojo
    from std.itertools import drop_while

    def small(x: Int) -> Bool:
        return x < 3

    for x in drop_while[small]([1, 2, 3, 1]):
        print(x, end=" ")  # 3 1
    ```
    """
    return _DropWhile[type_of(iterable.__iter__()), E, predicate](iterable.__iter__(), True)


@fieldwise_init
struct _DropWhile[Inner: Movable, E: AnyType, predicate: def(E) thin -> Bool](Copyable, Iterable, Iterator, Movable):
    """An iterator that starts where a function no longer holds."""

    comptime Element = Self.Inner.Element

    var inner: Self.Inner
    var is_dropping: Bool

    @always_inline
    def __iter__(self) -> Self:
        return self.copy()

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        return (0, self.inner.bounds()[1])

    def __next__(mut self) raises StopIteration -> Self.Inner.Element:
        var element = next(self.inner)
        while self.is_dropping and Self.predicate(element):
            element = next(self.inner)
        self.is_dropping = False
        return element^
