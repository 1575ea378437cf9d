"""A smaller program that fails in the same way: parts of the tree are left out while the fault stays.

Functions go first, then statements and what is around them, then expressions in favour of simpler ones, and at last
the pieces of the prelude that are not needed.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from typing import Any

from . import forms as f
from .blocks import If, Loop, Try
from .expressions import simplest
from .model import token
from .running import PRELUDE, run
from .tree import Call, Choice, Constant, Expression, Function, Invoke, Program
from .walking import bodies, expressions, inner_bodies, nodes

Edit = Callable[[Program], bool]
"""Changes the program in place; says whether there was something to change."""


def shrink(program: Program, fails: Callable[[Program], bool], tries: int = 400) -> Program:
    """The smallest program found within so many tries."""
    changed = True
    while changed and tries > 0:
        changed = False
        at = 0
        while tries > 0:
            candidate = copy.deepcopy(program)
            verdict = _apply(candidate, at)
            if verdict is None:
                break
            if verdict:
                tries -= 1
                if fails(candidate):
                    program, changed = candidate, True
                    continue
            at += 1
    return program


def _apply(program: Program, number: int) -> bool | None:
    """Makes the edit of that number; `None` when there are no more."""
    for at, edit in enumerate(_edits(program)):
        if at == number:
            edit()
            return True
    return None


def _edits(program: Program) -> Iterator[Callable[[], None]]:
    for function in list(program.functions):
        yield lambda function=function: program.functions.remove(function)  # type: ignore[misc]
    for size in (4, 2, 1):
        for body in bodies(program):
            for at in range(0, len(body), size):
                if len(body) >= size:
                    yield lambda body=body, at=at, size=size: body.__delitem__(slice(at, at + size))  # type: ignore[misc]
    for body in bodies(program):
        for at, statement in enumerate(body):
            for inner in inner_bodies(statement):
                yield lambda body=body, at=at, inner=inner: body.__setitem__(slice(at, at + 1), inner)  # type: ignore[misc]
    yield from _smaller_parts(program)
    for holder, key, expression in list(expressions(program)):
        for simpler in _simpler(expression):
            yield lambda holder=holder, key=key, simpler=simpler: _put(holder, key, simpler)  # type: ignore[misc]


def _smaller_parts(program: Program) -> Iterator[Callable[[], None]]:
    for node in list(nodes(program)):
        if isinstance(node, (If, Loop)) and node.otherwise:
            yield lambda node=node: setattr(node, "otherwise", [])  # type: ignore[misc]
        if isinstance(node, Loop) and node.rounds > 1:
            yield lambda node=node: setattr(node, "rounds", node.rounds - 1)  # type: ignore[misc]
        if isinstance(node, Try):
            for name in ("otherwise", "at_last"):
                if getattr(node, name) is not None:
                    yield lambda node=node, name=name: setattr(node, name, None)  # type: ignore[misc]
        if isinstance(node, Function):
            for at in range(len(node.parameters)):
                yield lambda node=node, at=at: _drop_parameter(program, node, at)  # type: ignore[misc]


def _drop_parameter(program: Program, function: Function, at: int) -> None:
    del function.parameters[at]
    for node in nodes(program):
        if getattr(node, "function", None) is function:
            del node.arguments[at]  # type: ignore[attr-defined]


def _put(holder: Any, key: Any, value: Any) -> None:
    if isinstance(key, int):
        holder[key] = value
    else:
        setattr(holder, key, value)


def _simpler(expression: Expression) -> Iterator[Expression]:
    """Its own parts of the same type, then a constant."""
    for _, _, inner in list(expressions(expression)):
        if inner.type == expression.type and inner is not expression:
            yield inner
    if isinstance(expression, (Call, Choice, Invoke)):
        yield constant(expression.type)


def constant(type: f.Type) -> Expression:
    if type == f.INT:
        return Constant(type, "1", 1)
    if type == f.BOOL:
        return Constant(type, "True", True)
    if type == f.STRING:
        return Constant(type, 'String("a")', "a")
    if type == f.TOKEN:
        return Constant(type, "Token(led, 1)", token(1))
    form = simplest(type)
    return Call(type, form, [constant(parameter.type) for parameter in form.parameters])


# -- text -----------------------------------------------------------------------------------------------------


def self_contained(program: Program, kind: Callable[[str], str]) -> str:
    """The text with only those pieces of the prelude that the fault needs."""
    whole = program.text("\x00")
    pieces = re.split(r"\n(?=\S)(?<!@fieldwise_init\n)", PRELUDE.read_text())
    wanted = kind(whole.replace("\x00", "\n".join(pieces)))
    size = len(pieces) // 2
    while size:
        at = 0
        while at < len(pieces):
            fewer = pieces[:at] + pieces[at + size :]
            if kind(whole.replace("\x00", "\n".join(fewer))) == wanted:
                pieces = fewer
            else:
                at += size
        size //= 2
    return whole.replace("\x00", "\n".join(pieces).rstrip() + "\n")


def outcome_kind(way: str, expected: str) -> Callable[[str], str]:
    from .judging import fault

    return lambda text: fault(run(text, (way,))[way], expected)
