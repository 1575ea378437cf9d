"""Raw ops applied to types they do not have: an error in the words of whoever reads it.

Who wrote `__mlir_op` is told about the op. Who called a function of the library that uses one, about that function and
the type it was called with; the error stands at the call (`backtrace.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ember.dialects import types as t
from ember.elab.model.frame import Frame
from ember.elab.model.operators import OF_METHOD
from ember.elab.model.types import SourceType
from ember.ir.nodes import Op
from ember.ir.verifier import misuse

if TYPE_CHECKING:
    from ember.elab.elaborator import Program


def check_raw_op(program: Program, frame: Frame, op: Op) -> None:
    """Fails if the op does not take its operands or attributes."""
    problem = misuse(op)
    if problem is None:
        return
    for value in (*op.operands, *op.results):
        problem = problem.replace(str(value.type), _shown(value.type))
    decl = frame.signature.decl if frame.signature is not None else None
    if decl is None or not program.names.is_library(decl.module):
        frame.fail("invalid-mlir", f"'{op.op_name}' {problem}")
    owner = program.names.lookup(frame.scope, "Self")
    on = f" on '{program.facts.shown(owner)}'" if isinstance(owner, SourceType) else ""
    reason = problem.partition(", not on ")[0]
    if decl.name in OF_METHOD:
        frame.fail("no-operator", f"'{OF_METHOD[decl.name]}' does not work{on}; it {reason}")
    what = f"'{decl.qualified_name}'" if not decl.name.startswith("_") else "this"
    frame.fail("invalid-mlir", f"{what} does not work{on}; it {reason}")


def _shown(type: t.Type) -> str:
    """A type below the library as the language would say it."""
    if isinstance(type, t.SimdType):
        return f"SIMD[DType.{type.dtype.source_name}, {type.width}]"
    if isinstance(type, t.PointerType):
        return "pointer"
    return str(type)
