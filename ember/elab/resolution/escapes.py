"""References that would outlive what they refer to: returned, raised, stored where the caller sees them, or given a type that forgets their owner.

    return Pointer(to=local)            the function's own variables end with it
    argument.pointer = Pointer(to=local)
    var p: Pointer[Int, MutAnyOrigin] = Pointer(to=local)      nobody would know any more whom `p` keeps alive

Only what is certain is a mistake (`docs/design/0004-origins-per-value.md`). The library is trusted, and so are structs
that declare `comptime _converts_to_any_origin = True`: views that kernels and their helpers take as `MutAnyOrigin`.
"""

from __future__ import annotations

from typing import Final

from ember.elab.model.declarations import FunctionDecl
from ember.elab.model.frame import Frame
from ember.elab.model.types import Hole, OriginV, ParamValue, StructT, mentions_origin, spell
from ember.elab.model.values import Argument, Keep, Keeps, Lender, Place, Val, Variable, referred
from ember.elab.resolution.interiors import leads_out_of
from ember.elab.resolution.mismatches import NoMatch
from ember.elab.resolution.referents import ERROR, RESULT, lenders, lent_by
from ember.elab.type_facts.signatures import SigArg, Signature

LOST_OWNER: Final = (
    ": nothing would keep alive what it refers to;"
    " let the type name the origin, or cast it with 'unsafe_origin_cast'"
)

_MAY_FORGET: Final = "_converts_to_any_origin"

_WORDS: Final = {RESULT: ("returns", "result"), ERROR: ("raises", "error")}


def check_returned_reference(frame: Frame, place: Place) -> None:
    """A function does not return a reference to what ends with it."""
    own = [place.root] if place.root is not None else []
    kept = own + [k.variable for k in place.keeps if isinstance(k.variable, Variable)]
    _refuse(frame, kept, "returns")
    _check_declared(frame, tuple(k for k in place.keeps if k.direct))


def check_returned_value(frame: Frame, value: Val, type: ParamValue) -> None:
    """A function does not return a value that refers to what ends with it."""
    if not _is_trusted(frame) and mentions_origin(type):
        keeps = referred(value)
        _refuse(frame, _certain(keeps), "returns")
        _check_declared(frame, keeps)


def check_raised_error(frame: Frame, keeps: Keeps) -> None:
    """An error that leaves the function does not refer to what ends with it."""
    signature = frame.signature
    if not keeps or frame.handlers or signature is None or _is_trusted(frame):
        return
    if signature.error is not None and mentions_origin(signature.error):
        _refuse(frame, _certain(keeps), "raises")
        _check_declared(frame, keeps, ERROR)


def _check_lender(frame: Frame, signature: Signature, keeps: Keeps, target: str) -> None:
    """A result (or error) that is declared to refer to one argument, or a field of it, does not refer to another, which
    callers would not keep alive."""
    declared = lenders(frame.program, signature, target)
    if not declared:
        return
    does, what = _WORDS[target]
    arguments = {arg.info.name for arg in signature.args}
    for keep in keeps:
        name = keep.variable.name
        if not keep.certain or not keep.direct or name not in arguments or _is_behind(keep):
            continue
        loan = lent_by(frame.program, signature, name, target)
        if loan is None:
            shown = ", ".join(f"'{argument}'" for argument in declared)
            frame.fail(
                "type-mismatch",
                f"this {does} a reference to '{name}', but the {what} is declared to refer to {shown};"
                f" name '{name}' in the {what}'s origin, too",
            )
        steps = zip(keep.path, loan.path, strict=False) if loan.itself else ()
        if any(a != b and isinstance(a, int) and isinstance(b, int) for a, b in steps):
            frame.fail(
                "type-mismatch",
                f"this {does} a reference to another field of '{name}' than the {what} is declared to refer to;"
                f" name it in the {what}'s origin",
            )


def _check_declared(frame: Frame, keeps: Keeps, target: str = RESULT) -> None:
    """A reference into what an argument owns is not returned as one to the argument itself: callers would think that
    it stays valid when the argument is changed."""
    signature = frame.signature
    if signature is None or _is_trusted(frame):
        return
    _check_lender(frame, signature, keeps, target)
    if frame.scope.module.means.results_hide_interiors:
        return
    does, what = _WORDS[target]
    arguments = {arg.info.name for arg in signature.args}
    for keep in keeps:
        name = keep.variable.name
        if keep.is_interior and isinstance(keep.variable, Lender) and name not in arguments:
            frame.fail(
                "type-mismatch",
                f"this {does} a reference into what the captured '{name}' owns, and callers would not know which"
                f" changes take it away; {does[:-1]} a copy, or a reference to the variable",
            )
        loan = None
        if keep.is_interior and name:
            loan = lent_by(frame.program, signature, name, target)
        if loan is None:
            continue
        is_behind = _is_behind(keep)
        if loan.itself == is_behind or leads_out_of(keep.path, loan.path):
            shown = "self.items" if name == "self" else name
            shown = f"{name}.pointer[]" if is_behind else shown
            place = f"ref[{shown}[0]]" if target == RESULT else f"origin_of({shown}[0])"
            owner = f"what '{name}' refers to" if is_behind else f"'{name}'"
            into = owner if is_behind else f"what {owner} owns"
            frame.fail(
                "type-mismatch",
                f"this {does} a reference into {into}, which a change of {owner} takes away;"
                f" name it in the {what}'s origin, as in '{place}'",
            )


