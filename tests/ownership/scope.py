"""What the author knows at a point of a function: the variables, which have a value, and what a statement may touch."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from . import forms as f
from .tree import Inside, Located, Name, Part, Type

_PARTS_OF: dict[Type, list[Part]] = {}
for _part in f.PARTS:
    _PARTS_OF.setdefault(_part.type, []).append(_part)


@dataclass
class Variable:
    """A name in scope. What is not `owned` is a reference: it may be read or changed, never moved."""

    name: str
    type: Type
    mutable: bool = True
    owned: bool = True
    owner: str = ""
    """The variable that a reference refers into."""
    is_parameter: bool = False
    """Known when compiling."""


@dataclass
class Claim:
    """What a statement has reached for so far."""

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)

    def may_read(self, roots: set[str]) -> bool:
        return not roots & self.writes

    def may_write(self, roots: set[str]) -> bool:
        return not roots & (self.writes | self.reads)


@dataclass
class State:
    """`dead` variables have no value; `frozen` ones may not be changed, because something refers into them."""

    dead: set[str] = field(default_factory=set)
    frozen: set[str] = field(default_factory=set)

    def copy(self) -> State:
        return State(set(self.dead), set(self.frozen))


@dataclass(frozen=True)
class Around:
    """What a body stands in."""

    in_loop: bool = False
    kept: frozenset[str] = frozenset()
    """Variables that a round of the innermost loop must leave as it found them: alive."""
    may_return: bool = True
    errors: tuple[str, ...] = ("Error",)
    """The errors that may be raised here."""


@dataclass
class Callable:
    """A closure in scope: what a call of it reads and changes."""

    name: str
    reads: set[str]
    writes: set[str]
    form: str = "{0}({1})"
    raises: bool = False
    copies: bool = False
    """Whether it may be captured by a copy."""


class Scope:
    """The variables of the function that is being written."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.count = 0
        self.variables: list[Variable] = []
        self.closures: list[Callable] = []
        self.state = State()
        self.errors: tuple[str, ...] = ()
        self.anchor = ""
        """In a generic function the argument that other values of the parameter's type are copied from."""
        self.is_still = False
        """Nothing may be moved meanwhile."""
        self.moved: list[str] = []
        """Every variable that was moved from, in the order of the text."""

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def types(self) -> tuple[Type, ...]:
        """What a variable here may be made of."""
        return (*f.TYPES, *(f.GENERIC,) * 9) if self.anchor else f.TYPES

    def is_alive(self, variable: Variable) -> bool:
        return variable.name not in self.state.dead

    def variable(self, name: str) -> Variable:
        return next(v for v in self.variables if v.name == name)

    def roots(self, place: Located) -> set[str]:
        """Everything that must stay out of the way of a change of this place."""
        return self.roots_of(place.root())

    def roots_of(self, name: str) -> set[str]:
        roots = {name}
        variable = self.variable(name)
        while variable.owner:
            roots.add(variable.owner)
            variable = self.variable(variable.owner)
        if any(self.variable(root).type == f.SHARED for root in roots):
            roots.add("*shared")
        return roots | {v.name for v in self.variables if v.owner in roots}

    # -- places -------------------------------------------------------------------------------------------

    def place(self, type: Type, claim: Claim, mode: str) -> Located | None:
        """A place of that type, claimed for reading or changing."""
        found: list[Located] = []
        for variable in self.variables:
            if self.is_alive(variable) and (mode == "read" or variable.mutable):
                found += self.places_in(variable, type)
        self.rng.shuffle(found)
        return next((place for place in found if self.claim(place, claim, mode)), None)

    def claim(self, place: Located, claim: Claim, mode: str) -> bool:
        roots = self.roots(place)
        if mode == "read":
            if claim.may_read(roots):
                claim.reads |= roots
                return True
            return False
        name = place.root()
        is_reference = self.variable(name).owner and not any(
            v.owner == name for v in self.variables
        )
        if not claim.may_write(roots) or (roots & self.state.frozen and not is_reference):
            return False
        claim.writes |= roots
        return True

    def places_in(self, variable: Variable, type: Type) -> list[Located]:
        whole = Name(variable.type, variable.name)
        if variable.type == type:
            return [whole, whole]
        found: list[Located] = []
        for part in _PARTS_OF.get(type, ()):
            for base in self._bases(whole, part):
                found.append(Inside(type, base, part, self.rng.randrange(4)))
        return found

    def _bases(self, whole: Name, part: Part) -> list[Located]:
        """What the part can be a part of: the variable, or a part of the variable."""
        if part.raises and part.raises not in self.errors:
            return []
        if part.owner == whole.type:
            return [whole]
        outer = [p for p in _PARTS_OF.get(part.owner, ()) if p.owner == whole.type and not p.raises]
        return [Inside(p.type, whole, p, self.rng.randrange(4)) for p in outer[:1]]

    def part_of(self, place: Located) -> Located | None:
        parts = [
            part
            for part in f.PARTS
            if part.owner == place.type and (not part.raises or part.raises in self.errors)
        ]
        if not parts:
            return None
        part = self.rng.choice(parts)
        return Inside(part.type, place, part, self.rng.randrange(4))
