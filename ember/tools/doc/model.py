"""What a reference is made of: modules, their names, and for each name its declarations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from ember.support.source import SourceFile, Span

Kind = Literal["struct", "trait", "function", "alias", "field", "method"]


@dataclass(slots=True)
class Docstring:
    """A docstring's text without its indentation; `line` is where its first line is in the file."""

    text: str
    line: int

    @property
    def summary(self) -> str:
        """The first paragraph, on one line."""
        return " ".join(self.text.strip().split("\n\n")[0].split())


@dataclass(slots=True)
class Declaration:
    """One declaration of a name, as it is written; a function has one for each overload."""

    signature: str
    docstring: Docstring | None
    span: Span


@dataclass(slots=True)
class Entry:
    """A public name, with all its declarations and members."""

    kind: Kind
    name: str
    qualified: str
    """The name after that of the module: `List.append`."""
    declarations: list[Declaration]
    members: list[Entry] = field(default_factory=list)
    conformances: list[str] = field(default_factory=list)

    @property
    def summary(self) -> str:
        """The first sentence or so of the first docstring."""
        for declaration in self.declarations:
            if declaration.docstring is not None:
                return declaration.docstring.summary
        return ""

    def extend(self, extension: Extension) -> None:
        """Takes in what an extension adds."""
        known = {member.name: member for member in self.members}
        for member in extension.members:
            member.qualified = f"{self.qualified}.{member.name}"
            if member.name in known:
                known[member.name].declarations += member.declarations
            else:
                self.members.append(member)
        self.conformances += extension.conformances

    def walk(self) -> Iterator[Entry]:
        """This entry and all below it."""
        yield self
        for member in self.members:
            yield from member.walk()


@dataclass(slots=True)
class Export:
    """A name that a package passes on from the module that declares it."""

    name: str
    module: str
    original: str


@dataclass(slots=True)
class Extension:
    """What a file adds to a struct, which it may have from elsewhere."""

    target: str
    members: list[Entry]
    conformances: list[str]


@dataclass(slots=True)
class Module:
    """One file."""

    name: str
    source: SourceFile
    is_package: bool
    docstring: Docstring | None = None
    entries: list[Entry] = field(default_factory=list)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Names of this module that come from others: the module and the name there ("" is the module itself)."""
    wildcards: list[str] = field(default_factory=list)
    """Modules of which every name is imported."""
    exports: list[Export] = field(default_factory=list)
    extensions: list[Extension] = field(default_factory=list)

    @property
    def package(self) -> str:
        return self.name if self.is_package else self.name.rpartition(".")[0]

    @property
    def is_private(self) -> bool:
        return any(part.startswith("_") for part in self.name.split("."))

    @property
    def summary(self) -> str:
        return self.docstring.summary if self.docstring is not None else ""

    def entry(self, name: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.name == name), None)

    def walk(self) -> Iterator[Entry]:
        """All entries, members after their owners."""
        for entry in self.entries:
            yield from entry.walk()


@dataclass(slots=True)
class Library:
    """All modules that are documented together."""

    modules: dict[str, Module]
    adopted: dict[tuple[str, str], str] = field(default_factory=dict)
    """For a name of a private module, the public module under which it is documented."""
    public: list[Module] = field(init=False)
    children: dict[str, list[str]] = field(init=False)
    """The public modules directly inside each package; those inside none are under ""."""

    def __post_init__(self) -> None:
        self.public = [module for module in self.modules.values() if not module.is_private]
        self.children = {name: [] for name in ("", *(module.name for module in self.public))}
        for module in self.public:
            package = module.name.rpartition(".")[0]
            self.children[package if package in self.children else ""].append(module.name)


def is_public(name: str) -> bool:
    """Names with a leading underscore are private; `__add__` and its kind are not."""
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))
