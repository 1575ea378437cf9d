"""Which arguments of a call its result refers to: those whose origins the signature names again in the result.

    def pick(ref a: T, ref b: T) -> ref[a] T                             to `a` itself
    def rest[o: ImmOrigin](s: Span[T, o], t: Span[T, _]) -> Span[T, o]   to what `s` refers to
    def top(ref self) -> ref[self.items[0]] T                            to what `self.items[0]` refers to

What an argument owns outside itself is an *interior* of its origin, with a name:

    def get(ref self) -> ref[origin_of(self)._get_owned_interior["element"]] T
    def __init__(out self, ref[Self.origin._get_owner_of["element"]] list: List[T])   `Self.origin` is that of the list

The same is asked of the error a call raises, and of a `mut` argument: after `pointers.append(p)`, `pointers` refers to
what `p` refers to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ember.dialects import lit
from ember.elab.model.declarations import FunctionDecl, StructDecl
from ember.elab.model.types import OriginV, ParamValue, StructT, mentions_origin
from ember.elab.model.values import Keeps, OriginPath, extended, join_keeps, uncertain
from ember.elab.type_facts.signatures import SigArg, Signature
from ember.ir.nodes import Op, Region, Value
from ember.support.diagnostics import CompileError, error

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

RESULT, ERROR = "", "raises "


class Lent(NamedTuple):
    """What an argument of a call could lend: `place`, itself with all it refers to; `inner`, only that."""

    name: str
    mutable: bool
    place: Keeps
    inner: Keeps


class Loan(NamedTuple):
    """What is referred to: the argument itself, or what is at `path` of it; if not `itself`, of what it refers to."""

    itself: bool
    path: OriginPath = ()


class _Mention(NamedTuple):
    """A name in a type or origin, and what is asked of it: attributes, elements, results of methods, interiors."""

    name: str
    steps: tuple[_Step, ...] = ()

    @property
    def attribute(self) -> str:
        """The attribute asked of the name, if one is."""
        first = self.steps[0] if self.steps else None
        return first.name if first is not None and first.kind == ATTRIBUTE else ""


class _Step(NamedTuple):
    """`.name`, `.name(…)` or `[…]`, or the interior or owner of an origin that `name` names."""

    kind: str
    name: str


ATTRIBUTE, METHOD, INTERIOR, OWNER = "attribute", "method", "interior", "owner"

ORIGIN_STEPS = {"_get_owned_interior": INTERIOR, "_get_owner_of": OWNER}
"""What can be asked of an origin: `o._get_owned_interior["element"]`, and the way back."""


def borrowed_from(
    program: Program, signature: Signature, arguments: list[Lent], target: str = RESULT
) -> Keeps:
    """What the result (or the error, or the argument `target`) of a call certainly refers to after it."""
    loans = _loans(program, signature, target)
    groups = [_taken(a, loans[a.name]) for a in arguments if a.name in loans]
    return join_keeps(*groups)


def lent_by(
    program: Program, signature: Signature, argument: str, target: str = RESULT
) -> Loan | None:
    """What the result, or the error, is declared to refer to of an argument."""
    return _loans(program, signature, target).get(argument)


def lenders(program: Program, signature: Signature, target: str = RESULT) -> list[str]:
    """The arguments that the result, or the error, is declared to refer to."""
    return list(_loans(program, signature, target))


def _loans(program: Program, signature: Signature, target: str) -> dict[str, Loan]:
    known = signature.loans.get(target)
    if known is None:
        known = signature.loans[target] = _find(program, signature, target)
    return known


def _find(program: Program, signature: Signature, target: str) -> dict[str, Loan]:
    decl = signature.decl
    mentioned = _of_target(decl, target)
    parameters = {
        name: path
        for name, path in _parameters(decl, mentioned).items()
        if mentions_origin(program.names.lookup(signature.scope, name))
    }
    parameters |= _kindred(program, signature, parameters)
    loans: dict[str, Loan] = {}
    view = signature.error if target == ERROR else None
    if target == RESULT and not signature.result_ref:
        view = signature.result
    for arg in signature.args:
        name = arg.info.name
        if name == target:
            continue
        named = _named(program, arg, mentioned)
        if named is None and parameters:
            named = _through(decl, parameters, arg)
        if named is None and decl.is_implicit and target == RESULT and mentions_origin(arg.type):
            named = Loan(False)  # a value of another type, for the same
        if named is not None and view is not None:
            see = _seen if named.itself else _seen_behind
            named = see(program, view, arg.type, named)
        if named is not None:
            loans[name] = named
    return loans


def _kindred(
    program: Program, signature: Signature, parameters: dict[str, OriginPath]
) -> dict[str, OriginPath]:
    """The types that are those of others, or among those of a pack: `Variant[*Ts]` takes and gives values of any `T` of
    them, and `rebind[Self.T](x)` tells that `x` is a `Self.T`."""
    found: dict[str, OriginPath] = {}
    if parameters:
        decl = signature.decl
        struct = decl.parent if isinstance(decl.parent, StructDecl) else None
        for info in (*decl.params, *(struct.params if struct is not None else ())):
            value = program.names.lookup(signature.scope, info.name)
            if info.name not in parameters and mentions_origin(value):
                for name, path in parameters.items():
                    other = program.names.lookup(signature.scope, name)
                    if _is_among(value, other) or _is_among(other, value):
                        found[info.name] = path
    return found


def _is_among(type: ParamValue, types: ParamValue) -> bool:
    if not isinstance(type, StructT):
        return False
    return type in types if isinstance(types, tuple) else type == types


def _seen(program: Program, view: ParamValue, owner: ParamValue, loan: Loan) -> Loan:
    """A view of an argument, as in `Span[T, origin_of(list)]`, refers to what its constructor says that it sees; so does
    what holds nothing but such views."""
    at = _at(program, owner, loan.path)
    if not isinstance(at, StructT):
        return loan
    seen = {_interior_of(struct.decl, at.decl) for struct in _with_origins(view)}
    name = seen.pop() if len(seen) == 1 else ""
    return Loan(True, (*loan.path, name)) if name else loan


def _seen_behind(program: Program, view: ParamValue, holder: ParamValue, loan: Loan) -> Loan:
    """A view of what an argument points at, as in `Span[T, o]` of a `Pointer[List[T], o]`, or of a field that is one."""
    if loan.path or not isinstance(holder, StructT) or not isinstance(view, StructT):
        return loan
    holders = [holder, *(f for f in program.facts.fields(holder) if isinstance(f, StructT))]
    if any(struct.decl is view.decl for struct in holders):
        return loan
    seen = {
        _interior_of(view.decl, owner.decl)
        for struct in holders
        if any(isinstance(argument, OriginV) for argument in struct.args)
        for owner in struct.args
        if isinstance(owner, StructT)
    }
    seen.discard("")
    return Loan(False, (seen.pop(),)) if len(seen) == 1 else loan


def _interior_of(view: StructDecl, owner: StructDecl) -> str:
    """Which interior of an owner a view of it sees."""
    for decl in view.methods("__init__"):
        for info in decl.args:
            seen = [s.name for m in _mentions(info.origins) for s in m.steps if s.kind == OWNER]
            if seen and owner.name in {m.name for m in _mentions(info.type)}:
                return seen[0]
    return ""


def _with_origins(type: ParamValue) -> Iterator[StructT]:
    """The structs in a type that have an origin among their own parameters."""
    if isinstance(type, tuple):
        for part in type:
            yield from _with_origins(part)
    elif isinstance(type, StructT):
        if any(isinstance(argument, OriginV) for argument in type.args):
            yield type
        for argument in type.args:
            yield from _with_origins(argument)


def _at(program: Program, type: ParamValue, path: OriginPath) -> ParamValue | None:
    """The type at a path of fields."""
    for step in path:
        if not isinstance(step, int) or not isinstance(type, StructT):
            return None
        type = program.facts.fields(type)[step]
    return type


def _named(program: Program, arg: SigArg, mentioned: set[_Mention]) -> Loan | None:
    """`ref[x]`, `origin_of(x.field)`, `ref[x[0]]`, `x.origin`: an argument named in the result."""
    found: Loan | None = None
    for mention in mentioned:
        if mention.name != arg.info.name:
            continue
        loan = _follow(program, arg.type, mention.steps)
        if found is None or (loan.itself and not found.itself):
            found = loan
        elif loan.itself:
            found = Loan(True, _common(found.path, loan.path))
    return found


def _follow(program: Program, type: ParamValue, steps: tuple[_Step, ...]) -> Loan:
    """Where the steps lead from a value of a type, as far as that can be told."""
    loan = Loan(True)
    at: ParamValue | None = type
    for step in steps:
        if step.kind == INTERIOR:
            loan = Loan(loan.itself, (*loan.path, step.name))
        elif step.kind == METHOD:
            inner, given = _of_method(program, at, step.name)
            if inner is None:
                return loan
            loan = Loan(loan.itself, (*loan.path, *inner.path)) if inner.itself else inner
            at = given
        else:
            index = program.facts.field_index(at, step.name) if at is not None else None
            if index is None:
                return Loan(loan.itself and bool(loan.path), loan.path)
            loan = Loan(loan.itself, (*loan.path, index))
            assert isinstance(at, StructT)
            at = program.facts.fields(at)[index]
    return loan


def _of_method(
    program: Program, type: ParamValue | None, name: str
) -> tuple[Loan | None, ParamValue | None]:
    """What a method's result refers to of its object, and the result's type, if that is one of the object's parameters."""
    if not isinstance(type, StructT):
        return None, None
    for decl in type.decl.methods(name):
        given = _given(type, decl)
        for mention in _of_result(decl):
            if decl.args and mention.name == decl.args[0].name:
                return _follow(program, type, mention.steps), given
        for mention in _mentions(decl.op.result_origins):
            if isinstance(_parameter(type, mention), OriginV):
                return Loan(False), given
    return None, None


