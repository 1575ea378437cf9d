"""What ops demand of the types of their operands, results and attributes, and which result types follow from these.

A *check* looks at one op and returns the sentence that says what is wrong, or None. A *result rule* gives the result types
for operand types and attributes. Declarations of ops name them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ember.dialects import types as t
from ember.dialects.layout import size_of
from ember.ir.assembly import infer_results
from ember.ir.nodes import Check, Op, ResultRule
from ember.support import dtype as dt

# -- result types ----------------------------------------------------------------------------------------


def same_as(position: int) -> ResultRule:
    """The type of an operand."""
    return lambda types, attrs, count: [types[position]]


def always(*results: t.Type) -> ResultRule:
    return lambda types, attrs, count: list(results)


def untyped(types: list[Any], attrs: Mapping[str, Any], count: int) -> list[t.Type]:
    """Before elaboration no value has a type."""
    return [t.ANY] * count


def element_type(types: list[Any], attrs: Mapping[str, Any], count: int) -> list[t.Type]:
    """The field `index` of a struct or array."""
    container = types[0]
    is_array = isinstance(container, t.ArrayType)
    return [container.element if is_array else container.elements[attrs["index"]]]


def comparison(types: list[Any], attrs: Mapping[str, Any], count: int) -> list[t.Type]:
    operand = types[0]
    return [t.SimdType(operand.width, dt.BOOL) if isinstance(operand, t.SimdType) else t.I1]


def one_lane(types: list[Any], attrs: Mapping[str, Any], count: int) -> list[t.Type]:
    return [t.scalar(types[0].dtype)]


def lanes_of_mask(types: list[Any], attrs: Mapping[str, Any], count: int) -> list[t.Type]:
    return [t.SimdType(len(attrs["mask"]), types[0].dtype)]


def old_and_stored(types: list[Any], attrs: Mapping[str, Any], count: int) -> list[t.Type]:
    return [types[1], t.I1]


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


BITWISE: Final = ("and", "or", "xor", "shl", "shr")

# -- checks -----------------------------------------------------------------------------------------------


def one_number_type(op: Op) -> str | None:
    type = op.results[0].type
    if not is_number(type):
        return f"works on numbers, not on {type}"
    for operand in op.operands:
        if operand.type is not type:
            return f"has an operand of type {operand.type}, but its result has type {type}"
    return None


def one_integer_type(op: Op) -> str | None:
    type = op.results[0].type
    if type is t.FLOAT_LITERAL or (isinstance(type, t.SimdType) and type.dtype.is_float):
        return f"works on integers, not on {type}"
    return one_number_type(op)


def inferred_results(op: Op) -> str | None:
    expected = infer_results(op.__class__, op.operands, op.attrs, len(op.results))
    actual = [v.type for v in op.results]
    if expected is None:
        return "has operands of types it cannot work on"
    if expected != actual:
        return f"gives {_listed(expected)}, not {_listed(actual)}"
    return None


def _listed(types: list[t.Type]) -> str:
    return ", ".join(map(str, types))


def constant(op: Op) -> str | None:
    value, type = op.attrs.get("value"), op.results[0].type
    if isinstance(type, (t.IndexType, t.IntegerType)) and not isinstance(value, int):
        return f"holds {value!r}, which is no value of type {type}"
    if type is t.STRING and not isinstance(value, bytes):
        return f"holds {value!r}, but a !kgen.string is bytes"
    if isinstance(type, t.SimdType) and isinstance(value, tuple) and len(value) != type.width:
        return f"holds {len(value)} lanes, but its type is {type}"
    return None


def call_indirect(op: Op) -> str | None:
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


def struct_create(op: Op) -> str | None:
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


def field_access(op: Op) -> str | None:
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
    if len(op.operands) == 2:  # a field to put in
        field = (
            container.elements[index] if isinstance(container, t.StructType) else container.element
        )
        if op.operands[0].type is not field:
            return f"puts a {op.operands[0].type} into a field of type {field}"
    return inferred_results(op)


def struct_gep(op: Op) -> str | None:
    struct, index = op.attrs.get("struct"), op.attrs.get("index")
    if not is_pointer(op.operands[0].type):
        return f"takes a pointer, not a {op.operands[0].type}"
    if isinstance(struct, t.StructType):
        if not isinstance(index, int) or not 0 <= index < len(struct.elements):
            return f"has index {index}, but {struct} has {len(struct.elements)} fields"
    elif not isinstance(struct, t.Type):
        return "needs the type of the struct"
    return inferred_results(op)


def compare(op: Op) -> str | None:
    if op.attrs.get("predicate") not in ("eq", "ne", "lt", "le", "gt", "ge"):
        return f"has the predicate {op.attrs.get('predicate')!r}"
    if op.operands[0].type is not op.operands[1].type:
        return f"compares a {op.operands[0].type} with a {op.operands[1].type}"
    return inferred_results(op)


def select(op: Op) -> str | None:
    condition, on_true, on_false = (v.type for v in op.operands)
    if on_true is not on_false or op.results[0].type is not on_true:
        return f"chooses between a {on_true} and a {on_false} and gives a {op.results[0].type}"
    lanewise = (
        isinstance(condition, t.SimdType)
        and condition.dtype is dt.BOOL
        and condition.width == _lanes(on_true)
    )
    return None if lanewise or is_condition(condition) else f"decides by a {condition}"


def cast(op: Op) -> str | None:
    source, target = op.operands[0].type, op.results[0].type
    if not (is_number(source) and is_number(target)):
        return f"converts numbers, not {source} to {target}"
    if _lanes(source) != _lanes(target):
        return f"converts {_lanes(source)} lanes to {_lanes(target)}"
    return None


def bitcast(op: Op) -> str | None:
    source, target = op.operands[0].type, op.results[0].type
    if size_of(source) != size_of(target):
        return f"takes {source} of {size_of(source)} bytes and gives {target} of {size_of(target)}"
    return None


def splat(op: Op) -> str | None:
    source, target = op.operands[0].type, op.results[0].type
    if not isinstance(target, t.SimdType):
        return f"gives a vector, not {target}"
    if source is not t.scalar(target.dtype):
        return f"puts a {source} into the lanes of {target}"
    return None


def lane_access(op: Op) -> str | None:
    vector, index = op.operands[0].type, op.operands[-1].type
    if not isinstance(vector, t.SimdType):
        return f"takes a vector, not {vector}"
    if index is not t.INDEX:
        return f"takes the lane as an index, not as a {index}"
    if len(op.operands) == 3 and op.operands[1].type is not t.scalar(vector.dtype):
        return f"puts a {op.operands[1].type} into a lane of {vector}"
    return inferred_results(op)


def shuffle(op: Op) -> str | None:
    lhs, rhs = (v.type for v in op.operands)
    if not isinstance(lhs, t.SimdType) or lhs is not rhs:
        return f"takes two vectors of one type, not {lhs} and {rhs}"
    mask = op.attrs.get("mask") or ()
    if any(not -1 <= lane < 2 * lhs.width for lane in mask):
        return f"picks lanes {list(mask)} of {2 * lhs.width}"
    return inferred_results(op)


def reduce(op: Op) -> str | None:
    if not isinstance(op.operands[0].type, t.SimdType):
        return f"takes a vector, not {op.operands[0].type}"
    if op.attrs.get("kind") in BITWISE and op.operands[0].type.dtype.is_float:
        return f"works on integers, not on {op.operands[0].type}"
    return inferred_results(op)


def takes(*expected: Callable[[t.Type], bool] | t.Type | None) -> Check:
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
        return inferred_results(op) if types is not None else None

    return rule


def gives_pointer(op: Op) -> str | None:
    type = op.results[0].type
    return None if is_pointer(type) else f"gives a pointer, not a {type}"


def index_to_pointer(op: Op) -> str | None:
    return takes(t.INDEX)(op) or gives_pointer(op)


def pointer_cast(op: Op) -> str | None:
    return takes(is_pointer)(op) or gives_pointer(op)


def cmpxchg(op: Op) -> str | None:
    if op.operands[1].type is not op.operands[2].type:
        return f"expects a {op.operands[1].type} but stores a {op.operands[2].type}"
    return takes(is_pointer)(op)


def decides(op: Op) -> str | None:
    type = op.operands[0].type
    return None if is_condition(type) else f"decides by an i1 or a bool, not by a {type}"


def fits_function(op: Op, target: Op) -> str | None:
    """Whether a call fits the function it names."""
    signature = target.attrs.get("type")
    return signature_mismatch(op, signature) if isinstance(signature, t.FunctionType) else None
