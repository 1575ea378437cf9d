"""Which written arguments and parameters of a call go to which declared ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ember.dialects import lit
from ember.elab.model.declarations import FunctionDecl, ParamInfo
from ember.elab.model.types import REST, UNBOUND, Hole, ParamValue
from ember.elab.model.values import Argument, Local, Place
from ember.elab.resolution.mismatches import WrongCount, unknown_keyword
from ember.elab.type_facts.archetypes import OpenPack
from ember.elab.type_facts.signatures import SigArg, Signature

PARAMETER_FROM_COUNT = "__parameter_from_count"
"""The decorator of functions whose first parameter is the number of values that their `*values` are given."""


def place_params(
    params: list[ParamInfo],
    bound: tuple[ParamValue, ...],
    keywords: dict[str, ParamValue],
    name: str,
) -> list[tuple[ParamInfo, ParamValue]]:
    """Pairs written parameters with declared ones: positional, variadic, by keyword."""
    placed: list[tuple[ParamInfo, ParamValue]] = []
    positional = [p for p in params if not p.infer_only and not p.keyword_only]
    at = 0
    for info in positional:
        if info.variadic:
            rest = tuple(bound[at:])
            if rest:
                spread: list[ParamValue] = []
                for value in rest:
                    if isinstance(value, tuple):
                        spread.extend(value)
                    else:
                        spread.append(value)
                is_open = any(isinstance(value, OpenPack) for value in rest)
                placed.append((info, OpenPack(spread) if is_open else tuple(spread)))
            at = len(bound)
        elif at < len(bound):
            if bound[at] is REST:
                at = len(bound)
                break
            placed.append((info, bound[at]))
            at += 1
    if at < len(bound) and bound[at] is not REST:
        raise WrongCount(f"'{name}' takes {len(positional)} parameters, {len(bound)} were given")
    by_name = {p.name: p for p in params}
    taken = {p.name for p, _ in placed}
    for key, value in keywords.items():
        if key not in by_name:
            raise WrongCount(f"'{name}' has no parameter named '{key}'")
        if key in taken:
            raise WrongCount(f"the parameter '{key}' is given twice")
        placed.append((by_name[key], value))
    return placed


def filled(bound: tuple[ParamValue, ...], items: tuple[ParamValue, ...]) -> tuple[ParamValue, ...]:
    """Parameters bound before, with more of them: they take the places left open by `_` first, and those of `...`."""
    rest = list(items)
    result = [rest.pop(0) if value is UNBOUND and rest else value for value in bound]
    if rest and result and result[-1] is REST:
        result.pop()
    return (*result, *rest)


def assign(
    decl: FunctionDecl, holes: Signature, arguments: list[Argument]
) -> tuple[list[Any], bool]:
    """Which written arguments go to which argument of the function, and whether a variadic one takes part."""
    slots: list[Any] = [None] * len(holes.args)
    by_name = {a.info.name: i for i, a in enumerate(holes.args) if not a.info.variadic}
    keyword_slot = next((i for i, a in enumerate(holes.args) if a.info.variadic == "**"), None)
    at = 0
    used_variadic = False
    for argument in arguments:
        if argument.name:
            index = by_name.get(argument.name)
            if index is not None and not holes.args[index].info.positional_only:
                if slots[index] is not None:
                    raise WrongCount(f"the argument '{argument.name}' is given twice", argument)
                slots[index] = argument
            elif keyword_slot is not None:
                slots[keyword_slot] = [*(slots[keyword_slot] or []), argument]
            else:
                raise unknown_keyword(argument, list(by_name))
            continue
        if argument.unpack == "**" and keyword_slot is not None:
            slots[keyword_slot] = [*(slots[keyword_slot] or []), argument]
            continue
        while at < len(slots) and (slots[at] is not None and not holes.args[at].info.variadic):
            at += 1
        if (
            at >= len(slots)
            or holes.args[at].info.keyword_only
            or holes.args[at].info.variadic == "**"
        ):
            limit = sum(
                1 for a in holes.args if not a.info.keyword_only and a.info.variadic != "**"
            )
            plural = "argument" if limit == 1 else "arguments"
            raise WrongCount(f"it takes at most {limit} positional {plural}", argument)
        if holes.args[at].info.variadic:
            if slots[at] is None:
                slots[at] = []
            slots[at].append(argument)
            used_variadic = True
        else:
            slots[at] = argument
            at += 1
    for i, arg in enumerate(holes.args):
        if slots[i] is None:
            if arg.info.variadic:
                slots[i] = []
                used_variadic = True
            elif arg.info.default is None:
                raise WrongCount(f"the argument '{arg.info.name}' is missing")
    return slots, used_variadic


def given_count(slots: list[Any]) -> int:
    """How many values `*values` are given; -1 where others are unpacked into them."""
    given = next((s for s in slots if isinstance(s, list)), [])
    return -1 if any(a.unpack for a in given) else len(given)


def argument_at(slots: Sequence[Any], number: int) -> Argument | None:
    found = slots[number] if number < len(slots) else None
    return found if isinstance(found, Argument) else None


def is_converted(arg: SigArg, slot: Any) -> bool:
    """Whether a value in memory is passed otherwise than it comes: an owned one borrowed, a borrowed one owned."""
    if not isinstance(slot, Argument) or not isinstance(slot.value, (Place, Local)):
        return False
    place = slot.value.bound if isinstance(slot.value, Local) else slot.value
    if not isinstance(place, Place):
        return False
    return place.is_temporary != (arg.convention in ("var", "deinit"))


def hidden_hole(params: list[ParamInfo], given: list[ParamValue], name: str) -> Hole | None:
    """What is found with an open parameter whose type names it: `mut` of `Pointer[Int, o]`."""
    for info, value in zip(params, given, strict=True):
        if isinstance(value, Hole) and info.type is not None:
            ops = (op for top in info.type for op in top.walk())
            if any(isinstance(op, lit.Name) and op.attrs["name"] == name for op in ops):
                return Hole(f"{value.name}.{name}", value.owner)
    return None
