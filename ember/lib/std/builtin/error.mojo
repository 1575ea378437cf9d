"""Error: what `raise` carries."""

from std.format import _have_text


struct Error(Boolable, Copyable, Deinitable, ImplicitlyCopyable, Movable, Representable, Stringable, Writable):
    """A text that says what went wrong.

    Example:

    ```mojo
    try:
        raise Error("no such door: ", 7)
    except e:
        print(e)  # no such door: 7
    ```

    ```mojo
    print(Error("no luck").as_string_slice())  # no luck
    ```
    """

    var _text: String

    @always_inline
    def __init__(out self):
        """An error without text."""
        self._text = String()

    @always_inline
    @implicit
    def __init__(out self, value: StringLiteral):
        """An error with a text."""
        self._text = String(value)

    @always_inline
    @implicit
    def __init__(out self, var value: String):
        """An error with a text."""
        self._text = value^

    @implicit
    def __init__(out self, value: StringSlice[ImmAnyOrigin]):
        """An error with a text."""
        self._text = String(value)

    @implicit
    def __init__[T: Writable](out self, value: T):
        """An error with the text of an error of another type.

        Example:

        ```mojo
        def find(x: Int) raises Int:
            raise x

        def main() raises:
            try:
                find(7)
            except e:
                print(e + 1)  # 8

            def twice() raises:
                find(7)

            try:
                twice()
            except e:
                print(e)  # 7
        ```
        """
        self._text = String()
        value.write_to(self._text)

    def __init__[
        *Ts: AnyType
    ](out self, *args: *Ts) where (_have_text[*Ts], "[not-writable] must conform to trait 'Writable' to be shown as text"):
        """An error whose text is that of all arguments, joined."""
        self._text = String()
        comptime for i in range(Ts.__len__()):
            self._text._write_apart(args[i])

    def __bool__(self) -> Bool:
        """True when there is a text."""
        return self._text.byte_length() > 0

    def as_string_slice(self) -> StringSlice[origin_of(self._text)]:
        """The text."""
        return self._text.as_string_slice()

    def get_stack_trace(self) -> Optional[String]:
        """The calls that were open where the error was raised: never known, as none are recorded.

        Example:

        ```mojo
        print(Error("no luck").get_stack_trace())  # None
        ```
        """
        return None

    def write_to(self, mut writer: Some[Writer]):
        """Writes the text."""
        self._text.write_to(writer)

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `Error('text')`."""
        writer.write_string("Error(")
        self._text.write_repr_to(writer)
        writer.write_string(")")

    def __str__(self) -> String:
        """The text."""
        return self._text

    def __repr__(self) -> String:
        """`Error('text')`."""
        var text = String()
        self.write_repr_to(text)
        return text^
