"""Rules for memory: slots, loads, stores, addresses, copies, atomics, and aggregate values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ember.codegen.text.emitter import EmitRule, Emitter, unsupported
from ember.codegen.text.types import FLOAT, OTHER, TypeInfo
from ember.dialects import kgen, layout, pop
from ember.dialects import types as t
from ember.ir.nodes import Op

_COPY_WHOLE_ABOVE: Final = 64
"""Aggregates of more bytes than this are copied with memcpy, not through registers."""

_DYNAMIC_ALIGN: Final = 1024
"""Where the memory begins whose size a launch decides: what the widest swizzle of an asynchronous copy asks for."""

_RMW: Final = {
    "add": ("add", "add", "fadd"),
    "sub": ("sub", "sub", "fsub"),
    "min": ("min", "umin", "fmin"),
    "max": ("max", "umax", "fmax"),
    "and": ("and", "and", ""),
    "or": ("or", "or", ""),
    "xor": ("xor", "xor", ""),
    "xchg": ("xchg", "xchg", "xchg"),
}


def _stack_allocation(e: Emitter, op: Op) -> None:
    attrs = op.attrs
    info = e.types[attrs["type"]]
    count = attrs.get("count", 1)
    count = 1 if count is None else count
    align = max(attrs.get("alignment") or 0, info.align)
    memory = info.memory if count == 1 else f"[{count} x {info.memory}]"
    result = op.results[0]
    assert isinstance(result.type, t.PointerType)
    if result.type.space == 3:
        e.names[result] = _shared_global(e, memory, align)
    else:
        name = attrs.get("name") or ""
        e.names[result] = e.alloca(name, memory, align, is_local=result.type.space == 5)


def _shared_global(e: Emitter, memory: str, align: int) -> str:
    """Memory that a block of GPU threads shares is a global of the module."""
    name = f"@.shared.{len(e.globals)}"
    space = "addrspace(3) global" if e.target.is_gpu else "global"
    initial = "undef" if e.target.is_gpu else "zeroinitializer"
    e.globals.append(f"{name} = internal {space} {memory} {initial}, align {align}")
    return name


def _external_memory(e: Emitter, op: Op) -> None:
    name = "@ember_external_memory"
    if not any(text.startswith(f"{name} =") for text in e.globals):
        e.globals.append(f"{name} = external addrspace(3) global [0 x i8], align {_DYNAMIC_ALIGN}")
    e.names[op.results[0]] = name


def _load(e: Emitter, op: Op) -> None:
    result = op.results[0]
    info = e.types[result.type]
    if info.is_none or _is_copied_whole(op, info):
        return
    pointer = op.operands[0]
    attrs = op.attrs
    e.counter += 1
    name = f"%{e.counter}"
    place = f"{e.types[pointer.type].text} {e.names[pointer]}"
    align = attrs.get("alignment") or info.align
    if _is_plain(attrs):
        e.out.append(f"  {name} = load {info.memory}, {place}, align {align}")
    else:
        prefix, suffix = _access_flags(e, attrs)
        e.out.append(
            f"  {name} = load {prefix}{info.memory}, {place}{suffix[0]}, align {align}{suffix[1]}"
        )
    e.names[result] = name if info.memory == info.text else e.from_memory(info, name)


def _store(e: Emitter, op: Op) -> None:
    value, pointer = op.operands
    info = e.types[value.type]
    if info.is_none:
        return
    attrs = op.attrs
    if isinstance(value.owner, kgen.Undefined) and _is_plain(attrs):
        return  # what is there will do
    name = e.names.get(value)
    if name is None:
        _copy_whole(e, op, info)
        return
    place = f"{e.types[pointer.type].text} {e.names[pointer]}"
    align = attrs.get("alignment") or info.align
    if info.memory != info.text:
        name = e.to_memory(info, name)
    if _is_plain(attrs):
        e.out.append(f"  store {info.memory} {name}, {place}, align {align}")
    else:
        prefix, suffix = _access_flags(e, attrs)
        e.out.append(
            f"  store {prefix}{info.memory} {name}, {place}{suffix[0]}, align {align}{suffix[1]}"
        )


def _is_plain(attrs: Mapping[str, object]) -> bool:
    return not attrs or not (
        attrs.get("ordering")
        or attrs.get("volatile")
        or attrs.get("nontemporal")
        or attrs.get("invariant")
    )


def _access_flags(e: Emitter, attrs: Mapping[str, object]) -> tuple[str, tuple[str, str]]:
    """What stands before the type, after the address, and at the end of a load or store."""
    ordering = attrs.get("ordering")
    prefix = "atomic " if ordering else ""
    if attrs.get("volatile"):
        prefix += "volatile "
    tail = ""
    if attrs.get("nontemporal"):
        tail += f", !nontemporal {e.add_metadata('!{i32 1}')}"
    if attrs.get("invariant"):
        tail += f", !invariant.load {e.add_metadata('!{}')}"
    return prefix, (f" {ordering}" if ordering else "", tail)


def _is_copied_whole(op: Op, info: TypeInfo) -> bool:
    """Whether a load is a large aggregate's whose only use is the store that follows: one memcpy does both."""
    following = op.next
    return (
        info.size > _COPY_WHOLE_ABOVE
        and info.column == OTHER
        and isinstance(following, pop.Store)
        and len(op.results[0].uses) == 1
        and following.operands[0] is op.results[0]
        and _is_plain(op.attrs)
        and _is_plain(following.attrs)
    )


