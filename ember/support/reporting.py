"""What the user wants to be told, and in what form. Light to import: every command needs it."""

from __future__ import annotations

from ember.support.codes import ON_REQUEST


class WarningPolicy:
    """Which warnings are wanted: those of the registry's default, plus `enabled`, minus `disabled` (`all` is all)."""

    __slots__ = ("are_errors", "disabled", "enabled")

    def __init__(
        self,
        enabled: frozenset[str] = frozenset(),
        disabled: frozenset[str] = frozenset(),
        are_errors: bool = False,
    ) -> None:
        self.enabled = enabled
        self.disabled = disabled
        self.are_errors = are_errors

    def wants(self, code: str) -> bool:
        if code in self.enabled:
            return True
        if code in self.disabled or "all" in self.disabled:
            return False
        return code not in ON_REQUEST or "all" in self.enabled

    def cache_text(self) -> str:
        return repr((sorted(self.enabled), sorted(self.disabled), self.are_errors))


class Presentation:
    """How diagnostics are shown: `form` is "text" or "json"."""

    __slots__ = ("color", "form", "full_backtrace", "max_errors")

    def __init__(
        self,
        form: str = "text",
        color: bool = False,
        full_backtrace: bool = False,
        max_errors: int = 20,
    ) -> None:
        self.form = form
        self.color = color
        self.full_backtrace = full_backtrace
        self.max_errors = max_errors