def _given(type: StructT, decl: FunctionDecl) -> ParamValue | None:
    """The type a method gives, if it is a parameter of its object's type."""
    found = [_parameter(type, mention) for mention in _mentions(decl.op.result)]
    return found[0] if len(found) == 1 else None


def _parameter(type: StructT, mention: _Mention) -> ParamValue | None:
    """The parameter of a type that is meant by `Self.name`."""
    names = [p.name for p in type.decl.params]
    name = mention.attribute if mention.name == "Self" else mention.name
    return type.args[names.index(name)] if name in names else None


def _taken(argument: Lent, loan: Loan) -> Keeps:
    return extended(argument.place if loan.itself else argument.inner, loan.path)


def _through(decl: FunctionDecl, parameters: dict[str, OriginPath], arg: SigArg) -> Loan | None:
    """An argument that fixes one of these parameters: by its `ref[…]` clause, or in its type."""
    for name, path in _parameters(decl, _mentions(arg.info.origins)).items():
        if name in parameters:
            return Loan(True, (*path, *parameters[name]))
    for name in _parameters(decl, _of_argument(decl, arg.info.name)):
        if name in parameters:
            return Loan(False, parameters[name])
    return None


def _common(one: OriginPath, other: OriginPath) -> OriginPath:
    """The way to what two paths have in common."""
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    return one[:length]


