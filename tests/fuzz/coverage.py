"""Which lines of the compiler an input reached for the first time.

Python 3.12 can call back once for each line and then switch that line's callback off, so that lines known already cost
nothing. With an older Python nothing is watched, and the corpus does not grow.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import CodeType
from typing import Any

PACKAGE = str(Path(__file__).parent.parent.parent / "ember")
_TOOL = 3


class Coverage:
    """Counts lines reached since it was switched on."""

    def __init__(self) -> None:
        self.lines: set[tuple[str, int]] = set()
        monitoring: Any = getattr(sys, "monitoring", None)
        self.is_watching = monitoring is not None
        if monitoring is None:
            return
        self._disable = monitoring.DISABLE
        monitoring.use_tool_id(_TOOL, "ember-fuzz")
        monitoring.register_callback(_TOOL, monitoring.events.LINE, self._line)
        monitoring.set_events(_TOOL, monitoring.events.LINE)

    def _line(self, code: CodeType, line: int) -> Any:
        if code.co_filename.startswith(PACKAGE):
            self.lines.add((code.co_filename[len(PACKAGE) + 1 :], line))
        return self._disable
