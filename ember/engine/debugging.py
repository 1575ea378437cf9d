"""Switches that have a session look at every tensor of its models.

`InferenceSession.debug.nan_check = True`, or the environment: `EMBER_DEBUG=nan-check,uninitialized-read-check,print`.
The word `line-tables` there is for compiling (`debugger.py`).
"""

from __future__ import annotations

import os
from typing import Final

from ember.engine.watching import Inspector

VARIABLE: Final = "EMBER_DEBUG"
_SWITCHES: Final = ("nan_check", "uninitialized_read_check", "print")
_FOR_COMPILING: Final = "line_tables"


class DebugSwitches:
    """What models loaded from now on do: each switch is a bool."""

    def __init__(self) -> None:
        self.nan_check = False
        """A kernel that gives NaN ends the call with an error that names it."""
        self.uninitialized_read_check = False
        """So does one that leaves elements of a floating-point result unwritten."""
        self.print = False
        """What every kernel gives is printed."""
        self._read(os.environ.get(VARIABLE, ""))

    def _read(self, text: str) -> None:
        for word in filter(None, (word.strip() for word in text.split(","))):
            name = word.replace("-", "_")
            if name == _FOR_COMPILING:
                continue
            if name not in _SWITCHES:
                known = ", ".join(switch.replace("_", "-") for switch in (*_SWITCHES, _FOR_COMPILING))  # fmt: skip
                raise ValueError(f"{VARIABLE}: there is no switch '{word}'; there are: {known}")
            setattr(self, name, True)

    def inspector(self) -> Inspector:
        """What looks at the tensors of a model loaded now."""
        return Inspector(self.print, self.nan_check, self.uninitialized_read_check)
