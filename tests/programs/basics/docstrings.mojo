# Docstrings in modules, functions and structs are not printed.
"""Module docstring? No: only the first string literal would be one."""


def documented(x: Int) -> Int:
    """Returns x plus one.

    Args:
        x: The value.

    Returns:
        The value plus one.
    """
    return x + 1


struct Doc:
    """A struct with a docstring."""

    var x: Int
    """A field docstring."""

    def __init__(out self):
        """Makes one."""
        self.x = 3


def main():
    """Entry."""
    print(documented(1), Doc().x)
