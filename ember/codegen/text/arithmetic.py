"""Rules for numbers: arithmetic, comparison, conversion and vector lanes.

Integers wrap, so no instruction carries `nsw` or `nuw`; floats follow IEEE, so none carries fast-math flags.
Small floats (see `small_floats.py`) are widened, computed, and rounded back, op by op.
"""

from __future__ import annotations

from typing import Final

from ember.codegen.text import small_floats, wide_integers
from ember.codegen.text.emitter import EmitRule, Emitter, unsupported
from ember.codegen.text.types import FLOAT, OTHER, SIGNED, SMALL_FLOAT, TypeInfo
from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.ir.nodes import Op, Value
from ember.support import dtype as dt

_COMPARE: Final = {
    "eq": ("icmp eq", "icmp eq", "fcmp oeq"),
    "ne": ("icmp ne", "icmp ne", "fcmp une"),
    "lt": ("icmp slt", "icmp ult", "fcmp olt"),
    "le": ("icmp sle", "icmp ule", "fcmp ole"),
    "gt": ("icmp sgt", "icmp ugt", "fcmp ogt"),
    "ge": ("icmp sge", "icmp uge", "fcmp oge"),
}
_MIN_MAX: Final = {
    "min": ("llvm.smin", "llvm.umin", "llvm.minnum"),
    "max": ("llvm.smax", "llvm.umax", "llvm.maxnum"),
}
_REDUCE_INTEGER: Final = {
    "add": ("add", "add"),
    "mul": ("mul", "mul"),
    "min": ("smin", "umin"),
    "max": ("smax", "umax"),
    "and": ("and", "and"),
    "or": ("or", "or"),
    "xor": ("xor", "xor"),
}


def _binary(*opcodes: str) -> EmitRule:
    """The rule of an op that is one instruction; `opcodes` for signed, unsigned and float types."""

    def rule(e: Emitter, op: Op) -> None:
        lhs, rhs = op.operands
        info = e.types[lhs.type]
        if info.column >= len(opcodes):
            if info.column == SMALL_FLOAT:
                _in_wider_type(e, op, rule)
                return
            raise unsupported(op, f"does not work on {lhs.type}")
        names = e.names
        e.counter += 1
        name = f"%{e.counter}"
        e.out.append(f"  {name} = {opcodes[info.column]} {info.text} {names[lhs]}, {names[rhs]}")
        names[op.results[0]] = name

    return rule


def _min_max(kind: str) -> EmitRule:
    """A zero below zero is the smaller one. LLVM promises that of `minimumnum` alone; other processors than x86_64 have an
    instruction that does so for `minnum`, which asks less of signalling NaNs.
    """
    intrinsics = _MIN_MAX[kind]

    def rule(e: Emitter, op: Op) -> None:
        lhs, rhs = op.operands
        info = _number(e, op, lhs)
        a, b = e.names[lhs], e.names[rhs]
        if info.column != FLOAT or e.target.arch != "x86_64":
            e.define(op.results[0], _call_of_two(e, info, intrinsics[info.column], a, b))
        elif info.bits == 16 or (info.lanes == 1 and a.startswith("%") and b.startswith("%")):
            _choose_zero(e, op, info, intrinsics[FLOAT], "or" if kind == "min" else "and")
        else:
            e.define(op.results[0], _call_of_two(e, info, f"llvm.{kind}imumnum", a, b))

    return rule


def _call_of_two(e: Emitter, info: TypeInfo, intrinsic: str, a: str, b: str) -> str:
    text = info.text
    callee = e.intrinsic(f"{intrinsic}.{info.suffix}", text, (text, text))
    return f"call {text} {callee}({text} {a}, {text} {b})"