def graded(certain: Keeps, all: Keeps) -> Keeps:
    """All that a value may refer to, with what it certainly does."""
    known = {k.variable for k in certain}
    return join_keeps(certain, uncertain(tuple(k for k in all if k.variable not in known)))


def _of_target(decl: FunctionDecl, target: str) -> set[_Mention]:
    if target == ERROR:
        return _mentions(decl.op.error)
    return _of_result(decl) if target == RESULT else _of_argument(decl, target)


def _of_result(decl: FunctionDecl) -> set[_Mention]:
    if decl.out_index >= 0:
        return _of_argument(decl, decl.args[decl.out_index].name)
    return _mentions(decl.op.result) | _mentions(decl.op.result_origins)


def check_origins(program: Program, signature: Signature) -> None:
    """The origins of a result are arguments, parameters, or other names that are known."""
    known = {argument.name for argument in signature.decl.args}
    for top in signature.decl.op.result_origins:
        for op in top.walk():
            if isinstance(op, lit.Name) and op.attrs["name"] not in known:
                name: str = op.attrs["name"]
                if program.names.lookup(signature.scope, name) is None:
                    raise CompileError(error("unknown-name", op.loc, f"'{name}' is not defined"))


def _of_argument(decl: FunctionDecl, name: str) -> set[_Mention]:
    info = next(a for a in decl.args if a.name == name)
    return _mentions(info.type) if info.type is not None else {_Mention("Self")}


