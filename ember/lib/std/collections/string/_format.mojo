"""`"{} {!r}".format(…)`: replacement fields."""

from std.format import _have_text, write_repr

comptime _UNCLOSED_START = "there is a single curly { left unclosed or unescaped"
comptime _UNCLOSED_END = "there is a single curly } left unclosed or unescaped"
comptime _TOO_FEW = "Automatic indexing require more args in *args"
comptime _BOTH = "Cannot both use manual and automatic indexing"


struct _Field:
    """What stands between braces."""

    var name: StringSlice[ImmAnyOrigin]
    """The number of the argument, or nothing."""
    var shows_source: Bool

    def __init__(out self, text: StringSlice[ImmAnyOrigin]) raises:
        """`2`, `!r`, `0!s` and the like."""
        self.shows_source = text.endswith("!r")
        if self.shows_source or text.endswith("!s"):
            self.name = text._part(0, text._length - 2)
        elif text.startswith("!"):
            raise Error('Conversion flag "', text._part(1, text._length), '" not recognized.')
        else:
            self.name = text


def _format_text[
    *Ts: AnyType
](text: StringSlice[ImmAnyOrigin], *args: *Ts) raises -> String where _have_text[*Ts]:
    # Copies `text`; `{}` takes the next argument, `{2}` that one, `{!r}` its source form; `{{` and `}}` are braces.
    var result = String(capacity=text._length)
    var next_argument = 0
    var counts = False
    var names = False
    var i = 0
    while i < text._length:
        var byte = text._byte(i)
        if byte == 123:
            if i + 1 < text._length and text._byte(i + 1) == 123:
                result._append_byte(123)
                i += 2
                continue
            var end = text.find("}", i)
            if end < 0:
                raise Error(_UNCLOSED_START)
            var field = _Field(text._part(i + 1, end))
            var number = next_argument
            if field.name._length > 0:
                names = True
                number = _argument_number(field.name, Ts.__len__())
            else:
                counts = True
                next_argument += 1
                if number >= Ts.__len__():
                    raise Error(_TOO_FEW)
            if counts and names:
                raise Error(_BOTH)
            comptime for k in range(Ts.__len__()):
                if k == number:
                    if field.shows_source:
                        write_repr(args[k], result)
                    else:
                        result.write(args[k])
            i = end + 1
        elif byte == 125:
            if i + 1 >= text._length or text._byte(i + 1) != 125:
                raise Error(_UNCLOSED_END)
            result._append_byte(125)
            i += 2
        else:
            result._append_byte(UInt8(byte))
            i += 1
    return result^


def _argument_number(field: StringSlice[ImmAnyOrigin], count: Int) raises -> Int:
    # Which argument a field names.
    var number: Int
    try:
        number = Int(field)
    except:
        raise Error("Index ", field, " not in kwargs")
    if not 0 <= number < count:
        raise Error("Index ", field, " not in *args")
    return number


def _format_problem(text: StringSlice[ImmAnyOrigin], count: Int) -> String:
    # What is wrong with a text whose fields are to be filled with so many arguments; nothing: an empty text.
    try:
        _check_fields(text, count)
        return String()
    except e:
        return String(e)


def _check_fields(text: StringSlice[ImmAnyOrigin], count: Int) raises:
    var numbered = 0
    var named = 0
    var i = 0
    while i < text._length:
        var byte = text._byte(i)
        var is_double = i + 1 < text._length and text._byte(i + 1) == byte
        if byte != 123 and byte != 125:
            i += 1
        elif is_double:
            i += 2
        elif byte == 125:
            raise Error(_UNCLOSED_END)
        else:
            var end = text.find("}", i)
            if end < 0:
                raise Error(_UNCLOSED_START)
            var field = _Field(text._part(i + 1, end))
            if field.name._length > 0:
                named += 1
                _ = _argument_number(field.name, count)
            else:
                numbered += 1
                if numbered > count:
                    raise Error(_TOO_FEW)
            if named > 0 and numbered > 0:
                raise Error(_BOTH)
            i = end + 1