def _choose_zero(e: Emitter, op: Op, info: TypeInfo, intrinsic: str, joined: str) -> None:
    """Equal numbers have equal bits, zeros aside, of which `or` gives the smaller and `and` the larger one. LLVM would branch
    by the sign for `minimumnum`, which nobody can foresee; that numbers are equal is rare. Of vectors of halves it loses the sign.
    """
    text, mask = info.text, _mask(info)
    bits = f"i{info.bits}" if info.lanes == 1 else f"<{info.lanes} x i{info.bits}>"
    names = [e.names[operand] for operand in op.operands]
    chosen = e.assign(_call_of_two(e, info, intrinsic, *names))
    first, second = (e.assign(f"bitcast {text} {name} to {bits}") for name in names)
    both = e.assign(f"{joined} {bits} {first}, {second}")
    zero = e.assign(f"bitcast {bits} {both} to {text}")
    equal = e.assign(f"fcmp oeq {text} {names[0]}, {names[1]}")
    e.define(op.results[0], f"select {mask} {equal}, {text} {zero}, {text} {chosen}")


def _widened(rule: EmitRule) -> EmitRule:
    """The rule, made to work on small floats too."""

    def with_small_floats(e: Emitter, op: Op) -> None:
        if e.types[op.operands[0].type].column == SMALL_FLOAT:
            _in_wider_type(e, op, rule)
        else:
            rule(e, op)

    return with_small_floats


def _in_wider_type(e: Emitter, op: Op, rule: EmitRule) -> None:
    """Applies a rule to the operands as `float` (a fused operation: `double`) and rounds the result."""
    narrow_type, result = op.operands[0].type, op.results[0]
    assert isinstance(narrow_type, t.SimdType)
    wide_type = t.SimdType(narrow_type.width, dt.F64 if isinstance(op, pop.Fma) else dt.F32)
    keeps_type = result.type is narrow_type
    names = [convert(e, op, e.names[v], narrow_type, wide_type) for v in op.operands]
    wide_result = wide_type if keeps_type else result.type
    name = _apply(e, op, rule, type(op), names, wide_type, wide_result)
    e.names[result] = convert(e, op, name, wide_type, narrow_type) if keeps_type else name


def _apply(
    e: Emitter,
    op: Op,
    rule: EmitRule,
    cls: type[Op],
    names: list[str],
    type: t.Type,
    result: t.Type | None = None,
) -> str:
    """The name of what an op of class `cls` gives for operands that no op defines, all of one type."""
    operands = [Value(type, op, position) for position in range(len(names))]
    e.names.update(zip(operands, names, strict=True))
    part = cls(operands, [result or type], op.attrs, (), op.loc)
    rule(e, part)
    return e.names[part.results[0]]


def _number(e: Emitter, op: Op, value: Value) -> TypeInfo:
    info = e.types[value.type]
    if info.column > FLOAT:
        raise unsupported(op, f"does not work on {value.type}")
    return info


def _splat(info: TypeInfo, lane: str) -> str:
    """A constant lane in every lane of the type."""
    return lane if info.lanes == 1 else f"splat ({info.lane} {lane})"


def _zero(info: TypeInfo) -> str:
    if info.lanes > 1:
        return "zeroinitializer"
    if info.column == FLOAT:
        return "0.0"
    return "null" if info.text.startswith("ptr") else "0"


def _defined_division(e: Emitter, info: TypeInfo, dividend: str, divisor: str) -> tuple[str, str]:
    """Operands with the same quotient and remainder; the lowest number over -1, which traps on some machines, becomes
    its negation over 1.
    """
    if divisor.isdigit():
        return dividend, divisor
    text = info.text
    bits = f"<{info.lanes} x i1>" if info.lanes > 1 else "i1"
    minus = e.assign(f"icmp eq {text} {divisor}, {_splat(info, '-1')}")
    negated = e.assign(f"sub {text} {_splat(info, '0')}, {dividend}")
    n = e.assign(f"select {bits} {minus}, {text} {negated}, {text} {dividend}")
    d = e.assign(f"select {bits} {minus}, {text} {_splat(info, '1')}, {text} {divisor}")
    return n, d


