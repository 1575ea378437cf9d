"""repr: the source form of a value."""


def repr[T: AnyType](value: T) -> String:
    """The text that would make the value."""
    comptime if conforms_to(T, Writable):
        var text = String()
        value.write_repr_to(text)
        return text^
    else:
        return value.__repr__()


def repr(value: NoneType) -> String:
    """The text `None`."""
    return "None"
