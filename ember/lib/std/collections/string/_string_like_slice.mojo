"""What String does as StringSlice does, through a view of its bytes: searching, splitting, cases, padding."""

from std.collections.string._split import _split_at, _split_lines, _split_words
from std.collections.string.string import String
from std.format import _have_text


__extension String:
    def find(self, substr: StringSlice[ImmAnyOrigin], start: Int = 0) -> Int:
        """Where `substr` first occurs, or -1."""
        return self._view().find(substr, start)

    def rfind(self, substr: StringSlice[ImmAnyOrigin], start: Int = 0) -> Int:
        """Where `substr` last occurs, or -1."""
        return self._view().rfind(substr, start)

    def count(self, substr: StringSlice[ImmAnyOrigin]) -> Int:
        """How often `substr` occurs."""
        return self._view().count(substr)

    def replace(self, old: StringSlice[ImmAnyOrigin], new: StringSlice[ImmAnyOrigin]) -> String:
        """With every `old` replaced."""
        return self._view().replace(old, new)

    def startswith(self, prefix: StringSlice[ImmAnyOrigin], start: Int = 0, end: Int = -1) -> Bool:
        """True when it begins with `prefix`."""
        return self._view().startswith(prefix, start, end)

    def endswith(self, suffix: StringSlice[ImmAnyOrigin], start: Int = 0, end: Int = -1) -> Bool:
        """True when it ends with `suffix`."""
        return self._view().endswith(suffix, start, end)

    def removeprefix(ref self, prefix: StringSlice[ImmAnyOrigin], /) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """Without `prefix` at the start."""
        return self.as_string_slice().removeprefix(prefix)

    def removesuffix(ref self, suffix: StringSlice[ImmAnyOrigin], /) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """Without `suffix` at the end."""
        return self.as_string_slice().removesuffix(suffix)

    def strip(ref self) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """Without white space around it."""
        return self.as_string_slice().strip()

    def strip(ref self, chars: StringSlice[ImmAnyOrigin]) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """Without the given characters around it."""
        return self.as_string_slice().strip(chars)

    def lstrip(ref self) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """Without white space before it."""
        return self.as_string_slice().lstrip()

    def lstrip(ref self, chars: StringSlice[ImmAnyOrigin]) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """Without the given characters before it."""
        return self.as_string_slice().lstrip(chars)

    def rstrip(ref self) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """Without white space after it."""
        return self.as_string_slice().rstrip()

    def rstrip(ref self, chars: StringSlice[ImmAnyOrigin]) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """Without the given characters after it."""
        return self.as_string_slice().rstrip(chars)

    def upper(self) -> String:
        """In upper case."""
        return self._view().upper()

    def lower(self) -> String:
        """In lower case."""
        return self._view().lower()

    @__only_2025("the parts are views of the text")
    def split(self, sep: StringSlice[ImmAnyOrigin], maxsplit: Int = -1) -> List[String]:
        """The parts between occurrences of `sep`, copied."""
        return _split_at[String](self._view(), sep, maxsplit)

    def split(self, sep: StringSlice[ImmAnyOrigin], maxsplit: Int = -1) -> List[StringSlice[origin_of(self)._get_owned_interior["bytes"]]]:
        """The parts between occurrences of `sep`; an empty `sep` is between any two characters."""
        return _split_at[StringSlice[origin_of(self)]](self._view(), sep, maxsplit)

    @__only_2025("the words are views of the text")
    def split(self, sep: NoneType = None, *, maxsplit: Int = -1) -> List[String]:
        """The words, copied."""
        return _split_words[String](self._view(), maxsplit)

    def split(self, sep: NoneType = None, *, maxsplit: Int = -1) -> List[StringSlice[origin_of(self)._get_owned_interior["bytes"]]]:
        """The words; after `maxsplit` of them the rest as it is."""
        return _split_words[StringSlice[origin_of(self)]](self._view(), maxsplit)

    @__only_2025("the lines are views of the text")
    def splitlines(self, keepends: Bool = False) -> List[String]:
        """The lines, copied."""
        return _split_lines[String](self._view(), keepends)

    def splitlines(self, keepends: Bool = False) -> List[StringSlice[origin_of(self)._get_owned_interior["bytes"]]]:
        """The lines."""
        return _split_lines[StringSlice[origin_of(self)]](self._view(), keepends)

    def join[*Ts: AnyType](self, *elements: *Ts) -> String:
        """The texts of the arguments, or of the elements of a single list, with this text between them."""
        return self._view().join(*elements)

    def format[
        *Ts: AnyType
    ](self, *args: *Ts) raises -> String where (_have_text[*Ts], "[not-writable] must conform to trait 'Writable' to be shown as text"):
        """Fills the `{}` fields."""
        return self._view().format(*args)

    def isspace(self) -> Bool:
        """True when all characters are white space."""
        return self._view().isspace()

    def is_ascii_whitespace(self) -> Bool:
        """True when all characters are ASCII white space."""
        return self._view().isspace()

    def is_ascii_digit(self) -> Bool:
        """True when all characters are digits."""
        return self._view().is_ascii_digit()

    def isdigit(self) -> Bool:
        """True when all characters are digits."""
        return self._view().is_ascii_digit()

    def is_ascii_printable(self) -> Bool:
        """True when all characters are visible ASCII."""
        return self._view().is_ascii_printable()

    def isprintable(self) -> Bool:
        """True when all characters are visible ASCII."""
        return self._view().is_ascii_printable()

    def isupper(self) -> Bool:
        """True when there are letters and all are upper case."""
        return self._view().isupper()

    def islower(self) -> Bool:
        """True when there are letters and all are lower case."""
        return self._view().islower()

    def ascii_ljust(self, width: Int, fillchar: StringSlice[ImmAnyOrigin] = " ") -> String:
        """Padded at the end."""
        return self._view().ascii_ljust(width, fillchar)

    def ascii_rjust(self, width: Int, fillchar: StringSlice[ImmAnyOrigin] = " ") -> String:
        """Padded at the start."""
        return self._view().ascii_rjust(width, fillchar)

    def ascii_center(self, width: Int, fillchar: StringSlice[ImmAnyOrigin] = " ") -> String:
        """Padded on both sides."""
        return self._view().ascii_center(width, fillchar)

    def ljust(self, width: Int, fillchar: StringSlice[ImmAnyOrigin] = " ") -> String:
        """Padded at the end."""
        return self._view().ascii_ljust(width, fillchar)

    def rjust(self, width: Int, fillchar: StringSlice[ImmAnyOrigin] = " ") -> String:
        """Padded at the start."""
        return self._view().ascii_rjust(width, fillchar)

    def center(self, width: Int, fillchar: StringSlice[ImmAnyOrigin] = " ") -> String:
        """Padded on both sides."""
        return self._view().ascii_center(width, fillchar)

    def __int__(self) raises -> Int:
        """The number the text spells."""
        return Int(self._view())

    def __float__(self) raises -> Float64:
        """The number the text spells."""
        return Float64(self._view())
