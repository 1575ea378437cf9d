"""range: evenly spaced integers."""


@always_inline
def range(end: Int) -> _CountingRange:
    """0 up to but not including `end`.

    Example:

    ```mojo
    for i in range(3):
        print(i, end=" ")  # 0 1 2
    ```
    """
    return _CountingRange(0, end)


@always_inline
def range(start: Int, end: Int) -> _CountingRange:
    """`start` up to but not including `end`."""
    return _CountingRange(start, end)


@always_inline
def range(start: Int, end: Int, step: Int) -> _StridedRange:
    """`start`, `start + step`, … up or down to but not including `end`."""
    return _StridedRange(start, end, step)


@always_inline
def range[dtype: DType, //](end: Scalar[dtype]) -> _ScalarRange[dtype] where dtype != DType.int:
    """0 up to but not including `end`."""
    return _ScalarRange[dtype](Scalar[dtype](0), end, Scalar[dtype](1))


@always_inline
def range[
    dtype: DType, //
](start: Scalar[dtype], end: Scalar[dtype]) -> _ScalarRange[dtype] where dtype != DType.int:
    """`start` up to but not including `end`."""
    return _ScalarRange[dtype](start, end, Scalar[dtype](1))


@always_inline
def range[
    dtype: DType, //
](start: Scalar[dtype], end: Scalar[dtype], step: Scalar[dtype]) -> _ScalarRange[dtype] where dtype != DType.int:
    """`start`, `start + step`, … up to but not including `end`."""
    return _ScalarRange[dtype](start, end, step)


@fieldwise_init
struct _CountingRange(Iterable, CheckedIterator, Sized, TrivialRegisterPassable):
    """Consecutive integers; it is its own iterator."""

    comptime Element = Int

    var start: Int
    var end: Int

    @always_inline
    def __iter__(self) -> Self:
        return self

    @always_inline
    def __has_next__(self) -> Bool:
        return self.start < self.end

    @always_inline
    def __next__(mut self) -> Int:
        var current = self.start
        self.start = current + 1
        return current

    @always_inline
    def __len__(self) -> Int:
        return self.end - self.start if self.start < self.end else 0

    @always_inline
    def __getitem__(self, idx: Int) -> Int:
        return self.start + idx

    @always_inline
    def __reversed__(self) -> _StridedRange:
        return _StridedRange(self.end - 1, self.start - 1, -1)

    @always_inline
    def __contains__(self, value: Int) -> Bool:
        return self.start <= value and value < self.end


@fieldwise_init
struct _StridedRange(Iterable, CheckedIterator, Sized, TrivialRegisterPassable):
    """Integers at a fixed distance, up or down; it is its own iterator."""

    comptime Element = Int

    var start: Int
    var end: Int
    var step: Int

    @always_inline
    def __iter__(self) -> Self:
        return self

    @always_inline
    def __has_next__(self) -> Bool:
        return self.start < self.end if self.step > 0 else self.start > self.end

    @always_inline
    def __next__(mut self) -> Int:
        var current = self.start
        self.start = current + self.step
        return current

    @always_inline
    def __len__(self) -> Int:
        if self.step > 0:
            return (self.end - self.start + self.step - 1) // self.step if self.start < self.end else 0
        return (self.start - self.end - self.step - 1) // -self.step if self.start > self.end else 0

    @always_inline
    def __getitem__(self, idx: Int) -> Int:
        return self.start + idx * self.step

    @always_inline
    def __reversed__(self) -> _StridedRange:
        var last = self.start + (self.__len__() - 1) * self.step
        return _StridedRange(last, self.start - self.step, -self.step)


@fieldwise_init
struct _ScalarRange[dtype: DType](Iterable, CheckedIterator, Sized, TrivialRegisterPassable):
    """Numbers of another format at a fixed distance; it is its own iterator."""

    comptime Element = Scalar[Self.dtype]

    var start: Scalar[Self.dtype]
    var end: Scalar[Self.dtype]
    var step: Scalar[Self.dtype]

    @always_inline
    def __iter__(self) -> Self:
        return self

    @always_inline
    def __has_next__(self) -> Bool:
        comptime if Self.dtype.is_signed():
            if self.step < 0:
                return self.start > self.end
        return self.start < self.end

    @always_inline
    def __next__(mut self) -> Scalar[Self.dtype]:
        var current = self.start
        self.start = current + self.step
        return current

    @always_inline
    def __len__(self) -> Int:
        if not self.__has_next__():
            return 0
        return (Int(self.end) - Int(self.start) + Int(self.step) - 1) // Int(self.step)

    @always_inline
    def __getitem__(self, idx: Int) -> Scalar[Self.dtype]:
        return self.start + Scalar[Self.dtype](idx) * self.step
