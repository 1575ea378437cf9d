"""Places in the source."""


@fieldwise_init
struct SourceLocation(Copyable, ImplicitlyCopyable, Movable, Stringable, Writable):
    """A line and column of a file."""

    var _line: Int
    var _col: Int
    var _file_name: StaticString

    def line(self) -> Int:
        """The line, counted from 1."""
        return self._line

    def column(self) -> Int:
        """The column, counted from 1."""
        return self._col

    def col(self) -> Int:
        """The column, counted from 1."""
        return self._col

    def file_name(self) -> StaticString:
        """The path of the file."""
        return self._file_name

    def write_to(self, mut writer: Some[Writer]):
        """Writes `path:line:column`."""
        writer.write(self._file_name, ":", self._line, ":", self._col)

    def prefix[T: AnyType](self, msg: T) -> String:
        """`At path:line:column: ` and a message."""
        return String("At ", self, ": ", msg)

    def __str__(self) -> String:
        """`path:line:column`."""
        return String(self)


@always_inline
def source_location() -> SourceLocation:
    """Where this call stands."""
    var place = __call_location()
    return SourceLocation(place[0], place[1], StaticString(place[2]))


@always_inline
def call_location[*, inline_count: Int = 1]() -> SourceLocation:
    """Where the function this call stands in was called."""
    var place = __call_location()
    return SourceLocation(place[0], place[1], StaticString(place[2]))


comptime _SourceLocation = SourceLocation
