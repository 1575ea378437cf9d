"""The symbols of functions: readable, and the same in every program for the same function.

std.collections.list::List[Int].append
std.layout.layout_tensor::LayoutTensor[DType.float32, Layout~1b46e7c7, MutOrigin].load
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from ember.elab.instances.function_cache import stable_text
from ember.elab.model.declarations import FunctionDecl, StructDecl, TraitDecl
from ember.elab.model.types import Const, FunctionT, ParamValue, StructT, spell, uses_memory

_LONGEST: Final = 200
_KEPT: Final = 180


def symbol_of(decl: FunctionDecl, owner: ParamValue | None, params: dict[str, ParamValue]) -> str:
    """The name of an instance; its caller tells apart those that come out alike."""
    of = f"{_text(owner)}." if owner is not None else ""
    symbol = f"{decl.module.name}::{of}{decl.name}{_overload(decl)}"
    shown = ",".join(map(_text, params.values()))
    symbol += f"[{shown}]" if shown else ""
    if len(symbol) > _LONGEST:
        symbol = f"{symbol[:_KEPT]}~{_digest(symbol, 12)}"
    return symbol


def _text(value: ParamValue) -> str:
    """Like `spell`, but a constant in memory is told by a hash: having it describe itself runs the program's code."""
    if isinstance(value, StructT):
        if value.name is not None:
            return value.name
        text = value.facts.get("symbol")
        if text is None:
            shown = ", ".join(map(_text, value.facts.get("shown", value.args)))
            text = f"{value.decl.name}[{shown}]" if shown else value.decl.name
            value.facts["symbol"] = text
        return str(text)
    if isinstance(value, FunctionT):
        args = ", ".join(f"{a.convention} {_text(a.type)}".lstrip() for a in value.args)
        raises = " raises" if value.error is not None else ""
        return f"def({args}){raises} -> {_text(value.result)}"
    if isinstance(value, tuple):
        return ", ".join(map(_text, value))
    if isinstance(value, Const) and isinstance(value.type, StructT) and uses_memory(value.raw):
        text = stable_text(value.raw)
        if text is not None:
            return f"{value.type}~{_digest(text, 8)}"
    return spell(value)


def _digest(text: str, length: int) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def _overload(decl: FunctionDecl) -> str:
    """What tells functions of one name apart: nothing for the first, `.2` for the second."""
    if isinstance(decl.parent, (StructDecl, TraitDecl)):
        siblings = decl.parent.functions.get(decl.name, [])
    else:
        siblings = decl.module.members.get(decl.name, [])
    if not isinstance(siblings, list) or len(siblings) < 2 or decl not in siblings:
        return ""
    number = siblings.index(decl)
    return f".{number + 1}" if number else ""
