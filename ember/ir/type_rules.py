"""What each op demands of the types of its operands, results and attributes, as a table.

A rule looks at one op and returns the sentence that says what is wrong, or None. Dialects outside this table add theirs
with `add_rule`. Ops without a rule may have any types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ember.ir import types as t
from ember.ir.assembly import infer_results
from ember.ir.layout import size_of
from ember.ir.nodes import Op
from ember.support import dtype as dt

Rule = Callable[[Op], str | None]


def rule_for(op_name: str) -> Rule | None:
    return _RULES.get(op_name)


def add_rule(op_name: str, rule: Rule) -> None:
    """Gives an op of another dialect its rule."""
    _RULES[op_name] = rule


# -- kinds of types --------------------------------------------------------------------------------------


def is_number(type: t.Type) -> bool:
    return isinstance(type, (t.SimdType, t.IndexType, t.IntegerType)) or type in (
        t.INT_LITERAL,
        t.FLOAT_LITERAL,
    )


def is_condition(type: t.Type) -> bool:
    """What `hlcf.if` and `pop.select` decide by."""
    return type is t.I1 or type is t.BOOL


def is_pointer(type: t.Type) -> bool:
    return isinstance(type, t.PointerType)


def _lanes(type: t.Type) -> int:
    return type.width if isinstance(type, t.SimdType) else 1


# -- rules -----------------------------------------------------------------------------------------------


def _one_number_type(op: Op) -> str | None:
    type = op.results[0].type
    if not is_number(type):
        return f"works on numbers, not on {type}"
    for operand in op.operands:
        if operand.type is not type:
            return f"has an operand of type {operand.type}, but its result has type {type}"
    return None


def _one_integer_type(op: Op) -> str | None:
    type = op.results[0].type
    if type is t.FLOAT_LITERAL or (isinstance(type, t.SimdType) and type.dtype.is_float):
        return f"works on integers, not on {type}"
    return _one_number_type(op)


def _inferred_results(op: Op) -> str | None:
    expected = infer_results(op.__class__, op.operands, op.attrs, len(op.results))
    actual = [v.type for v in op.results]
    if expected is None:
        return "has operands of types it cannot work on"
    if expected != actual:
        return f"gives {_listed(expected)}, not {_listed(actual)}"
    return None


def _listed(types: list[t.Type]) -> str:
    return ", ".join(map(str, types))


def _constant(op: Op) -> str | None:
    value, type = op.attrs.get("value"), op.results[0].type
    if isinstance(type, (t.IndexType, t.IntegerType)) and not isinstance(value, int):
        return f"holds {value!r}, which is no value of type {type}"
    if type is t.STRING and not isinstance(value, bytes):
        return f"holds {value!r}, but a !kgen.string is bytes"
    if isinstance(type, t.SimdType) and isinstance(value, tuple) and len(value) != type.width:
        return f"holds {len(value)} lanes, but its type is {type}"
    return None


def _call_indirect(op: Op) -> str | None:
    signature = op.attrs.get("signature")
    if not is_pointer(op.operands[0].type):
        return f"calls through a pointer, not a {op.operands[0].type}"
    if not isinstance(signature, t.FunctionType):
        return "needs its signature"
    return signature_mismatch(op, signature, 1)


def signature_mismatch(op: Op, signature: t.FunctionType, first: int = 0) -> str | None:
    """What is wrong when a call's operands (from number `first`) and results do not fit the signature."""
    given = tuple(v.type for v in op.operands[first:])
    if given != signature.inputs:
        return f"is called with ({_listed(list(given))}), but takes ({_listed(list(signature.inputs))})"
    results = tuple(v.type for v in op.results)
    if results != signature.results:
        return f"gives ({_listed(list(signature.results))}), not ({_listed(list(results))})"
    return None


def _struct_create(op: Op) -> str | None:
    type = op.results[0].type
    if isinstance(type, t.StructType):
        expected = type.elements
    elif isinstance(type, t.ArrayType):
        expected = (type.element,) * type.count
    else:
        return f"makes structs and arrays, not {type}"
    given = tuple(v.type for v in op.operands)
    if given != expected:
        return f"has fields ({_listed(list(given))}), but makes {type}"
    return None


