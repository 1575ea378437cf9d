"""repr: the source form of a value."""


def repr[T: AnyType](value: T) -> String:
    """The text that would make the value.

    Example:

    ```mojo
    print(repr("a"), repr(1.5))  # 'a' Float64(1.5)
    ```
    """
    comptime if conforms_to(T, Writable):
        var text = String()
        value.write_repr_to(text)
        return text^
    else:
        comptime assert conforms_to(T, Representable), "the value has no representation"
        return value.__repr__()


def repr(value: NoneType) -> String:
    """The text `None`."""
    return "None"