def _truncating(signed: str, unsigned: str, floating: str) -> EmitRule:
    """Division and remainder toward zero."""
    plain = _binary(signed, unsigned, floating)

    def rule(e: Emitter, op: Op) -> None:
        lhs, rhs = op.operands
        info = e.types[lhs.type]
        if info.column != SIGNED:
            plain(e, op)
            return
        n, d = _defined_division(e, info, e.names[lhs], e.names[rhs])
        e.define(op.results[0], f"{signed} {info.text} {n}, {d}")

    return rule


def _floor_div(e: Emitter, op: Op) -> None:
    lhs, rhs = op.operands
    info = e.types[lhs.type]
    text, a, b = info.text, e.names[lhs], e.names[rhs]
    if info.column in (FLOAT, SMALL_FLOAT):
        quotient = _apply(e, op, RULES[pop.Div], pop.Div, [a, b], lhs.type)
        floor = _apply(e, op, _widened(_floor), _Floor, [quotient], lhs.type)
        e.names[op.results[0]] = floor
    elif info.column == SIGNED:
        n, d = _defined_division(e, info, a, b)
        quotient_name = e.assign(f"sdiv {text} {n}, {d}")
        remainder = e.assign(f"srem {text} {n}, {d}")
        one_less = e.assign(f"add {text} {quotient_name}, {_splat(info, '-1')}")
        _select_if_signs_differ(e, op, info, remainder, b, one_less, quotient_name)
    else:
        e.define(op.results[0], f"udiv {text} {a}, {b}")


class _Floor(Op):
    """The second half of a float's floor division; it never stands in a function."""


def _floor(e: Emitter, op: Op) -> None:
    value = op.operands[0]
    info = e.types[value.type]
    callee = e.intrinsic(f"llvm.floor.{info.suffix}", info.text, (info.text,))
    e.define(op.results[0], f"call {info.text} {callee}({info.text} {e.names[value]})")


def _floor_mod(e: Emitter, op: Op) -> None:
    lhs, rhs = op.operands
    info = _number(e, op, lhs)
    text, a, b = info.text, e.names[lhs], e.names[rhs]
    if info.column == FLOAT:
        _float_floor_mod(e, op, info, a, b)
    elif info.column == SIGNED:
        n, d = _defined_division(e, info, a, b)
        remainder = e.assign(f"srem {text} {n}, {d}")
        moved = e.assign(f"add {text} {remainder}, {b}")
        _select_if_signs_differ(e, op, info, remainder, b, moved, remainder)
    else:
        e.define(op.results[0], f"urem {text} {a}, {b}")


def _select_if_signs_differ(
    e: Emitter, op: Op, info: TypeInfo, remainder: str, divisor: str, yes: str, no: str
) -> None:
    """`yes` where the remainder is not zero and its sign is not the divisor's."""
    text, mask = info.text, _mask(info)
    signs = e.assign(f"xor {text} {remainder}, {divisor}")
    differ = e.assign(f"icmp slt {text} {signs}, {_zero(info)}")
    inexact = e.assign(f"icmp ne {text} {remainder}, {_zero(info)}")
    both = e.assign(f"and {mask} {differ}, {inexact}")
    e.define(op.results[0], f"select {mask} {both}, {text} {yes}, {text} {no}")


def _float_floor_mod(e: Emitter, op: Op, info: TypeInfo, a: str, b: str) -> None:
    text, mask = info.text, _mask(info)
    remainder = e.assign(f"frem {text} {a}, {b}")
    moved = e.assign(f"fadd {text} {remainder}, {b}")
    negative = e.assign(f"fcmp olt {text} {remainder}, {_zero(info)}")
    divisor_negative = e.assign(f"fcmp olt {text} {b}, {_zero(info)}")
    differ = e.assign(f"xor {mask} {negative}, {divisor_negative}")
    inexact = e.assign(f"fcmp one {text} {remainder}, {_zero(info)}")
    both = e.assign(f"and {mask} {differ}, {inexact}")
    e.define(op.results[0], f"select {mask} {both}, {text} {moved}, {text} {remainder}")


def _mask(info: TypeInfo) -> str:
    """The bool vector with as many lanes."""
    return "i1" if info.lanes == 1 else f"<{info.lanes} x i1>"


def _shift_left(e: Emitter, op: Op) -> None:
    _shift(e, op, "shl")