def _field_access(op: Op) -> str | None:
    container = op.operands[-1].type
    index = op.attrs.get("index")
    if isinstance(container, t.StructType):
        count = len(container.elements)
    elif isinstance(container, t.ArrayType):
        count = container.count
    else:
        return f"takes a struct or an array, not {container}"
    if not isinstance(index, int) or not 0 <= index < count:
        return f"has index {index}, but {container} has {count} fields"
    if op.op_name == "kgen.struct.replace":
        field = (
            container.elements[index] if isinstance(container, t.StructType) else container.element
        )
        if op.operands[0].type is not field:
            return f"puts a {op.operands[0].type} into a field of type {field}"
    return _inferred_results(op)


def _struct_gep(op: Op) -> str | None:
    struct, index = op.attrs.get("struct"), op.attrs.get("index")
    if not is_pointer(op.operands[0].type):
        return f"takes a pointer, not a {op.operands[0].type}"
    if isinstance(struct, t.StructType):
        if not isinstance(index, int) or not 0 <= index < len(struct.elements):
            return f"has index {index}, but {struct} has {len(struct.elements)} fields"
    elif not isinstance(struct, t.Type):
        return "needs the type of the struct"
    return _inferred_results(op)


def _compare(op: Op) -> str | None:
    if op.attrs.get("predicate") not in ("eq", "ne", "lt", "le", "gt", "ge"):
        return f"has the predicate {op.attrs.get('predicate')!r}"
    if op.operands[0].type is not op.operands[1].type:
        return f"compares a {op.operands[0].type} with a {op.operands[1].type}"
    return _inferred_results(op)


def _select(op: Op) -> str | None:
    condition, on_true, on_false = (v.type for v in op.operands)
    if on_true is not on_false or op.results[0].type is not on_true:
        return f"chooses between a {on_true} and a {on_false} and gives a {op.results[0].type}"
    lanewise = (
        isinstance(condition, t.SimdType)
        and condition.dtype is dt.BOOL
        and condition.width == _lanes(on_true)
    )
    return None if lanewise or is_condition(condition) else f"decides by a {condition}"


def _cast(op: Op) -> str | None:
    source, target = op.operands[0].type, op.results[0].type
    if not (is_number(source) and is_number(target)):
        return f"converts numbers, not {source} to {target}"
    if _lanes(source) != _lanes(target):
        return f"converts {_lanes(source)} lanes to {_lanes(target)}"
    return None


def _bitcast(op: Op) -> str | None:
    source, target = op.operands[0].type, op.results[0].type
    if size_of(source) != size_of(target):
        return f"takes {source} of {size_of(source)} bytes and gives {target} of {size_of(target)}"
    return None


def _splat(op: Op) -> str | None:
    source, target = op.operands[0].type, op.results[0].type
    if not isinstance(target, t.SimdType):
        return f"gives a vector, not {target}"
    if source is not t.scalar(target.dtype):
        return f"puts a {source} into the lanes of {target}"
    return None


def _lane_access(op: Op) -> str | None:
    vector, index = op.operands[0].type, op.operands[-1].type
    if not isinstance(vector, t.SimdType):
        return f"takes a vector, not {vector}"
    if index is not t.INDEX:
        return f"takes the lane as an index, not as a {index}"
    if len(op.operands) == 3 and op.operands[1].type is not t.scalar(vector.dtype):
        return f"puts a {op.operands[1].type} into a lane of {vector}"
    return _inferred_results(op)


def _shuffle(op: Op) -> str | None:
    lhs, rhs = (v.type for v in op.operands)
    if not isinstance(lhs, t.SimdType) or lhs is not rhs:
        return f"takes two vectors of one type, not {lhs} and {rhs}"
    mask = op.attrs.get("mask") or ()
    if any(not -1 <= lane < 2 * lhs.width for lane in mask):
        return f"picks lanes {list(mask)} of {2 * lhs.width}"
    return _inferred_results(op)


