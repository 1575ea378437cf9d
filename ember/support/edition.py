"""The language edition of a source file: one grammar, two sets of meanings."""

from __future__ import annotations

from enum import Enum


class Edition(Enum):
    """Which era's meaning a file's text has where the two eras differ."""

    V2025 = "2025"
    """The Mojo of 2024 and 2025: `fn`, `alias`, `inout`, implicit raising, true division."""
    V1 = "1"
    """Mojo 1.x: `def`, `comptime`, capture lists, explicit declarations."""
