"""What may stand in the IR at each stage boundary: `check_stage` lists what does not belong there.

| stage          | ops                                     | types                                       |
| -------------- | --------------------------------------- | ------------------------------------------- |
| `lit`          | `lit.*`, `kgen.generator`               | `!lit.any` only                             |
| `elaborated`   | `kgen`, `pop`, `hlcf`, with `kgen.var*` | anything concrete, compile-time literals    |
| `concrete`     | the same without `kgen.var*`            | only types with a run-time form             |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from ember.dialects import types as t
from ember.ir.nodes import Op
from ember.support.diagnostics import Diagnostic, error
from ember.support.source import Span

Stage = Literal["lit", "elaborated", "concrete"]

_COMPILE_TIME_ONLY: Final = frozenset({t.INT_LITERAL, t.FLOAT_LITERAL, t.TYPE, t.ANY})


def check_stage(module: Op, stage: Stage) -> list[Diagnostic]:
    """Every op and type that may not stand at this stage boundary."""
    is_legal_op, is_legal_type = _STAGES[stage]
    problems = []
    for op in module.walk():
        span = op.loc if isinstance(op.loc, Span) else None
        if not is_legal_op(op.op_name):
            problems.append(
                error("ir-invalid", span, f"'{op.op_name}' may not stand in {stage} IR")
            )
        values = [*op.results, *(arg for region in op.regions for arg in region.args)]
        for value in values:
            if not is_legal_type(value.type):
                message = f"'{op.op_name}' has a value of type {value.type} in {stage} IR"
                problems.append(error("ir-invalid", span, message))
    return problems


def _is_lit_op(name: str) -> bool:
    return name.startswith("lit.") or name == "kgen.generator"


def _is_elaborated_op(name: str) -> bool:
    return name.startswith(("kgen.", "pop.", "hlcf.")) and name != "kgen.generator"


def _is_concrete_op(name: str) -> bool:
    return _is_elaborated_op(name) and name != "kgen.var" and not name.startswith("kgen.var.")


def _is_concrete_type(type: t.Type) -> bool:
    return type not in _COMPILE_TIME_ONLY


_STAGES: Final[dict[Stage, tuple[Callable[[str], bool], Callable[[t.Type], bool]]]] = {
    "lit": (_is_lit_op, lambda type: type is t.ANY),
    "elaborated": (_is_elaborated_op, lambda type: type is not t.ANY),
    "concrete": (_is_concrete_op, _is_concrete_type),
}
