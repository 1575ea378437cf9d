"""What can be looped over, and what gives the elements."""


trait Iterator(Movable):
    """Gives elements one after the other.

    Example:

    ```mojo
    @fieldwise_init
    struct Countdown(Iterator):
        comptime Element = Int
        var left: Int

        def __next__(mut self) raises StopIteration -> Int:
            if self.left == 0:
                raise StopIteration()
            self.left -= 1
            return self.left

    var it = Countdown(3)
    print(next(it), next(it))  # 2 1
    print(iter([5, 6, 7]).bounds()[0], iter([5, 6, 7]).nth(1).value())  # 3 6
    ```
    """

    comptime Element: AnyType
    """The type of the elements."""

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        """How many elements are left: at least the first number, at most the second if there is one."""
        comptime if conforms_to(Self, Sized):
            return (len(self), Optional(len(self)))
        else:
            return (0, Optional[Int]())

    def nth(var self, n: Int) -> Optional[Self.Element]:
        """The element after the next `n`, or nothing if there are fewer."""
        try:
            for _ in range(n):
                _ = next(self)
            return Optional(next(self))
        except:
            return None


trait CheckedIterator(Iterator):
    """An iterator that says beforehand whether there is another element.

    Example:

    ```mojo
    @fieldwise_init
    struct Twice(CheckedIterator, ImplicitlyCopyable):
        comptime Element = Int
        var left: Int

        def __iter__(self) -> Self:
            return self

        def __has_next__(self) -> Bool:
            return self.left > 0

        def __next__(mut self) -> Int:
            self.left -= 1
            return 7

    for x in Twice(2):
        print(x, end=" ")  # 7 7
    ```
    """

    def __has_next__(self) -> Bool:
        """True when there is another element."""
        ...


trait Iterable(AnyType):
    """Values that can be looped over.

    Example:

    ```mojo
    def count[T: Iterable](values: T) -> Int:
        var result = 0
        for _ in values:
            result += 1
        return result

    print(count([5, 6, 7]))  # 3
    ```
    """

    def __iter__(ref self):
        """An iterator over the elements."""
        ...


trait IterableOwned(AnyType):
    """Values that can be looped over while giving their elements away.

    Example:

    ```mojo
    var words = ["a", "b"]
    for var word in words^:
        word += "!"
        print(word, end=" ")  # a! b!
    ```
    """

    pass