def _copy_whole(e: Emitter, op: Op, info: TypeInfo) -> None:
    """The store of a load that wrote nothing: a copy from where the load would have read."""
    value, destination = op.operands
    load = value.owner
    assert isinstance(load, pop.Load)
    source = load.operands[0]
    to, by = e.types[destination.type], e.types[source.type]
    to_align = op.attrs.get("alignment") or info.align
    from_align = load.attrs.get("alignment") or info.align
    callee = e.intrinsic(
        f"llvm.memmove.{to.suffix}.{by.suffix}.i64", "void", (to.text, by.text, "i64", "i1")
    )
    e.out.append(
        f"  call void {callee}({to.text} align {to_align} {e.names[destination]}, "
        f"{by.text} align {from_align} {e.names[source]}, i64 {info.size}, i1 false)"
    )


def _offset(e: Emitter, op: Op) -> None:
    pointer, index = op.operands
    element = e.types[op.attrs["element"]]
    where = e.types[pointer.type].text
    stride = element.memory if element.natural == element.align else f"[{element.size} x i8]"
    e.define(
        op.results[0],
        f"getelementptr inbounds {stride}, {where} {e.names[pointer]}, "
        f"{e.types[index.type].text} {e.names[index]}",
    )


def _struct_gep(e: Emitter, op: Op) -> None:
    pointer = op.operands[0]
    container, index = op.attrs["struct"], op.attrs["index"]
    if isinstance(container, t.StructType):
        offset = layout.field_offsets(container)[index]
    elif isinstance(container, t.ArrayType):
        offset = index * layout.size_of(container.element)
    elif container is t.STRING:
        offset = 8 * index
    else:
        offset = 0
    if offset == 0:
        e.names[op.results[0]] = e.names[pointer]
        return
    where = e.types[pointer.type].text
    e.define(op.results[0], f"getelementptr inbounds i8, {where} {e.names[pointer]}, i64 {offset}")


def _memory_copy(e: Emitter, op: Op) -> None:
    destination, source, size = op.operands
    kind = "memmove" if op.attrs.get("overlapping") else "memcpy"
    infos = [e.types[v.type] for v in op.operands]
    callee = e.intrinsic(
        f"llvm.{kind}.{infos[0].suffix}.{infos[1].suffix}.i64",
        "void",
        (infos[0].text, infos[1].text, "i64", "i1"),
    )
    arguments = ", ".join(e.arguments((destination, source, size)))
    e.out.append(f"  call void {callee}({arguments}, i1 false)")


def _memory_set(e: Emitter, op: Op) -> None:
    info = e.types[op.operands[0].type]
    callee = e.intrinsic(f"llvm.memset.{info.suffix}.i64", "void", (info.text, "i8", "i64", "i1"))
    e.out.append(f"  call void {callee}({', '.join(e.arguments(op.operands))}, i1 false)")


# -- atomics -------------------------------------------------------------------------------------------


def _scope(op: Op) -> str:
    scope = op.attrs.get("scope")
    return f' syncscope("{scope}")' if scope else ""


def _atomic_rmw(e: Emitter, op: Op) -> None:
    pointer, value = op.operands
    info = e.types[value.type]
    kind = op.attrs["kind"]
    column = FLOAT if info.lane == "bfloat" else info.column
    opcode = _RMW[kind][column] if column <= FLOAT else ""
    if not opcode:
        raise unsupported(op, f"'{kind}' does not work on {value.type}")
    ordering = op.attrs.get("ordering") or "seq_cst"
    name = e.to_memory(info, e.names[value])
    old = e.assign(
        f"atomicrmw {opcode} {e.types[pointer.type].text} {e.names[pointer]}, "
        f"{info.memory} {name}{_scope(op)} {ordering}, align {info.align}"
    )
    e.names[op.results[0]] = e.from_memory(info, old)


