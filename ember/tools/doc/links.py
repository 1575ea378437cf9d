"""Where names lead: the page and the anchor of a name as a module's text or code uses it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ember.tools.doc.extract import follow
from ember.tools.doc.model import Entry, Library, Module

_PRELUDE: Final = "std.prelude"


@dataclass(frozen=True, slots=True)
class Target:
    """A module's page, or a name on it."""

    module: str
    anchor: str = ""


class Links:
    """Resolves names; pages differ only in their suffix."""

    def __init__(self, library: Library, suffix: str) -> None:
        self.library = library
        self.suffix = suffix

    def page(self, module: str) -> str:
        """The file that documents a module."""
        return f"{module}_{self.suffix}" if module == "index" else f"{module}{self.suffix}"

    def address(self, target: Target) -> str:
        page = self.page(target.module)
        return f"{page}#{target.anchor}" if target.anchor else page

    def link(self, module: Module, name: str) -> str | None:
        """The address of a name such as `List` or `List.append`, used in a module."""
        target = self.resolve(module, name)
        return None if target is None else self.address(target)

    def resolve(self, module: Module, name: str) -> Target | None:
        """What a dotted name means in a module, if it is documented."""
        known = self.library.modules.get(name)
        if known is not None and "." in name:
            return None if known.is_private else Target(name)
        first, *members = name.removesuffix("()").split(".")
        found = self._declared(module, first)
        if found is None:
            return None
        holder, entry = found
        for member in members:
            inner = next((item for item in entry.members if item.name == member), None)
            if inner is None:
                return None
            entry = inner
        return self.home(holder.name, entry)

    def home(self, module: str, entry: Entry) -> Target | None:
        """Where an entry of a module is documented; None when that module is private."""
        first = entry.qualified.split(".")[0]
        module = self.library.adopted.get((module, first), module)
        if self.library.modules[module].is_private:
            return None
        return Target(module, entry.qualified)

    def _declared(self, module: Module, name: str) -> tuple[Module, Entry] | None:
        entry = module.entry(name)
        if entry is not None:
            return module, entry
        if name in module.imports:
            return follow(self.library, *module.imports[name])
        return follow(self.library, _PRELUDE, name)
