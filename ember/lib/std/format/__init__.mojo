"""Writable and Writer: how values become text."""


trait Writer:
    """Somewhere text goes. A writer defines `write_string` or, in the spelling of 2025, `write_bytes`.

    Example:

    ```mojo
    struct Counter(Writer):
        var bytes: Int

        def __init__(out self):
            self.bytes = 0

        def write_string(mut self, text: StringSlice):
            self.bytes += text.byte_length()

    var counter = Counter()
    counter.write("hello ", 42)
    print(counter.bytes)  # 8
    ```

    ```mojo
    var text = String()
    text.write_bytes("abc".as_bytes())
    print(text)  # abc
    ```
    """

    def write_string(mut self, string: StringSlice[ImmAnyOrigin]):
        """Takes a piece of text."""
        self.write_bytes(string.as_bytes())

    def write_bytes(mut self, bytes: Span[Byte, _]):
        """Takes the bytes of a piece of text."""
        self.write_string(StringSlice(unsafe_from_utf8=bytes))

    @always_inline
    def write[
        *Ts: AnyType
    ](mut self, *args: *Ts) where (_have_text[*Ts], "[not-writable] must conform to trait 'Writable' to be written"):
        """Takes the text of every argument."""
        comptime for i in range(Ts.__len__()):
            write_value(args[i], self)


trait Writable(AnyType):
    """Values with a text form; by default the type's name and all fields.

    Example:

    ```mojo
    @fieldwise_init
    struct Point(Writable):
        var x: Int
        var y: Int

        def write_to(self, mut writer: Some[Writer]):
            writer.write("(", self.x, " | ", self.y, ")")

    print(Point(1, 2))  # (1 | 2)
    ```

    ```mojo
    var text = String()
    "a".write_repr_to(text)
    print(text)  # 'a'
    ```
    """

    def write_to(self, mut writer: Some[Writer]):
        """Writes `Point(x=1, y=2)`."""
        writer.write_string(__type_name[Self]())
        writer.write_string("(")
        comptime for i in range(__struct_field_count[Self]()):
            comptime if i > 0:
                writer.write_string(", ")
            writer.write_string(__struct_field_name[Self, i]())
            writer.write_string("=")
            write_value(__struct_field_ref[i](self), writer)
        writer.write_string(")")

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `Point(x=Int(1), y=Int(2))`, or what `__repr__` gives if the type is `Representable`."""
        comptime if conforms_to(Self, Representable):
            writer.write(self.__repr__())
        else:
            writer.write_string(__type_name[Self]())
            writer.write_string("(")
            comptime for i in range(__struct_field_count[Self]()):
                comptime if i > 0:
                    writer.write_string(", ")
                writer.write_string(__struct_field_name[Self, i]())
                writer.write_string("=")
                write_repr(__struct_field_ref[i](self), writer)
            writer.write_string(")")


comptime Formattable = Writable
"""An older name of `Writable`.

Example:

```mojo
from std.format import Formattable

def show[T: Formattable](value: T):
    print(value)

show(7)
# prints: 7
```
"""
comptime Formatter = Writer
"""An older name of `Writer`."""

comptime _has_text[others: Bool, T: AnyType] = others and (conforms_to(T, Writable) or conforms_to(T, Stringable))
comptime _have_text[*Ts: AnyType] = conforms_to(Ts, Writable) or __pack_reduce[Ts, True, _has_text]
"""Whether all types have a text: by `write_to`, or by `__str__` in the spelling of 2025."""


@always_inline
def write_value[
    T: AnyType
](value: T, mut writer: Some[Writer]) where (_have_text[T], "[not-writable] must conform to trait 'Writable' to be printed"):
    """Writes the text of a value: by `write_to`, or by `__str__` in the spelling of 2025.

    Example:

    ```mojo
    from std.format import write_value

    var text = String()
    write_value(7, text)
    print(text)  # 7
    ```
    """
    comptime if conforms_to(T, Writable):
        value.write_to(writer)
    elif conforms_to(T, Stringable):
        writer.write_string(value.__str__().as_string_slice())
    else:
        comptime assert False, "a value of type '" + __type_name[T]() + "' cannot be printed: the type must conform to trait 'Writable'"


@always_inline
def write_repr[T: AnyType](value: T, mut writer: Some[Writer]):
    """Writes the source form of a value.

    Example:

    ```mojo
    from std.format import write_repr

    var text = String()
    write_repr("a", text)
    print(text)  # 'a'
    ```
    """
    comptime if conforms_to(T, Writable):
        value.write_repr_to(writer)
    elif conforms_to(T, Representable):
        writer.write_string(value.__repr__().as_string_slice())
    else:
        comptime assert False, "a value of type '" + __type_name[T]() + "' cannot be shown: the type must conform to trait 'Writable'"


def write_sequence_to[
    *Ts: AnyType
](mut writer: Some[Writer], *args: *Ts, sep: StaticString = ", ") where (_have_text[*Ts], "[not-writable] must conform to trait 'Writable' to be written"):
    """Writes the arguments with `sep` between them.

    Example:

    ```mojo
    from std.format import write_sequence_to

    var text = String()
    write_sequence_to(text, 1, "b", 2.5, sep="; ")
    print(text)  # 1; b; 2.5
    ```
    """
    comptime for i in range(Ts.__len__()):
        comptime if i > 0:
            writer.write_string(sep)
        write_value(args[i], writer)
