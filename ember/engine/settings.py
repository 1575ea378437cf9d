"""What programs for MAX set on a session. Settings of how numbers are computed or kernels are chosen are checked, and change nothing here."""

from __future__ import annotations

from enum import Enum, IntEnum, StrEnum
from pathlib import Path
from typing import Final, TypeVar


class PrintStyle(Enum):
    """How `ops.print` shows a tensor."""

    COMPACT = "compact"
    FULL = "full"
    BINARY = "binary"
    BINARY_MAX_CHECKPOINT = "binary-max-checkpoint"
    NONE = "none"


class LogLevel(StrEnum):
    """How much Mojo code tells."""

    NOTSET = "notset"
    TRACE = "trace"
    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"
    CRITICAL = "critical"


class AssertLevel(StrEnum):
    """Which assertions of Mojo code are checked."""

    NONE = "none"
    WARN = "warn"
    SAFE = "safe"
    ALL = "all"


class SplitKReductionPrecision(IntEnum):
    """In which type parts of a product are added."""

    ACCUM = 1
    OUTPUT = 2


E = TypeVar("E", bound=Enum)
_PROFILING: Final = ("off", "on", "detailed")


class SessionSettings:
    """The setters of a session."""

    def set_debug_print_options(
        self,
        style: str | PrintStyle = PrintStyle.COMPACT,
        precision: int = 6,
        output_directory: str | Path | None = None,
    ) -> None:
        """How tensors are printed; there is one style here, the compact one."""
        chosen = _one(PrintStyle, style, "style")
        if not isinstance(precision, int):
            raise TypeError(f"precision: a number of digits is needed, not {precision!r}")
        if chosen in (PrintStyle.BINARY, PrintStyle.BINARY_MAX_CHECKPOINT) and not output_directory:
            raise ValueError(f"the style {chosen.name} needs an 'output_directory'")
        if chosen is not PrintStyle.COMPACT or output_directory is not None:
            raise NotImplementedError(
                f"tensors are printed in the style COMPACT, not {chosen.name}, and not to files; 'EMBER_DEBUG=print' shows all of them"
            )

    def set_mojo_log_level(self, level: str | LogLevel) -> None:
        """How much Mojo code tells."""
        _one(LogLevel, level, "level")

    def set_mojo_assert_level(self, level: str | AssertLevel) -> None:
        """Which assertions of Mojo code are checked."""
        _one(AssertLevel, level, "level")

    def gpu_profiling(self, mode: str) -> None:
        """Whether a profiler of the device may look; `model.profile` does without."""
        if mode not in _PROFILING:
            raise TypeError(
                f"the mode of profiling is one of {', '.join(_PROFILING)}, not {mode!r}"
            )

    def set_split_k_reduction_precision(self, precision: str | SplitKReductionPrecision) -> None:
        """In which type parts of a product are added: always in the wide one."""
        _one(SplitKReductionPrecision, precision, "precision")

    def use_fi_topk_kernel(self, mode: str) -> None:
        """Which kernel finds the largest numbers: there is one."""


def _one(kind: type[E], given: str | E, what: str) -> E:
    if isinstance(given, kind):
        return given
    found = [one for one in kind if isinstance(given, str) and given.upper() == one.name]
    if not found:
        names = ", ".join(one.name for one in kind)
        raise TypeError(f"{what}: there is no {given!r}; there are {names}")
    return found[0]