def _shift_right(e: Emitter, op: Op) -> None:
    signed = e.types[op.operands[0].type].column == SIGNED
    _shift(e, op, "ashr" if signed else "lshr")


def _shift(e: Emitter, op: Op, opcode: str) -> None:
    """LLVM leaves counts of the width or more undefined; ours give 0, or the sign."""
    lhs, rhs = op.operands
    info = _number(e, op, lhs)
    text, value, count = info.text, e.names[lhs], e.names[rhs]
    if _is_small_count(rhs, info.bits):
        e.define(op.results[0], f"{opcode} {text} {value}, {count}")
        return
    if opcode == "ashr":
        last = _splat(info, str(info.bits - 1))
        umin = e.intrinsic(f"llvm.umin.{info.suffix}", text, (text, text))
        count = e.assign(f"call {text} {umin}({text} {count}, {text} {last})")
        e.define(op.results[0], f"ashr {text} {value}, {count}")
        return
    shifted = e.assign(f"{opcode} {text} {value}, {count}")
    limit = _splat(info, "true" if info.bits == 1 else str(info.bits))
    fits = e.assign(f"icmp ult {text} {count}, {limit}")
    e.define(op.results[0], f"select {_mask(info)} {fits}, {text} {shifted}, {text} {_zero(info)}")


def _is_small_count(value: Value, bits: int) -> bool:
    owner = value.owner
    if not isinstance(owner, kgen.Constant):
        return False
    count = owner.attrs["value"]
    lanes = count if isinstance(count, tuple) else (count,)
    return all(isinstance(lane, int) and 0 <= lane < bits for lane in lanes)


def _neg(e: Emitter, op: Op) -> None:
    value = op.operands[0]
    info = _number(e, op, value)
    name = e.names[value]
    if info.column == FLOAT:
        e.define(op.results[0], f"fneg {info.text} {name}")
    else:
        e.define(op.results[0], f"sub {info.text} {_zero(info)}, {name}")


def _fma(e: Emitter, op: Op) -> None:
    a, b, c = op.operands
    info = _number(e, op, a)
    text = info.text
    if info.column == FLOAT:
        callee = e.intrinsic(f"llvm.fma.{info.suffix}", text, (text, text, text))
        e.define(op.results[0], f"call {text} {callee}({', '.join(e.arguments((a, b, c)))})")
        return
    product = e.assign(f"mul {text} {e.names[a]}, {e.names[b]}")
    e.define(op.results[0], f"add {text} {product}, {e.names[c]}")


def _compare(e: Emitter, op: Op) -> None:
    lhs, rhs = op.operands
    info = e.types[lhs.type]
    opcodes = _COMPARE[op.attrs["predicate"]]
    if info.column <= FLOAT:
        names = e.names
        e.define(op.results[0], f"{opcodes[info.column]} {info.text} {names[lhs]}, {names[rhs]}")
    elif lhs.type is t.STRING:
        _compare_strings(e, op)
    else:
        raise unsupported(op, f"does not work on {lhs.type}")


def _compare_strings(e: Emitter, op: Op) -> None:
    """Equal sizes and equal bytes; no bytes are looked at when the sizes differ."""
    string = e.types[t.STRING].text
    sizes, addresses = [], []
    for operand in op.operands:
        addresses.append(e.assign(f"extractvalue {string} {e.names[operand]}, 0"))
        sizes.append(e.assign(f"extractvalue {string} {e.names[operand]}, 1"))
    same_size = e.assign(f"icmp eq i64 {sizes[0]}, {sizes[1]}")
    size = e.assign(f"select i1 {same_size}, i64 {sizes[0]}, i64 0")
    memcmp = e.declare("memcmp", "i32", "ptr, ptr, i64")
    order = e.assign(
        f"call i32 (ptr, ptr, i64) {memcmp}(ptr {addresses[0]}, ptr {addresses[1]}, i64 {size})"
    )
    same_bytes = e.assign(f"icmp eq i32 {order}, 0")
    equal = e.assign(f"and i1 {same_size}, {same_bytes}")
    if op.attrs["predicate"] == "eq":
        e.names[op.results[0]] = equal
    elif op.attrs["predicate"] == "ne":
        e.define(op.results[0], f"xor i1 {equal}, true")
    else:
        raise unsupported(op, "of strings knows eq and ne only")


