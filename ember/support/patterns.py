"""Regular expressions that are compiled when they are first used.

Compiling one takes as long as importing a small module, and most runs of the compiler need few of those it has: the ones
for errors, for GPUs, for rare syntax.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, Generic, cast


def lazy(pattern: AnyStr, flags: int | re.RegexFlag = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` gives, made when it is first asked for something."""
    return cast("re.Pattern[AnyStr]", _Lazy(pattern, flags))


class _Lazy(Generic[AnyStr]):
    """Stands for a compiled pattern; keeps what it was asked for."""

    def __init__(self, pattern: AnyStr, flags: int | re.RegexFlag) -> None:
        self._given: tuple[AnyStr, int | re.RegexFlag] = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._given), name)
        self.__dict__[name] = found
        return found
