"""How each op with effects becomes Python: one rule per op, for `translator.py`.

The names in the generated text (`copy`, `number`, `thaw`, …) are those that the interpreter provides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ember.dialects import hlcf, kgen, pop
from ember.dialects.conversions import cast_expression
from ember.dialects.evaluate import kernel_for
from ember.elab.translator import CannotTranslate, Environment, Source, Translator, undefined_value
from ember.ir import types as t
from ember.ir.layout import size_of
from ember.ir.nodes import Op


def translate(func: kgen.Func, environment: Environment) -> Source:
    """The Python text of a function named `translated`."""
    return Translator(func, environment, _RULES).source()


def _constant(tr: Translator, op: kgen.Constant) -> None:
    text = tr.constant_text(op.value, op.results[0].type)
    if text.startswith("thaw("):
        tr.define(op.results[0], text)
    else:
        tr.alias(op.results[0], text)


def _undefined(tr: Translator, op: kgen.Undefined) -> None:
    type = op.results[0].type
    tr.alias(op.results[0], tr.constant_text(undefined_value(type), type))


def _is_compile_time(tr: Translator, op: kgen.IsCompileTime) -> None:
    tr.alias(op.results[0], tr.constant_text(True, op.results[0].type))


def _address_of(tr: Translator, op: kgen.AddressOf) -> None:
    tr.define(op.results[0], f"address_of({tr.env.bind(op.symbol)})")


def _call(tr: Translator, op: kgen.Call) -> None:
    tr.call(op.results, f"{tr.env.function(op.callee.name)}({tr.operands(op.operands)})")


def _call_indirect(tr: Translator, op: kgen.CallIndirect) -> None:
    callee, *arguments = op.operands
    count = len(arguments)
    tr.call(op.results, f"callee({tr.operand(callee)}, {count})({tr.operands(arguments)})")


def _external_call(tr: Translator, op: pop.ExternalCall) -> None:
    text = f"{tr.env.external(op.name)}({tr.operands(op.operands)})"
    if op.results and isinstance(op.results[0].type, t.SimdType):
        dtype = op.results[0].type.dtype
        if dtype.kind == "float" and dtype.bits < 64:
            text = f"round_{dtype.name}({text})"
    tr.call(op.results, text)


def _intrinsic(tr: Translator, op: pop.Intrinsic) -> None:
    types = tr.env.bind(tuple(v.type for v in op.operands))
    result = tr.env.bind(op.results[0].type if op.results else t.NONE)
    arguments = tr.operands(op.operands)
    comma = "," if len(op.operands) == 1 else ""
    tr.call(op.results, f"intrinsic({op.name!r}, ({arguments}{comma}), {types}, {result})")


def _compile_offload(tr: Translator, op: kgen.CompileOffload) -> None:
    tr.call(op.results, f"offload({tr.env.bind(op)})")


def _unreachable(tr: Translator, op: kgen.Unreachable) -> None:
    tr.emit("unreachable()")


def _offset(tr: Translator, op: pop.Offset) -> None:
    pointer, index = op.operands
    size, name = size_of(op.element), tr.operand(index)
    tr.advance(op.results[0], pointer, name if size == 1 else f"{name} * {size}")


def _compare(tr: Translator, op: pop.Compare) -> None:
    if not isinstance(op.operands[0].type, t.PointerType):
        tr.pure(op)
        return
    a, b = (tr.operand(v) for v in op.operands)
    sign = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}[op.predicate]
    if op.predicate in ("eq", "ne"):
        tr.define(op.results[0], f"{a} {sign} {b}")
    else:
        tr.define(op.results[0], f"number({a}) {sign} number({b})")


def _select(tr: Translator, op: pop.Select) -> None:
    condition = op.operands[0].type
    if isinstance(condition, t.SimdType) and condition.width > 1:
        tr.pure(op)
        return
    mask, a, b = (tr.operand(v) for v in op.operands)
    tr.define(op.results[0], f"{a} if {mask} else {b}")


def _cast(tr: Translator, op: pop.Cast) -> None:
    text = cast_expression(op.operands[0].type, op.results[0].type)
    if text is None:
        tr.pure(op)
    elif text == "{0}":
        _alias(tr, op)
    else:
        tr.define(op.results[0], text.format(tr.operand(op.operands[0])))


def _alias(tr: Translator, op: Op) -> None:
    tr.alias(op.results[0], tr.operand(op.operands[0]))


def _one_argument(function: str) -> Callable[[Translator, Any], None]:
    def rule(tr: Translator, op: Op) -> None:
        tr.define(op.results[0], f"{function}({tr.operand(op.operands[0])})")

    return rule


def _memory_copy(tr: Translator, op: pop.MemoryCopy) -> None:
    tr.emit(f"copy({tr.operands(op.operands)})")


def _memory_set(tr: Translator, op: pop.MemorySet) -> None:
    tr.emit(f"fill({tr.operands(op.operands)})")


def _atomic_rmw(tr: Translator, op: pop.AtomicRmw) -> None:
    pointer, value = op.operands
    type = value.type
    load, store = tr.env.loader(type), tr.env.storer(type)
    place, operand = tr.operand(pointer), tr.operand(value)
    tr.define(op.results[0], f"{load}({place})")
    if op.kind == "xchg":
        tr.emit(f"{store}({place}, {operand})")
        return
    combine = kernel_for(_BINARY[op.kind]([value, value], [type]))
    for _ in range(2):
        value.uses.pop()
    if combine is None:
        raise CannotTranslate(op)
    old = tr.operand(op.results[0])
    tr.emit(f"{store}({place}, {tr.env.bind(combine)}({old}, {operand}))")


_BINARY: Final[dict[str, type[Op]]] = {
    "add": pop.Add,
    "sub": pop.Sub,
    "min": pop.Min,
    "max": pop.Max,
    "and": pop.And,
    "or": pop.Or,
    "xor": pop.Xor,
}


def _atomic_cmpxchg(tr: Translator, op: pop.AtomicCmpXchg) -> None:
    pointer, expected, desired = op.operands
    place = tr.operand(pointer)
    tr.define(op.results[0], f"{tr.env.loader(expected.type)}({place})")
    tr.define(op.results[1], f"{tr.operand(op.results[0])} == {tr.operand(expected)}")
    store = f"{tr.env.storer(desired.type)}({place}, {tr.operand(desired)})"
    tr.emit(f"if {tr.operand(op.results[1])}: {store}")


def _nothing(tr: Translator, op: Op) -> None:
    pass


_RULES: Final[dict[type[Op], Callable[[Translator, Any], None]]] = {
    kgen.Constant: _constant,
    kgen.Undefined: _undefined,
    kgen.IsCompileTime: _is_compile_time,
    kgen.AddressOf: _address_of,
    kgen.Call: _call,
    kgen.CallIndirect: _call_indirect,
    kgen.CompileOffload: _compile_offload,
    kgen.Return: Translator.return_,
    kgen.Unreachable: _unreachable,
    kgen.StructCreate: Translator.struct_create,
    kgen.StructExtract: Translator.struct_extract,
    kgen.StructGep: Translator.field_address,
    hlcf.If: Translator.conditional,
    hlcf.Loop: Translator.loop,
    hlcf.Block: Translator.loop,
    hlcf.Break: Translator.jump,
    hlcf.Continue: Translator.jump,
    hlcf.Yield: _nothing,
    pop.StackAllocation: Translator.stack_allocation,
    pop.Load: Translator.load,
    pop.Store: Translator.store,
    pop.Offset: _offset,
    pop.Compare: _compare,
    pop.Select: _select,
    pop.Cast: _cast,
    pop.PointerCast: _alias,
    pop.PointerToIndex: _one_argument("signed_number"),
    pop.IndexToPointer: _one_argument("pointer"),
    pop.StringAddress: _one_argument("string_address"),
    pop.MemoryCopy: _memory_copy,
    pop.MemorySet: _memory_set,
    pop.AtomicRmw: _atomic_rmw,
    pop.AtomicCmpXchg: _atomic_cmpxchg,
    pop.Fence: _nothing,
    pop.Intrinsic: _intrinsic,
    pop.ExternalCall: _external_call,
}