def _atomic_cmpxchg(e: Emitter, op: Op) -> None:
    pointer, expected, desired = op.operands
    info = e.types[expected.type]
    is_float = info.column == FLOAT or info.lane == "bfloat"
    integer = f"i{info.size * 8}" if is_float else info.memory
    names = [e.to_memory(info, e.names[v]) for v in (expected, desired)]
    if is_float:
        names = [e.assign(f"bitcast {info.text} {name} to {integer}") for name in names]
    success = op.attrs.get("success_ordering") or "seq_cst"
    failure = op.attrs.get("failure_ordering") or "seq_cst"
    weak = "weak " if op.attrs.get("weak") else ""
    pair = e.assign(
        f"cmpxchg {weak}{e.types[pointer.type].text} {e.names[pointer]}, {integer} {names[0]}, "
        f"{integer} {names[1]}{_scope(op)} {success} {failure}, align {info.align}"
    )
    old = e.assign(f"extractvalue {{ {integer}, i1 }} {pair}, 0")
    if is_float:
        old = e.assign(f"bitcast {integer} {old} to {info.text}")
    e.names[op.results[0]] = e.from_memory(info, old)
    e.define(op.results[1], f"extractvalue {{ {integer}, i1 }} {pair}, 1")


def _fence(e: Emitter, op: Op) -> None:
    e.out.append(f"  fence{_scope(op)} {op.attrs.get('ordering') or 'seq_cst'}")


# -- addresses and aggregate values ----------------------------------------------------------------------


def _pointer_to_index(e: Emitter, op: Op) -> None:
    value = op.operands[0]
    e.define(op.results[0], f"ptrtoint {e.types[value.type].text} {e.names[value]} to i64")


def _index_to_pointer(e: Emitter, op: Op) -> None:
    value, result = op.operands[0], op.results[0]
    e.define(result, f"inttoptr i64 {e.names[value]} to {e.types[result.type].text}")


def _pointer_cast(e: Emitter, op: Op) -> None:
    value, result = op.operands[0], op.results[0]
    source, target = e.types[value.type].text, e.types[result.type].text
    if source == target:
        e.names[result] = e.names[value]
    else:
        e.define(result, f"addrspacecast {source} {e.names[value]} to {target}")


def _address_of(e: Emitter, op: Op) -> None:
    e.names[op.results[0]] = e.symbol(op.attrs["symbol"].name)


def _struct_create(e: Emitter, op: Op) -> None:
    result = op.results[0]
    info = e.types[result.type]
    name = "poison"
    for position, value in enumerate(op.operands):
        field, index = info.field(position)
        if not field.is_none:
            part = e.to_memory(field, e.names[value])
            name = e.assign(f"insertvalue {info.text} {name}, {field.memory} {part}, {index}")
    e.names[result] = name


def _struct_extract(e: Emitter, op: Op) -> None:
    container, result = op.operands[0], op.results[0]
    info = e.types[container.type]
    field, index = info.field(op.attrs["index"])
    if field.is_none:
        return
    part = e.assign(f"extractvalue {info.text} {e.names[container]}, {index}")
    e.names[result] = e.from_memory(field, part)


def _struct_replace(e: Emitter, op: Op) -> None:
    value, container = op.operands
    result = op.results[0]
    info = e.types[container.type]
    field, index = info.field(op.attrs["index"])
    if field.is_none:
        e.names[result] = e.names[container]
        return
    part = e.to_memory(field, e.names[value])
    e.define(
        result, f"insertvalue {info.text} {e.names[container]}, {field.memory} {part}, {index}"
    )


def _string_address(e: Emitter, op: Op) -> None:
    value, result = op.operands[0], op.results[0]
    if isinstance(value.owner, kgen.Constant):
        e.names[result] = e.constants.string_address(value.owner.attrs["value"])
    else:
        e.define(result, f"extractvalue {{ ptr, i64 }} {e.names[value]}, 0")


def _string_size(e: Emitter, op: Op) -> None:
    e.define(op.results[0], f"extractvalue {{ ptr, i64 }} {e.names[op.operands[0]]}, 1")


RULES: Final[dict[type[Op], EmitRule]] = {
    pop.StackAllocation: _stack_allocation,
    pop.ExternalMemory: _external_memory,
    pop.Load: _load,
    pop.Store: _store,
    pop.Offset: _offset,
    pop.MemoryCopy: _memory_copy,
    pop.MemorySet: _memory_set,
    pop.AtomicRmw: _atomic_rmw,
    pop.AtomicCmpXchg: _atomic_cmpxchg,
    pop.Fence: _fence,
    pop.PointerToIndex: _pointer_to_index,
    pop.IndexToPointer: _index_to_pointer,
    pop.PointerCast: _pointer_cast,
    pop.StringAddress: _string_address,
    pop.StringSize: _string_size,
    kgen.AddressOf: _address_of,
    kgen.StructCreate: _struct_create,
    kgen.StructExtract: _struct_extract,
    kgen.StructReplace: _struct_replace,
    kgen.StructGep: _struct_gep,
}