def _select(e: Emitter, op: Op) -> None:
    condition, on_true, on_false = op.operands
    info = e.types[on_true.type]
    if info.is_none:
        return
    names, text = e.names, info.text
    e.define(
        op.results[0],
        f"select {e.types[condition.type].text} {names[condition]}, "
        f"{text} {names[on_true]}, {text} {names[on_false]}",
    )


# -- conversions -------------------------------------------------------------------------------------


def _cast(e: Emitter, op: Op) -> None:
    value, result = op.operands[0], op.results[0]
    e.names[result] = convert(e, op, e.names[value], value.type, result.type)


def convert(e: Emitter, op: Op, name: str, source_type: t.Type, target_type: t.Type) -> str:
    """The name of a number converted lane by lane."""
    source, target = e.types[source_type], e.types[target_type]
    if source.column == OTHER or target.column == OTHER:
        raise unsupported(op, f"does not convert {source_type} to {target_type}")
    if source_type is target_type:
        return name
    if source.column == SMALL_FLOAT or target.column == SMALL_FLOAT:
        return _convert_small(e, op, name, source_type, target_type)
    if source.is_bool and target.is_bool:
        return name
    if target.is_bool:
        opcode = "fcmp une" if source.column == FLOAT else "icmp ne"
        return e.assign(f"{opcode} {source.text} {name}, {_zero(source)}")
    if source.column == FLOAT:
        if target.column == FLOAT:
            return _float_to_float(e, name, source, target)
        if target.bits > 128:
            return wide_integers.float_to_integer(e, name, source, target)
        if (
            source.lane == "half"
        ):  # LLVM 22 on x86 gives the lowest number for nan; from float it is right
            wider = "float" if source.lanes == 1 else f"<{source.lanes} x float>"
            name = e.assign(f"fpext {source.text} {name} to {wider}")
            suffix, text = source.suffix.replace("f16", "f32"), wider
        else:
            suffix, text = source.suffix, source.text
        kind = "s" if target.column == SIGNED else "u"
        callee = e.intrinsic(f"llvm.fpto{kind}i.sat.{target.suffix}.{suffix}", target.text, (text,))
        return e.assign(f"call {target.text} {callee}({text} {name})")
    if target.column == FLOAT:
        if source.bits > 128 or (source.bits > 64 and target.lane == "half"):
            return wide_integers.integer_to_float(e, name, source, target)
        opcode = "sitofp" if source.column == SIGNED else "uitofp"
        return e.assign(f"{opcode} {source.text} {name} to {target.text}")
    if source.bits == target.bits:
        return name
    if source.bits > target.bits:
        return e.assign(f"trunc {source.text} {name} to {target.text}")
    opcode = "sext" if source.column == SIGNED else "zext"
    return e.assign(f"{opcode} {source.text} {name} to {target.text}")


def _float_to_float(e: Emitter, name: str, source: TypeInfo, target: TypeInfo) -> str:
    if source.text == target.text:
        return name
    opcode = "fpext" if target.bits > source.bits else "fptrunc"
    return e.assign(f"{opcode} {source.text} {name} to {target.text}")


def _convert_small(e: Emitter, op: Op, name: str, source_type: t.Type, target_type: t.Type) -> str:
    """From or to a small float: by way of `float`, or of `double` where that would round twice."""
    source, target = e.types[source_type], e.types[target_type]
    single = t.SimdType(source.lanes, dt.F32)
    if source.column == SMALL_FLOAT:
        assert isinstance(source_type, t.SimdType)
        name = small_floats.widen(e, source, source_type.dtype, name)
        return convert(e, op, name, single, target_type)
    assert isinstance(target_type, t.SimdType)
    exact_in_single = source.bits <= 16 or source.lane == "float"
    by_way_of = single if exact_in_single else t.SimdType(source.lanes, dt.F64)
    name = convert(e, op, name, source_type, by_way_of)
    lane, saturates = e.types[by_way_of].lane, isinstance(op, pop.Cast)
    return small_floats.narrow(e, target, target_type.dtype, name, lane, saturates)


