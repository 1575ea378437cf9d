"""How much one compilation may use. A program that needs more gets an error that names the option to raise."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

_MACHINE_SHARE: Final = 0.8
_GROUP_LIMIT: Final = Path("/sys/fs/cgroup/memory.max")


class Budgets(NamedTuple):
    """Each is an option `--max-…` of `ember run` and `ember build`."""

    comptime_steps: int = 200_000_000
    """Ops that one piece of compile-time code may execute."""
    comptime_memory: int = 1 << 26
    """Bytes that one piece of compile-time code may have allocated at once: code that only appends reaches it before the steps."""
    unrolled_rounds: int = 1 << 18
    """Rounds of all compile-time loops together, each of which is code of the program."""
    instances: int = 100_000
    """Functions of the program: each set of parameters is one."""
    instance_depth: int = 1000
    """Instances of which each was asked for by the one before."""
    memory: int = 0
    """Bytes the compiler itself may use; 0 stands for most of the machine's."""


USUAL: Final = Budgets()


class MemoryExceeded(BaseException):
    """The compiler used more memory than it may. Not an `Exception`: nobody on the way should take it for a mistake."""

    def __init__(self, limit: int = 0) -> None:
        super().__init__(limit)
        self.limit = limit

    def __str__(self) -> str:
        size = f"{self.limit >> 20} MiB of memory" if self.limit else "its share of the memory"
        return f"compiling needs more than {size}; '--max-memory MIB' allows more"


def memory_budget(budgets: Budgets) -> int:
    """The compiler's memory in bytes: as asked for, or what leaves the machine some room."""
    return budgets.memory or int(_machine_memory() * _MACHINE_SHARE)


def _machine_memory() -> int:
    """What the machine has, or what the container we run in may use of it."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):
        return min(total, int(_GROUP_LIMIT.read_text()))
    return total


def memory_used() -> int:
    """Bytes of memory this process occupies now; 0 where that cannot be found out."""
    with suppress(OSError, ValueError, IndexError):
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
