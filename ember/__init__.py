"""Ember: a Mojo-language compiler in readable Python."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike

    from ember.binding.functions import Functions

__version__ = "0.1.0"


def compile(path: str | PathLike[str], opt_level: int = 3) -> Functions:
    """The functions of a `.mojo` file, ready to call: `ember.compile("kernels.mojo")["add"](1, 2)`.

    Arguments are numbers, texts and truth values, and arrays (NumPy's, and whatever has a buffer or speaks DLPack), whose
    memory the function works on itself. An error that the function raises is an exception.
    """
    from ember.binding.functions import compile_functions

    return compile_functions(path, opt_level)