def _bitcast(e: Emitter, op: Op) -> None:
    value, result = op.operands[0], op.results[0]
    source, target = e.types[value.type], e.types[result.type]
    name = e.names[value]
    if source.bits * source.lanes != target.bits * target.lanes:
        name = e.to_memory(source, name)
        if source.memory != target.memory:
            name = e.assign(f"bitcast {source.memory} {name} to {target.memory}")
        name = e.from_memory(target, name)
    elif source.text != target.text:
        name = e.assign(f"bitcast {source.text} {name} to {target.text}")
    e.names[result] = name


def _same_bits(e: Emitter, op: Op) -> None:
    """Two IR types with one LLVM type."""
    e.names[op.results[0]] = e.names[op.operands[0]]


# -- lanes ---------------------------------------------------------------------------------------------


def _splat_rule(e: Emitter, op: Op) -> None:
    value, result = op.operands[0], op.results[0]
    info, name = e.types[result.type], e.names[value]
    if info.lanes == 1:
        e.names[result] = name
    elif not name.startswith("%"):
        e.names[result] = f"splat ({info.lane} {name})"
    else:
        first = e.assign(f"insertelement {info.text} poison, {info.lane} {name}, i64 0")
        e.define(
            result,
            f"shufflevector {info.text} {first}, {info.text} poison, "
            f"<{info.lanes} x i32> zeroinitializer",
        )


def _extract_element(e: Emitter, op: Op) -> None:
    vector, index = op.operands
    info = e.types[vector.type]
    if info.lanes == 1:
        e.names[op.results[0]] = e.names[vector]
        return
    position = f"{e.types[index.type].text} {e.names[index]}"
    e.define(op.results[0], f"extractelement {info.text} {e.names[vector]}, {position}")


def _insert_element(e: Emitter, op: Op) -> None:
    vector, value, index = op.operands
    info = e.types[vector.type]
    if info.lanes == 1:
        e.names[op.results[0]] = e.names[value]
        return
    position = f"{e.types[index.type].text} {e.names[index]}"
    e.define(
        op.results[0],
        f"insertelement {info.text} {e.names[vector]}, {info.lane} {e.names[value]}, {position}",
    )


def _shuffle(e: Emitter, op: Op) -> None:
    lhs, rhs = op.operands
    mask: tuple[int, ...] = op.attrs["mask"]
    vectors = [_as_vector(e, value) for value in (lhs, rhs)]
    lanes = ", ".join("i32 poison" if lane < 0 else f"i32 {lane}" for lane in mask)
    shuffled = f"shufflevector {vectors[0]}, {vectors[1]}, <{len(mask)} x i32> <{lanes}>"
    if len(mask) > 1:
        e.define(op.results[0], shuffled)
        return
    lane_type = e.types[lhs.type].lane
    e.define(op.results[0], f"extractelement <1 x {lane_type}> {e.assign(shuffled)}, i64 0")


def _as_vector(e: Emitter, value: Value) -> str:
    """A value as a typed vector operand, also when it has one lane only."""
    info, name = e.types[value.type], e.names[value]
    if info.lanes > 1:
        return f"{info.text} {name}"
    vector = f"<1 x {info.lane}>"
    return f"{vector} {e.assign(f'insertelement {vector} poison, {info.lane} {name}, i64 0')}"


def _reduce(e: Emitter, op: Op) -> None:
    value = op.operands[0]
    info = e.types[value.type]
    kind: str = op.attrs["kind"]
    if info.lanes == 1:
        e.names[op.results[0]] = e.names[value]
    elif info.column >= FLOAT:
        _reduce_by_halves(e, op)
    else:
        reducer = f"llvm.vector.reduce.{_REDUCE_INTEGER[kind][info.column]}.{info.suffix}"
        callee = e.intrinsic(reducer, info.lane, (info.text,))
        e.define(op.results[0], f"call {info.lane} {callee}({info.text} {e.names[value]})")


