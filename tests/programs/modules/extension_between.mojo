"""Passes extensions on to those who import it, and asks about traits without importing any."""
from extension_traits import greeting


trait Named:
    ...


def kind[T: AnyType](value: T) -> String:
    comptime if conforms_to(T, Writable):
        return "writable"
    else:
        return "not writable"