def _reduce(op: Op) -> str | None:
    if not isinstance(op.operands[0].type, t.SimdType):
        return f"takes a vector, not {op.operands[0].type}"
    if op.attrs.get("kind") in _BITWISE and op.operands[0].type.dtype.is_float:
        return f"works on integers, not on {op.operands[0].type}"
    return _inferred_results(op)


def _takes(*expected: Callable[[t.Type], bool] | t.Type | None) -> Rule:
    """Operand types by position: a type, a test or None for any; results are inferred where that is possible."""

    def rule(op: Op) -> str | None:
        for i, (operand, wanted) in enumerate(zip(op.operands, expected, strict=False)):
            type = operand.type
            if wanted is None or type is wanted:
                continue
            if isinstance(wanted, t.Type):
                return f"takes a {wanted} as operand {i}, not a {type}"
            if not wanted(type):
                return f"cannot take a {type} as operand {i}"
        types = infer_results(op.__class__, op.operands, op.attrs, len(op.results))
        return _inferred_results(op) if types is not None else None

    return rule


def _gives_pointer(op: Op) -> str | None:
    type = op.results[0].type
    return None if is_pointer(type) else f"gives a pointer, not a {type}"


def _index_to_pointer(op: Op) -> str | None:
    return _takes(t.INDEX)(op) or _gives_pointer(op)


def _pointer_cast(op: Op) -> str | None:
    return _takes(is_pointer)(op) or _gives_pointer(op)


def _cmpxchg(op: Op) -> str | None:
    if op.operands[1].type is not op.operands[2].type:
        return f"expects a {op.operands[1].type} but stores a {op.operands[2].type}"
    return _takes(is_pointer)(op)


def _if(op: Op) -> str | None:
    type = op.operands[0].type
    return None if is_condition(type) else f"decides by an i1 or a bool, not by a {type}"


_ARITHMETIC: Final = (
    "add", "sub", "mul", "div", "rem", "floordiv", "floormod", "pow", "min", "max", "neg", "fma",
)  # fmt: skip
_BITWISE: Final = ("and", "or", "xor", "shl", "shr")

_RULES: Final[dict[str, Rule]] = {
    **{f"pop.{name}": _one_number_type for name in _ARITHMETIC},
    **{f"pop.{name}": _one_integer_type for name in _BITWISE},
    "pop.cmp": _compare,
    "pop.select": _select,
    "pop.cast": _cast,
    "pop.bitcast": _bitcast,
    "pop.pointer_to_index": _takes(is_pointer),
    "pop.index_to_pointer": _index_to_pointer,
    "pop.pointer.cast": _pointer_cast,
    "pop.simd.splat": _splat,
    "pop.simd.extractelement": _lane_access,
    "pop.simd.insertelement": _lane_access,
    "pop.simd.shuffle": _shuffle,
    "pop.simd.reduce": _reduce,
    "pop.stack_allocation": _gives_pointer,
    "pop.load": _takes(is_pointer),
    "pop.store": _takes(None, is_pointer),
    "pop.offset": _takes(is_pointer, t.INDEX),
    "pop.memcpy": _takes(is_pointer, is_pointer, t.INDEX),
    "pop.memset": _takes(is_pointer, t.BYTE, t.INDEX),
    "pop.atomic.rmw": _takes(is_pointer),
    "pop.atomic.cmpxchg": _cmpxchg,
    "pop.string.address": _takes(t.STRING),
    "pop.string.size": _takes(t.STRING),
    "pop.string.concat": _takes(t.STRING, t.STRING),
    "pop.dtype.to_ui8": _takes(t.DTYPE),
    "pop.dtype.from_ui8": _takes(t.BYTE),
    "kgen.param.constant": _constant,
    "kgen.call_indirect": _call_indirect,
    "kgen.addressof": _gives_pointer,
    "kgen.struct.create": _struct_create,
    "kgen.struct.extract": _field_access,
    "kgen.struct.replace": _field_access,
    "kgen.struct.gep": _struct_gep,
    "hlcf.if": _if,
}