def _reduce_by_halves(e: Emitter, op: Op) -> None:
    """Lower half with upper half until one lane is left: one order of rounding on every machine.

    An odd last lane waits for the next round.
    """
    combine = _REDUCE_FLOAT.get(op.attrs["kind"])
    vector = op.operands[0].type
    if combine is None or not isinstance(vector, t.SimdType):
        raise unsupported(op, f"'{op.attrs['kind']}' does not work on {vector}")
    cls, rule = combine
    name, lanes, lane = e.names[op.operands[0]], vector.width, e.types[vector].lane
    while lanes > 1:
        text, half = f"<{lanes} x {lane}>", lanes // 2
        low, high = (
            e.assign(f"shufflevector {text} {name}, {text} poison, {_lane_list(start, half)}")
            for start in (0, half)
        )
        half_type = t.SimdType(half, vector.dtype)
        if half == 1:
            low, high = (e.assign(f"extractelement <1 x {lane}> {v}, i64 0") for v in (low, high))
        combined = _apply(e, op, rule, cls, [low, high], half_type)
        name = _append_lane(e, lane, combined, half, name, lanes) if lanes % 2 else combined
        lanes = half + lanes % 2
    e.names[op.results[0]] = name


def _append_lane(
    e: Emitter, lane: str, name: str, lanes: int, source: str, source_lanes: int
) -> str:
    """The vector with the last lane of another one behind its own."""
    last = e.assign(f"extractelement <{source_lanes} x {lane}> {source}, i64 {source_lanes - 1}")
    longer = f"<{lanes + 1} x {lane}>"
    if lanes == 1:
        vector = e.assign(f"insertelement {longer} poison, {lane} {name}, i64 0")
    else:
        text = f"<{lanes} x {lane}>"
        vector = e.assign(f"shufflevector {text} {name}, {text} poison, {_lane_list(0, lanes + 1)}")
    return e.assign(f"insertelement {longer} {vector}, {lane} {last}, i64 {lanes}")


def _lane_list(start: int, count: int) -> str:
    return f"<{count} x i32> <{', '.join(f'i32 {start + i}' for i in range(count))}>"


RULES: Final[dict[type[Op], EmitRule]] = {
    pop.Add: _binary("add", "add", "fadd contract"),
    pop.Sub: _binary("sub", "sub", "fsub contract"),
    pop.Mul: _binary("mul", "mul", "fmul contract"),
    pop.Div: _truncating("sdiv", "udiv", "fdiv"),
    pop.Rem: _truncating("srem", "urem", "frem"),
    pop.And: _binary("and", "and"),
    pop.Or: _binary("or", "or"),
    pop.Xor: _binary("xor", "xor"),
    pop.FloorDiv: _floor_div,
    pop.FloorMod: _widened(_floor_mod),
    pop.Min: _widened(_min_max("min")),
    pop.Max: _widened(_min_max("max")),
    pop.Shl: _shift_left,
    pop.Shr: _shift_right,
    pop.Neg: _widened(_neg),
    pop.Fma: _widened(_fma),
    pop.Compare: _widened(_compare),
    pop.Select: _select,
    pop.Cast: _cast,
    pop.Bitcast: _bitcast,
    pop.DTypeToByte: _same_bits,
    pop.DTypeFromByte: _same_bits,
    pop.Splat: _splat_rule,
    pop.ExtractElement: _extract_element,
    pop.InsertElement: _insert_element,
    pop.Shuffle: _shuffle,
    pop.Reduce: _reduce,
}

_REDUCE_FLOAT: Final[dict[str, tuple[type[Op], EmitRule]]] = {
    "add": (pop.Add, RULES[pop.Add]),
    "mul": (pop.Mul, RULES[pop.Mul]),
    "min": (pop.Min, RULES[pop.Min]),
    "max": (pop.Max, RULES[pop.Max]),
}
