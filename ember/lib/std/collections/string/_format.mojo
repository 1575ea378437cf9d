"""`"{} {!r}".format(…)`: replacement fields."""


def _format_text[*Ts: AnyType](text: StringSlice[ImmAnyOrigin], *args: *Ts) raises -> String:
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
                raise Error("there is a single curly { left unclosed or unescaped")
            var field = text._part(i + 1, end)
            var shows_source = False
            if field.endswith("!r"):
                shows_source = True
                field = field._part(0, field._length - 2)
            elif field.endswith("!s"):
                field = field._part(0, field._length - 2)
            elif field.startswith("!"):
                raise Error('Conversion flag "', field._part(1, field._length), '" not recognized.')
            var number = next_argument
            if field._length > 0:
                names = True
                number = _argument_number(field, Ts.__len__())
            else:
                counts = True
                next_argument += 1
                if number >= Ts.__len__():
                    raise Error("Automatic indexing require more args in *args")
            if counts and names:
                raise Error("Cannot both use manual and automatic indexing")
            comptime for k in range(Ts.__len__()):
                if k == number:
                    if shows_source:
                        args[k].write_repr_to(result)
                    else:
                        result.write(args[k])
            i = end + 1
        elif byte == 125:
            if i + 1 >= text._length or text._byte(i + 1) != 125:
                raise Error("there is a single curly } left unclosed or unescaped")
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