def _mentions(region: Region | None) -> set[_Mention]:
    """The names in a type or origin, each with what is asked of it."""
    found: set[_Mention] = set()
    for top in region or ():
        for op in top.walk():
            if isinstance(op, lit.Name):
                found.add(_Mention(op.attrs["name"], _asked(op)))
    return found


def _asked(name: lit.Name) -> tuple[_Step, ...]:
    """What is asked of a name: `o` in `Self.o`; nothing where it stands for itself."""
    if isinstance(name.parent_op, lit.TypeOf) and any(
        isinstance(use, lit.Yield) for use in name.results[0].uses
    ):
        return (_Step(ATTRIBUTE, "type"),)
    steps: list[_Step] = []
    value = name.results[0]
    while (use := _only_use(value)) is not None:
        if isinstance(use, lit.Yield) and isinstance(use.parent_op, lit.OriginOf):
            value = use.parent_op.results[0]
            continue
        if isinstance(use, lit.Attribute):
            steps.append(_Step(ORIGIN_STEPS.get(use.attrs["name"], ATTRIBUTE), use.attrs["name"]))
        elif isinstance(use, (lit.Subscript, lit.Call)) and use.operands[0] is value:
            if not _apply(steps, use):
                break
        else:
            break
        value = use.results[0]
    return tuple(steps)


def _apply(steps: list[_Step], use: lit.Subscript | lit.Call) -> bool:
    """Adds a subscript or a call to the steps before it; False where it is none of a value."""
    last = steps[-1] if steps else None
    if last is not None and last.kind in (INTERIOR, OWNER):
        label = use.operands[1].owner
        assert isinstance(label, lit.Literal)
        steps[-1] = _Step(last.kind, label.attrs["value"].decode())
    elif isinstance(use, lit.Subscript):
        steps.append(_Step(METHOD, "__getitem__"))
    elif last is not None and last.kind == ATTRIBUTE:
        steps[-1] = _Step(METHOD, last.name)
    else:
        return False
    return True


def _only_use(value: Value) -> Op | None:
    uses = value.uses
    return uses[0] if len(uses) == 1 else None


def _parameters(decl: FunctionDecl, mentioned: set[_Mention]) -> dict[str, OriginPath]:
    """The parameters behind names, each with the interior of it that is meant; `Self` stands for those of its struct."""
    struct = decl.parent if isinstance(decl.parent, StructDecl) else None
    own = {p.name for p in struct.params} if struct is not None else set()
    found: dict[str, OriginPath] = {}
    for mention in sorted(mentioned):
        path = tuple(s.name for s in mention.steps if s.kind in (INTERIOR, OWNER))
        if mention.name != "Self":
            found.setdefault(mention.name, path)
        elif mention.attribute in own:
            found.setdefault(mention.attribute, path)
        else:
            found |= dict.fromkeys((*own, "Self"), path)
    return found
