"""Places in the source."""


struct SourceLocation(Stringable, TrivialRegisterPassable, Writable):
    """A line and column of a file, kept as `path:line:column`.

    Example:

    ```mojo
    from std.reflection import SourceLocation

    var here = SourceLocation(3, 5, "a.mojo")
    print(here, here.line())  # a.mojo:3:5 3
    ```

    ```mojo
    from std.reflection import SourceLocation

    var here = SourceLocation(3, 5, "a.mojo")
    print(here.file_name(), here.column(), here.col())  # a.mojo 5 5
    print(here.prefix("oops"))  # At a.mojo:3:5: oops
    ```
    """

    var _text: StaticString
    var _line: Int
    var _column: Int

    @always_inline
    @implicit
    def __init__(out self, text: StringLiteral):
        """From `path:line:column`."""
        self._text = StaticString(text)
        self._line = 0  # counted from 1: it is in the text, and so is the column
        self._column = 0

    def __init__(out self, line: Int, column: Int, file_name: StringSlice[ImmAnyOrigin]):
        """From the parts."""
        self._text = StaticString(ptr=file_name.unsafe_ptr(), length=file_name.byte_length())
        self._line = line
        self._column = column

    def _number(self, start: Int, end: Int) -> Int:
        # The number between two places of the text.
        var value = 0
        for i in range(start, end):
            value = value * 10 + self._text._byte(i) - 48
        return value

    def _line_start(self) -> Int:
        return self._text._part(0, self._text.rfind(":")).rfind(":") + 1

    def line(self) -> Int:
        """The line, counted from 1."""
        return self._line if self._line != 0 else self._number(self._line_start(), self._text.rfind(":"))

    def column(self) -> Int:
        """The column, counted from 1."""
        return self._column if self._line != 0 else self._number(self._text.rfind(":") + 1, self._text.byte_length())

    def col(self) -> Int:
        """The column, counted from 1."""
        return self.column()

    def file_name(self) -> StaticString:
        """The path of the file."""
        return self._text if self._line != 0 else self._text._part(0, self._line_start() - 1)

    def write_to(self, mut writer: Some[Writer]):
        """Writes `path:line:column`."""
        writer.write_string(self._text)
        if self._line != 0:
            writer.write(":", self._line, ":", self._column)

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes the parts."""
        writer.write("SourceLocation(_line=Int(", self.line(), "), _col=Int(", self.column(), "), _file_name='")
        writer.write(self.file_name(), "')")

    def prefix[T: AnyType](self, msg: T) -> String where conforms_to(T, Writable) or conforms_to(T, Stringable):
        """`At path:line:column: ` and a message."""
        return String("At ", self, ": ", msg)

    def __str__(self) -> String:
        """`path:line:column`."""
        return String(self)


@always_inline
def source_location(at: SourceLocation = __call_site_text()) -> SourceLocation:
    """Where this call stands.

    Example:

    ```mojo
    from std.reflection import source_location

    print(source_location().line() > 0)  # True
    ```
    """
    return at


@always_inline
def call_location[*, inline_count: Int = 1](at: SourceLocation = __call_location_text()) -> SourceLocation:
    """Where the function this call stands in was called.

    Example:

    ```mojo
    from std.reflection import call_location

    @always_inline
    def where_from() -> Int:
        return call_location().line()

    print(where_from() > 0)  # True
    ```
    """
    return at


comptime _SourceLocation = SourceLocation
