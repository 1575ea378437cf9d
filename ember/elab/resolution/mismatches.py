"""Why a function does not fit a call: the reasons, and the diagnostic made of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from ember.dialects.exact_spans import argument_spans, header
from ember.elab.messages.backtrace import is_in_library
from ember.elab.model.declarations import FunctionDecl
from ember.elab.model.frame import Frame
from ember.elab.model.types import FunctionRef, ParamValue, spell
from ember.elab.model.values import Argument
from ember.elab.type_facts.archetypes import depends_on_values
from ember.support.diagnostics import CompileError, Diagnostic, Fix, Note, did_you_mean, error
from ember.support.source import Span

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

_MAX_CANDIDATES = 12
_MAX_SIGNATURE = 140


class NoMatch(Exception):
    """A candidate does not fit; the text says why, to follow "because", and which argument is to blame."""

    code = "no-matching-call"
    is_certain = False  # whether it is so whatever the parameters of the code around are

    def __init__(self, reason: str, argument: Argument | None = None, near: str = "") -> None:
        super().__init__(reason)
        self.argument = argument
        self.near = near
        """The keyword that was probably meant."""


class WrongCount(NoMatch):
    """Too many arguments or parameters are given, or too few, or of names that there are not."""

    is_certain = True


class MissingTrait(NoMatch):
    """A type does not have a trait that it needs."""

    def __init__(self, reason: str, type: ParamValue, argument: Argument | None = None) -> None:
        code, text = with_code(reason)
        super().__init__(text, argument)
        self.type = type
        self.code = code[1:-2] or "missing-trait"


def with_code(message: str) -> tuple[str, str]:
    """The code that a message of a `where` clause begins with, as in `[not-writable] must …`, and the rest."""
    found = re.match(r"\[[a-z-]+\] ", message)
    return (found[0], message[found.end() :]) if found else ("", message)


class WrongEdition(NoMatch):
    """A candidate exists for code of another edition only; the text names what to write instead."""


class NoCandidate(CompileError):
    """No candidate fits. Conversions are tried out by the thousand, so the diagnostic is made when it is looked at."""

    def __init__(self, describe: Callable[[], Diagnostic]) -> None:
        super().__init__()
        self._describe: Callable[[], Diagnostic] | None = describe

    @property
    def diagnostics(self) -> list[Diagnostic]:
        if self._describe is not None:
            self._diagnostics = [self._describe()]
            self._describe = None
        return self._diagnostics


def none_fits(
    frame: Frame,
    function: FunctionRef,
    arguments: list[Argument],
    failures: list[tuple[FunctionDecl, NoMatch]],
) -> NoReturn:
    loc = frame.loc
    is_certain = all(reason.is_certain for _, reason in failures)
    if not is_certain and _is_undecided(frame.program, function, arguments):
        raise CompileError()  # it depends on values that are not known yet
    raise NoCandidate(lambda: _describe_mismatch(frame.program, loc, function, arguments, failures))


def _is_undecided(program: Program, function: FunctionRef, arguments: list[Argument]) -> bool:
    """Whether a call in a generic body may fit once the parameters of the body are known."""
    if not program.definitions.is_checking:
        return False
    types = [program.conversions.type_of(a.value) for a in arguments]
    return any(map(depends_on_values, (function.owner, *function.bound, *types)))


def _describe_mismatch(
    program: Program,
    loc: Span | None,
    function: FunctionRef,
    arguments: list[Argument],
    failures: list[tuple[FunctionDecl, NoMatch]],
) -> Diagnostic:
    name = function.decls[0].name if function.decls else "?"
    if name == "__init__" and function.owner is not None:
        name = spell(function.owner)
    if len(failures) == 1:
        decl, reason = failures[0]
        note = note_at(program, f"declared here: {describe(decl)}", decl.loc)
        message = f"cannot call '{name}': {reason}"
        note = _of_type(program, reason) or note
        span, fix = _blamed(loc, arguments, reason)
        return error(reason.code, span or loc, message, [note], fix)
    shown = ", ".join(describe_argument(program, a) for a in arguments)
    lacking = next((r for _, r in failures if isinstance(r, MissingTrait)), None)
    notes = [
        note_at(program, f"{describe(decl)}: {reason}", decl.loc)
        for decl, reason in failures[:_MAX_CANDIDATES]
    ]
    if len(failures) > _MAX_CANDIDATES:
        notes.append(Note(f"and {len(failures) - _MAX_CANDIDATES} more"))
    if not failures:
        notes = [Note("there is no constructor that may be used here")]
    if lacking is not None:
        span, fix = _blamed(loc, arguments, lacking)
        message = f"cannot call '{name}': {lacking}"
        declared = _of_type(program, lacking)
        notes = [declared] if declared is not None else notes
        return error(lacking.code, span or loc, message, notes, fix)
    message = f"no '{name}' takes these arguments: ({shown})"
    if name in ("__getitem__", "__setitem__") and arguments:
        base, *index = (describe_argument(program, argument) for argument in arguments)
        message = f"a '{base}' cannot be indexed with ({', '.join(index)})"
    return error("no-matching-call", loc, message, notes)


def _of_type(program: Program, reason: NoMatch) -> Note | None:
    """Where a type of the program is declared that lacks a trait: that is the place to give it one."""
    decl = getattr(getattr(reason, "type", None), "decl", None)
    if decl is None or is_in_library(program, decl.loc):
        return None
    return Note(f"'{decl.name}' is declared here", decl.loc)


def note_at(program: Program, message: str, loc: Any) -> Note:
    """A note about a declaration; places in the library are shown on request."""
    return Note(message, loc, is_library=is_in_library(program, loc))


def describe_argument(program: Program, argument: Argument) -> str:
    type = program.conversions.type_of(argument.value)
    shown = program.facts.shown(type) if type is not None else "a literal"
    return f"{argument.name}={shown}" if argument.name else shown


def describe(decl: FunctionDecl) -> str:
    """A function as declared, on one line."""
    owner = f"{decl.parent.name}." if decl.parent is not None else ""
    found = re.match(r"(?:async )?(?:def|fn) (.*)", header(decl.loc))
    if found is not None:
        return owner + _shortened(
            re.sub(r",? ([\])])", r"\1", re.sub(r"([\[(]) ", r"\1", found[1]))
        )
    args = ", ".join(a.name for a in decl.args if a.convention != "out")
    return f"{owner}{decl.name}({args})"


def _shortened(signature: str) -> str:
    """A long signature without its parameters, and with only as many arguments as a line holds."""
    if len(signature) <= _MAX_SIGNATURE:
        return signature
    signature = re.sub(r"^(\w+)\[.*?\](?=\()", r"\1[…]", signature)
    if len(signature) <= _MAX_SIGNATURE:
        return signature
    return signature[: signature.rfind(",", 0, _MAX_SIGNATURE)] + ", …)"


def unknown_keyword(argument: Argument, known: list[str]) -> NoMatch:
    """The reason for `f(nmae=1)`."""
    if argument.name in known:
        return WrongCount(f"'{argument.name}' is given by its place, not by its name", argument)
    near = did_you_mean(argument.name, known)
    hint = f"; did you mean '{near}'?" if near else ""
    return WrongCount(f"it has no argument named '{argument.name}'{hint}", argument, near or "")


def _blamed(
    call: Span | None, arguments: list[Argument], reason: NoMatch
) -> tuple[Span | None, Fix | None]:
    """Where the argument to blame is written, and what to write there instead."""
    argument = reason.argument
    if call is None or argument is None or argument not in arguments:
        return None, None
    written = argument_spans(call)
    at = arguments.index(argument) - (len(arguments) - len(written))
    if not 0 <= at < len(written):
        return (argument.loc if call.text.endswith(('"', "'")) else None), None
    span = written[at]
    if not reason.near:
        return span, None
    span = Span(span.file, span.start, span.start + len(argument.name))
    return span, Fix(span, reason.near)