def check_stored_value(frame: Frame, target: Place, keeps: Keeps) -> None:
    """What the caller owns, or is given, does not refer, after the call, to what ends with the function."""
    if not keeps or _is_trusted(frame):
        return
    if target.root is None and _is_the_callers(target):
        _refuse(frame, _certain(keeps), "stores")
    elif target.root is not None and target.root is frame.result_variable:
        _refuse(frame, _certain(keeps), "returns")
        _check_declared(frame, keeps)


def check_argument_keeps_owner(
    frame: Frame, signature: Signature, arg: SigArg, argument: Argument, type: ParamValue
) -> None:
    """An argument has a type, or one in a pack, that knows to whom a reference points."""
    conversions = frame.program.conversions
    actual = conversions.type_of(conversions.settle(frame, argument.value))
    if loses_owner(frame, actual, type) and not _is_trusted_to_forget(frame, signature.decl, arg):
        wanted, given = spell(type), spell(actual)
        words = f"the argument '{arg.info.name}' must be '{wanted}', not '{given}'{LOST_OWNER}"
        raise NoMatch(words, argument)


def _is_trusted_to_forget(frame: Frame, decl: FunctionDecl, arg: SigArg) -> bool:
    """The library's own types of arguments may forget it: they do not keep it. What a parameter of the library stands for
    may not."""
    if not frame.program.names.is_library(decl.module) or isinstance(arg.type, tuple):
        return False
    open_args = frame.program.signatures.with_holes(decl, None).args
    return not any(a.info is arg.info and isinstance(a.type, Hole) for a in open_args)


def check_owner_is_kept(frame: Frame, actual: ParamValue, to: ParamValue) -> None:
    """A variable, field or result has a type that knows to whom a reference points."""
    if loses_owner(frame, actual, to):
        shown = f"cannot convert '{spell(actual)}' to '{spell(to)}'"
        frame.fail("type-mismatch", shown + LOST_OWNER)


def loses_owner(frame: Frame, actual: ParamValue, to: ParamValue) -> bool:
    """Whether a reference to a variable would become one to nobody knows what, by its type alone."""
    if actual is to or _is_trusted(frame) or frame.scope.module.means.fields_have_any_origin:
        return False
    return _loses_owner(actual, to)


def _loses_owner(actual: ParamValue, to: ParamValue) -> bool:
    if isinstance(actual, OriginV) and isinstance(to, OriginV):
        return actual.tracked and not to.tracked
    if isinstance(actual, StructT) and isinstance(to, StructT):
        is_same = actual.decl is to.decl and actual is not to
        if not is_same or _MAY_FORGET in actual.decl.aliases:
            return False
        return any(map(_loses_owner, actual.args, to.args))
    if isinstance(actual, tuple) and isinstance(to, tuple):
        return actual is not to and any(map(_loses_owner, actual, to))
    return False


def _is_trusted(frame: Frame) -> bool:
    return frame.interiors is None or frame.program.names.is_library(frame.scope.module)


def _is_behind(keep: Keep) -> bool:
    return isinstance(keep.variable, Lender) and keep.variable.is_behind


def _certain(keeps: Keeps) -> list[Variable]:
    return [k.variable for k in keeps if k.certain and isinstance(k.variable, Variable)]


def _is_the_callers(target: Place) -> bool:
    return all(not isinstance(k.variable, Variable) for k in target.keeps)


def _refuse(frame: Frame, variables: list[Variable], does: str) -> None:
    for variable in variables:
        if variable is not frame.result_variable and _ends_here(variable):
            name = f"'{variable.name}'" if variable.name else "a temporary value"
            frame.fail(
                "dangling-reference",
                f"this {does} a reference to {name}, which is destroyed when the function returns",
            )


def _ends_here(variable: Variable) -> bool:
    """Whether a variable belongs to the function, and not to its caller."""
    attrs = variable.op.attrs
    is_owned = attrs.get("initialized") and not attrs.get("lent")
    return not variable.is_argument or bool(is_owned)
