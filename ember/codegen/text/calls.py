"""Rules for calls: functions of the module, function pointers, C functions, LLVM intrinsics, inline assembly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ember.codegen.text.constants import escape
from ember.codegen.text.emitter import EmitRule, Emitter
from ember.codegen.text.types import SIGNED, UNSIGNED, TypeInfo
from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.ir.nodes import Op, Value


def _call(e: Emitter, op: Op) -> None:
    result = e.result_type([value.type for value in op.results])
    callee = e.symbol(op.attrs["callee"].name)
    e.call(op.results, f"call {result} {callee}({', '.join(e.arguments(op.operands))})")


def _call_indirect(e: Emitter, op: Op) -> None:
    result = e.result_type([value.type for value in op.results])
    callee, *arguments = op.operands
    e.call(op.results, f"call {result} {e.names[callee]}({', '.join(e.arguments(arguments))})")


def extension_of(info: TypeInfo) -> str:
    """C's callers widen small integers to 32 bits."""
    if info.lanes > 1 or info.bits >= 32 or info.column > UNSIGNED:
        return ""
    return " signext" if info.column == SIGNED else " zeroext"


def _external_call(e: Emitter, op: Op) -> None:
    """The call says its own type, so two views of one C function may differ; the first one declares it."""
    name: str = op.attrs["name"]
    fixed = op.attrs.get("fixed", -1)
    result = e.result_type([value.type for value in op.results])
    live = [v for v in op.operands if not e.types[v.type].is_none]
    infos = [e.types[v.type] for v in live]
    is_variadic = fixed is not None and fixed >= 0
    named = infos[:fixed] if is_variadic else infos
    parameters = ", ".join([info.text for info in named] + ["..."] * is_variadic)
    arguments = [
        f"{info.text}{extension_of(info)} {e.names[value]}"
        for info, value in zip(infos[: len(named)], live[: len(named)], strict=True)
    ]
    arguments += [
        _promoted(e, info, e.names[value])
        for info, value in zip(infos[len(named) :], live[len(named) :], strict=True)
    ]
    callee = e.declare(name, result, parameters)
    e.call(op.results, f"call {result} ({parameters}) {callee}({', '.join(arguments)})")


def _promoted(e: Emitter, info: TypeInfo, name: str) -> str:
    """An argument in C's variable part: small floats become double, small integers int."""
    if info.text in ("half", "bfloat", "float"):
        return f"double {e.assign(f'fpext {info.text} {name} to double')}"
    if extension_of(info):
        opcode = "sext" if info.column == SIGNED else "zext"
        return f"i32 {e.assign(f'{opcode} {info.text} {name} to i32')}"
    return f"{info.text} {name}"


def _intrinsic(e: Emitter, op: Op) -> None:
    name: str = op.attrs["name"]
    e.is_foreign |= "foreign" in op.attrs
    result = _foreign_result(e, op)
    parameters = [e.types[v.type].text for v in op.operands if not e.types[v.type].is_none]
    callee = e.intrinsic(name, result, parameters)
    _call_foreign(e, op, f"call {result} {callee}({', '.join(e.arguments(op.operands))})")


def _inline_asm(e: Emitter, op: Op) -> None:
    e.is_foreign |= "foreign" in op.attrs
    effects = " sideeffect" if op.attrs.get("has_side_effects") else ""
    assembly = escape(op.attrs["assembly"].encode())
    constraints = escape(op.attrs["constraints"].encode())
    text = f'asm{effects} "{assembly}", "{constraints}"'
    if not e.target.is_gpu:
        arguments = ", ".join(e.arguments(op.operands))
        _call_foreign(e, op, f"call {_foreign_result(e, op)} {text}({arguments})")
        return
    arguments = ", ".join(_registers(e, op.operands))
    vector = _vector_result(e, op)
    if vector is None:
        _call_foreign(e, op, f"call {_foreign_result(e, op)} {text}({arguments})")
        return
    struct = f"{{ {', '.join([vector.lane] * vector.lanes)} }}"
    whole = e.assign(f"call {struct} {text}({arguments})")
    name = "poison"
    for lane in range(vector.lanes):
        part = e.assign(f"extractvalue {struct} {whole}, {lane}")
        name = e.assign(f"insertelement {vector.text} {name}, {vector.lane} {part}, i64 {lane}")
    e.names[op.results[0]] = name


def _registers(e: Emitter, operands: Sequence[Value]) -> Iterator[str]:
    """The operands of a GPU's instruction: a vector is as many registers as it has lanes."""
    for value in operands:
        info = e.types[value.type]
        if info.lanes <= 1:
            yield f"{info.text} {e.names[value]}"
            continue
        for lane in range(info.lanes):
            part = e.assign(f"extractelement {info.text} {e.names[value]}, i64 {lane}")
            yield f"{info.lane} {part}"


def _vector_result(e: Emitter, op: Op) -> TypeInfo | None:
    info = e.types[op.results[0].type] if len(op.results) == 1 else None
    return info if info is not None and info.lanes > 1 else None


def _struct_result(op: Op) -> t.StructType | None:
    """LLVM's own functions return several values as a struct of register types, which ours is not."""
    if len(op.results) == 1 and isinstance(op.results[0].type, t.StructType):
        return op.results[0].type
    return None


def _foreign_result(e: Emitter, op: Op) -> str:
    struct = _struct_result(op)
    if struct is None:
        return e.result_type([value.type for value in op.results])
    return f"{{ {', '.join(e.types[element].text for element in struct.elements)} }}"


def _call_foreign(e: Emitter, op: Op, instruction: str) -> None:
    struct = _struct_result(op)
    if struct is None:
        e.call(op.results, instruction)
        return
    foreign = _foreign_result(e, op)
    whole = e.assign(instruction)
    info = e.types[struct]
    name = "poison"
    for position, (field, index) in enumerate(zip(info.fields, info.field_indices, strict=True)):
        part = e.to_memory(field, e.assign(f"extractvalue {foreign} {whole}, {position}"))
        name = e.assign(f"insertvalue {info.text} {name}, {field.memory} {part}, {index}")
    e.names[op.results[0]] = name


RULES: Final[dict[type[Op], EmitRule]] = {
    kgen.Call: _call,
    kgen.CallIndirect: _call_indirect,
    pop.ExternalCall: _external_call,
    pop.Intrinsic: _intrinsic,
    pop.InlineAsm: _inline_asm,
}
