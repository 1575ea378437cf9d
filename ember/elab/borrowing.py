"""Which arguments of a call its result refers to: those whose origins the signature names again in the result.

    def pick(ref a: T, ref b: T) -> ref[a] T                             to `a` itself
    def rest[o: ImmOrigin](s: Span[T, o], t: Span[T, _]) -> Span[T, o]   to what `s` refers to

The same is asked of a `mut` argument: after `pointers.append(p)`, `pointers` refers to what `p` refers to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ember.dialects import lit
from ember.elab.declarations import FunctionDecl, StructDecl
from ember.elab.signatures import SigArg, Signature
from ember.elab.types import mentions_origin
from ember.elab.values import Keep, Keeps, join_keeps, uncertain
from ember.ir.nodes import Region

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

RESULT = ""


class Lent(NamedTuple):
    """What an argument of a call could lend: `place`, itself with all it refers to; `inner`, only that."""

    name: str
    mutable: bool
    place: Keeps
    inner: Keeps


class Loan(NamedTuple):
    """What is referred to: the argument itself, or its field at `path`; if not `itself`, what it refers to."""

    itself: bool
    path: tuple[int, ...] = ()


class Borrowing:
    """Reads the origins in signatures."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def borrowed(self, signature: Signature, arguments: list[Lent], target: str = RESULT) -> Keeps:
        """What the result (or the argument `target`) of a call certainly refers to after it."""
        loans = self._loans(signature, target)
        groups = [_taken(a, loans[a.name]) for a in arguments if a.name in loans]
        return join_keeps(*groups)

    def _loans(self, signature: Signature, target: str) -> dict[str, Loan]:
        known = signature.loans.get(target)
        if known is None:
            known = signature.loans[target] = self._find(signature, target)
        return known

    def _find(self, signature: Signature, target: str) -> dict[str, Loan]:
        decl = signature.decl
        mentioned = _of_result(decl) if target == RESULT else _of_argument(decl, target)
        parameters = {
            name
            for name in _parameters(decl, mentioned)
            if mentions_origin(self.program.names.lookup(signature.scope, name))
        }
        loans: dict[str, Loan] = {}
        for arg in signature.args:
            name = arg.info.name
            if name == target:
                continue
            named = self._named(arg, mentioned)
            if named is None and parameters:
                if parameters & _parameters(decl, _mentions(arg.info.origins)):
                    named = Loan(True)
                elif parameters & _parameters(decl, _of_argument(decl, name)):
                    named = Loan(False)
            if named is not None:
                loans[name] = named
        return loans

    def _named(self, arg: SigArg, mentioned: set[tuple[str, str]]) -> Loan | None:
        """`ref[x]`, `origin_of(x.field)`, `x.origin`: an argument named in the result."""
        found: Loan | None = None
        for name, attribute in mentioned:
            if name != arg.info.name:
                continue
            if not attribute:
                return Loan(True)
            index = self.program.facts.field_index(arg.type, attribute)
            if index is None:
                found = found or Loan(False)
            elif found is not None and found.itself:
                return Loan(True)
            else:
                found = Loan(True, (index,))
        return found


def _taken(argument: Lent, loan: Loan) -> Keeps:
    if not loan.itself:
        return argument.inner
    if not loan.path:
        return argument.place
    root, *others = argument.place or (None,)
    if root is None or argument.place == argument.inner:
        return argument.place
    return (Keep(root.variable, (*root.path, *loan.path), root.certain), *others)


def graded(certain: Keeps, all: Keeps) -> Keeps:
    """All that a value may refer to, with what it certainly does."""
    known = {k.variable for k in certain}
    return join_keeps(certain, uncertain(tuple(k for k in all if k.variable not in known)))


def _of_result(decl: FunctionDecl) -> set[tuple[str, str]]:
    if decl.out_index >= 0:
        return _of_argument(decl, decl.args[decl.out_index].name)
    return _mentions(decl.op.result) | _mentions(decl.op.result_origins)


def _of_argument(decl: FunctionDecl, name: str) -> set[tuple[str, str]]:
    info = next(a for a in decl.args if a.name == name)
    return _mentions(info.type) if info.type is not None else {("Self", "")}


def _mentions(region: Region | None) -> set[tuple[str, str]]:
    """The names in a type or origin, each with the attribute asked of it or nothing."""
    found: set[tuple[str, str]] = set()
    for top in region or ():
        for op in top.walk():
            if isinstance(op, lit.Name):
                found.add((op.attrs["name"], _asked(op)))
    return found


def _asked(name: lit.Name) -> str:
    """What is asked of a name: `o` in `Self.o`; nothing where it stands for itself."""
    in_type = isinstance(name.parent_op, lit.TypeOf)
    for use in name.results[0].uses:
        if isinstance(use, lit.Attribute):
            return "" if in_type else str(use.attrs["name"])
        if in_type and isinstance(use, lit.Yield):
            return "type"
    return ""


def _parameters(decl: FunctionDecl, mentioned: set[tuple[str, str]]) -> set[str]:
    """The parameters behind names; `Self` stands for those of its struct."""
    struct = decl.parent if isinstance(decl.parent, StructDecl) else None
    own = {p.name for p in struct.params} if struct is not None else set()
    found: set[str] = set()
    for name, attribute in mentioned:
        if name != "Self":
            found.add(name)
        elif attribute in own:
            found.add(attribute)
        else:
            found |= own | {"Self"}
    return found
