"""TString: the value of a `t"…"` string."""

from std.format import _have_text


struct TString(Copyable, ImplicitlyCopyable, Movable, Stringable, Writable):
    """The value of a `t"…"` string.

    Example:

    ```mojo
    var x = 7
    print(t"x is {x}")  # x is 7
    ```
    """

    var _text: String

    def __init__[
        *Ts: AnyType
    ](out self, *parts: *Ts) where (_have_text[*Ts], "[not-writable] must conform to trait 'Writable' to be shown as text"):
        """Joins the texts of all parts."""
        self._text = String()
        comptime for i in range(Ts.__len__()):
            self._text.write(parts[i])

    def write_to(self, mut writer: Some[Writer]):
        """Writes the text."""
        self._text.write_to(writer)

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes the text in quotes."""
        self._text.write_repr_to(writer)

    def __str__(self) -> String:
        """The text."""
        return self._text
