"""A smaller program that fails in the same way: parts of the tree are left out while the fault stays.

Functions go first, then statements and what is around them, then expressions in favour of simpler ones, and at last
the pieces of the prelude that are not needed.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from . import forms as f
from .blocks import If, Loop, Try
from .expressions import simplest
from .judging import fault
from .model import token
from .running import PRELUDE, run
from .tree import Call, Constant, Expression, Function, Invoke, Program, Type
from .walking import bodies, expressions, inner_bodies, nodes

Edit = Callable[[], Any]
"""Makes a change in place."""
_PLAIN = {f.INT, f.BOOL, f.TWO, *f.TYPES}


def shrink(program: Program, fails: Callable[[Program], bool], tries: int = 400) -> Program:
    """The smallest program found within so many tries."""
    changed = True
    while changed and tries > 0:
        changed = False
        number = 0
        while tries > 0:
            candidate = copy.deepcopy(program)
            edit = next(islice(_edits(candidate), number, None), None)
            if edit is None:
                break
            edit()
            tries -= 1
            if fails(candidate):
                program, changed = candidate, True
            else:
                number += 1
    return program


def _edits(program: Program) -> Iterator[Edit]:
    for function in list(program.functions):
        yield partial(program.functions.remove, function)
    for size in (4, 2, 1):
        for body in bodies(program):
            for at in range(0, len(body) if len(body) >= size else 0, size):
                yield partial(body.__setitem__, slice(at, at + size), [])
    for body in bodies(program):
        for at, statement in enumerate(body):
            for inner in inner_bodies(statement):
                yield partial(body.__setitem__, slice(at, at + 1), inner)
    yield from _smaller_parts(program)
    for holder, key, expression in list(expressions(program)):
        for simpler in _simpler(expression):
            yield partial(_put, holder, key, simpler)


def _smaller_parts(program: Program) -> Iterator[Edit]:
    for node in list(nodes(program)):
        if isinstance(node, (If, Loop)) and node.otherwise:
            yield partial(setattr, node, "otherwise", [])
        if isinstance(node, Loop) and node.rounds > 1:
            yield partial(setattr, node, "rounds", node.rounds - 1)
        if isinstance(node, Try):
            for name in ("otherwise", "at_last"):
                if getattr(node, name) is not None:
                    yield partial(setattr, node, name, None)
        if isinstance(node, Function):
            for at in range(len(node.parameters)):
                yield partial(_drop_parameter, program, node, at)


def _drop_parameter(program: Program, function: Function, at: int) -> None:
    del function.parameters[at]
    for node in nodes(program):
        if isinstance(node, Invoke) and node.function is function:
            del node.arguments[at]


def _put(holder: Any, key: Any, value: Any) -> None:
    if isinstance(key, int):
        holder[key] = value
    else:
        setattr(holder, key, value)


def _simpler(expression: Expression) -> Iterator[Expression]:
    """A constant, or its own parts of the same type."""
    if expression.type in _PLAIN and not isinstance(expression, Constant):
        plain = constant(expression.type)
        if plain.text() != expression.text():
            yield plain
    for _, _, inner in list(expressions(expression)):
        if inner.type == expression.type:
            yield inner


def constant(type: Type) -> Expression:
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


def self_contained(program: Program, way: str, expected: str) -> str:
    """The text with only those pieces of the prelude that the fault needs."""
    pieces = re.split(r"\n(?=\S)(?<!@fieldwise_init\n)", PRELUDE.read_text())

    def kind(pieces: list[str]) -> str:
        return fault(run(program.text("\n".join(pieces)), (way,))[way], expected)

    wanted = kind(pieces)
    size = len(pieces) // 2
    while size:
        at = 0
        while at < len(pieces):
            fewer = pieces[:at] + pieces[at + size :]
            if kind(fewer) == wanted:
                pieces = fewer
            else:
                at += size
        size //= 2
    return program.text("\n".join(pieces).rstrip() + "\n")
