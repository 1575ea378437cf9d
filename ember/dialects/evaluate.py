"""The one meaning of every pure op: `evaluate(op, operand values) -> result values`.

Constant folding in the builder, sparse constant propagation and the compile-time interpreter all come here, so they
cannot disagree. Values have the forms of `constants.py`. None means that the op has no compile-time value for these
operands (a zero divisor, arithmetic on an address that is not known yet); the op then stays as it is.

Per op there is a *rule* that looks at types and attributes once and gives a *kernel*, a plain function of the operand
values; kernels are cached, so that evaluating an op is two dict lookups and a call.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any, Final

from ember.dialects import kgen, pop
from ember.dialects.arithmetic import NAMES, CannotEvaluate, Lane, expression, lane_of
from ember.dialects.constants import HeapRef, SymbolOffset
from ember.dialects.conversions import bitcast_kernel, cast_kernel
from ember.dialects.intrinsics import evaluate_intrinsic
from ember.ir import types as t
from ember.ir.layout import field_offsets, size_of
from ember.ir.nodes import Op, SymbolRef
from ember.support.dtype import ALL, CODE

__all__ = [
    "CannotEvaluate",
    "evaluate",
    "evaluate_intrinsic",
    "kernel_for",
    "lane_expression",
]

Kernel = Callable[..., Any]


def evaluate(op: Op, operands: Sequence[object]) -> tuple[object, ...] | None:
    """The results of a pure op for these operand values, or None when it has none."""
    try:
        kernel = kernel_for(op)
        return None if kernel is None else (kernel(*operands),)
    except (CannotEvaluate, ZeroDivisionError):
        return None


def kernel_for(op: Op) -> Kernel | None:
    """The function from operand values to the result value; it raises `CannotEvaluate` or `ZeroDivisionError`."""
    cls = op.__class__
    key: Hashable
    if cls in _ARITHMETIC:
        key = (cls, op.results[0].type)
    elif cls in _KEYS:
        key = (cls, *_KEYS[cls](op))
    else:
        rule = _RULES.get(cls)
        return rule(op) if rule is not None else None
    try:
        return _KERNELS[key]
    except KeyError:
        kernel = _KERNELS[key] = _RULES[cls](op)
        return kernel


_KERNELS: Final[dict[Hashable, Kernel | None]] = {}


# -- arithmetic ----------------------------------------------------------------------------------------

_ARITHMETIC: Final[dict[type[Op], tuple[str, int]]] = {
    pop.Add: ("add", 2),
    pop.Sub: ("sub", 2),
    pop.Mul: ("mul", 2),
    pop.Div: ("div", 2),
    pop.Rem: ("rem", 2),
    pop.FloorDiv: ("floordiv", 2),
    pop.FloorMod: ("floormod", 2),
    pop.Pow: ("pow", 2),
    pop.Min: ("min", 2),
    pop.Max: ("max", 2),
    pop.And: ("and", 2),
    pop.Or: ("or", 2),
    pop.Xor: ("xor", 2),
    pop.Shl: ("shl", 2),
    pop.Shr: ("shr", 2),
    pop.Neg: ("neg", 1),
    pop.Fma: ("fma", 3),
}

_PREDICATES: Final = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_PARAMETERS: Final = ("a", "b", "c")


def lane_expression(op: Op) -> str | None:
    """The Python expression of an arithmetic op or comparison on one lane, for code generators; else None."""
    arithmetic = _ARITHMETIC.get(op.__class__)
    if arithmetic is not None:
        lane = lane_of(op.results[0].type)
        return expression(arithmetic[0], lane) if lane is not None and lane.width == 1 else None
    if isinstance(op, pop.Compare):
        lane = lane_of(op.operands[0].type)
        return f"({{0}} {_PREDICATES[op.predicate]} {{1}})" if lane and lane.width == 1 else None
    return None


@cache
def lane_function(operation: str, lane: Lane) -> Kernel | None:
    """One lane of an arithmetic operation as a function."""
    text = expression(operation, lane)
    if text is None:
        return None
    return _compile(text, 1 if operation == "neg" else 3 if operation == "fma" else 2)


def _compile(text: str, count: int) -> Kernel:
    names = _PARAMETERS[:count]
    return eval(f"lambda {', '.join(names)}: {text.format(*names)}", NAMES)  # type: ignore[no-any-return]


def _over_lanes(kernel: Kernel, width: int) -> Kernel:
    if width == 1:
        return kernel
    return lambda *vectors: tuple(map(kernel, *vectors))


def _arithmetic_rule(op: Op) -> Kernel | None:
    lane = lane_of(op.results[0].type)
    if lane is None:
        return None
    kernel = lane_function(_ARITHMETIC[op.__class__][0], lane)
    return None if kernel is None else _over_lanes(kernel, lane.width)


def _compare_rule(op: pop.Compare) -> Kernel | None:
    operand_type = op.operands[0].type
    predicate = op.predicate
    lane = lane_of(operand_type)
    if lane is not None:
        return _over_lanes(_compile(f"({{0}} {_PREDICATES[predicate]} {{1}})", 2), lane.width)
    if isinstance(operand_type, t.PointerType):
        return _pointer_comparison(predicate)
    if predicate == "eq":
        return lambda a, b: a == b
    if predicate == "ne":
        return lambda a, b: a != b
    return None


def _pointer_comparison(predicate: str) -> Kernel:
    """Known for null and raw addresses, and for two places in one object."""
    compare = _compile(f"({{0}} {_PREDICATES[predicate]} {{1}})", 2)

    def kernel(a: object, b: object) -> bool:
        base_a, offset_a = pointer_parts(a)
        base_b, offset_b = pointer_parts(b)
        if base_a == base_b:
            return compare(offset_a, offset_b)  # type: ignore[no-any-return]
        if predicate in ("eq", "ne") and (base_a is None or base_b is None):
            known = offset_a if base_a is None else offset_b
            if known == 0:
                return predicate == "ne"
        raise CannotEvaluate(
            "comptime-pointer-comparison", "the order of the addresses is not known"
        )

    return kernel


def pointer_parts(value: object) -> tuple[object, int]:
    """The object a constant pointer points into (None: no object) and the offset in it."""
    if value is None:
        return None, 0
    if isinstance(value, int):
        return None, value
    if isinstance(value, SymbolOffset):
        return value.symbol, value.offset
    if isinstance(value, SymbolRef):
        return value, 0
    if isinstance(value, HeapRef):
        return value.block, value.offset
    raise CannotEvaluate("comptime-pointer", "the address is not known")


def _select_rule(op: pop.Select) -> Kernel:
    condition = op.operands[0].type
    if isinstance(condition, t.SimdType) and condition.width > 1:
        return lambda mask, a, b: tuple([x if m else y for m, x, y in zip(mask, a, b, strict=True)])
    return lambda mask, a, b: a if mask else b


# -- conversions ---------------------------------------------------------------------------------------


def _cast_rule(op: pop.Cast) -> Kernel | None:
    return cast_kernel(op.operands[0].type, op.results[0].type)


def _bitcast_rule(op: pop.Bitcast) -> Kernel | None:
    return bitcast_kernel(op.operands[0].type, op.results[0].type)


def _pointer_to_index(value: object) -> int:
    if value is None:
        return 0
    if isinstance(value, int):
        return (value + (1 << 63) & (1 << 64) - 1) - (1 << 63)
    raise CannotEvaluate("comptime-pointer", "the address is not a number yet")


def _index_to_pointer(value: int) -> int | None:
    return value & (1 << 64) - 1 or None


def _identity(value: object) -> object:
    return value


def _known_pointer(value: object) -> object:
    pointer_parts(value)
    return value


# -- vectors -------------------------------------------------------------------------------------------


def _width(type: t.Type) -> int:
    return type.width if isinstance(type, t.SimdType) else 1


def _splat_rule(op: pop.Splat) -> Kernel:
    width = _width(op.results[0].type)
    return _identity if width == 1 else lambda value: (value,) * width


def _check_lane(index: int, width: int) -> None:
    if not 0 <= index < width:
        raise CannotEvaluate("comptime-lane", f"lane {index} of a vector of {width} lanes")


def _extract_element_rule(op: pop.ExtractElement) -> Kernel:
    width = _width(op.operands[0].type)

    def kernel(vector: Any, index: int) -> object:
        _check_lane(index, width)
        return vector if width == 1 else vector[index]

    return kernel


def _insert_element_rule(op: pop.InsertElement) -> Kernel:
    width = _width(op.operands[0].type)

    def kernel(vector: Any, value: object, index: int) -> object:
        _check_lane(index, width)
        return value if width == 1 else (*vector[:index], value, *vector[index + 1 :])

    return kernel


def _shuffle_rule(op: pop.Shuffle) -> Kernel:
    width = _width(op.operands[0].type)
    mask = tuple(op.mask)

    def kernel(lhs: Any, rhs: Any) -> object:
        lanes = (lhs, rhs) if width == 1 else (*lhs, *rhs)
        picked = tuple([lanes[max(i, 0)] for i in mask])
        return picked[0] if len(picked) == 1 else picked

    return kernel


def _reduce_rule(op: pop.Reduce) -> Kernel | None:
    lane = lane_of(op.operands[0].type)
    if lane is None:
        return None
    combine = lane_function(op.kind, lane)
    if combine is None:
        return None
    width = lane.width

    def kernel(value: Any) -> object:
        lanes = value if width > 1 else (value,)
        while len(lanes) > 1:
            half = len(lanes) // 2
            paired = [combine(a, b) for a, b in zip(lanes[:half], lanes[half:], strict=False)]
            lanes = (*paired, *lanes[2 * half :])
        return lanes[0]

    return kernel


# -- aggregates, addresses, strings, dtypes --------------------------------------------------------------


def _constant_rule(op: kgen.Constant) -> Kernel:
    value = op.value
    return lambda: value


def _address_of_rule(op: kgen.AddressOf) -> Kernel:
    symbol = op.symbol
    return lambda: symbol


def _struct_create_rule(op: kgen.StructCreate) -> Kernel:
    return lambda *fields: fields


def _struct_extract_rule(op: kgen.StructExtract) -> Kernel:
    index = op.index
    return lambda container: container[index]


def _struct_replace_rule(op: kgen.StructReplace) -> Kernel:
    index = op.index
    return lambda value, container: (*container[:index], value, *container[index + 1 :])


def _struct_gep_rule(op: kgen.StructGep) -> Kernel:
    offset = element_offset(op.struct, op.index)
    return lambda pointer: _advance(pointer, offset)


def element_offset(container: t.Type, index: int) -> int:
    """Bytes from the start of a struct or array to its element `index`."""
    if isinstance(container, t.StructType):
        return field_offsets(container)[index]
    if isinstance(container, t.ArrayType):
        return index * size_of(container.element)
    return 0


def _offset_rule(op: pop.Offset) -> Kernel:
    size = size_of(op.element)
    return lambda pointer, index: _advance(pointer, index * size)


def _advance(pointer: object, offset: int) -> object:
    """Raw addresses are computed; symbols and constant memory are left to the code generator, except for offset 0."""
    if offset == 0:
        return _known_pointer(pointer)
    if pointer is None or isinstance(pointer, int):
        return ((pointer or 0) + offset) & (1 << 64) - 1 or None
    raise CannotEvaluate("comptime-pointer", "the address is not known")


def _string_address(value: bytes) -> object:
    raise CannotEvaluate("comptime-pointer", "the address of a string is not known")


def _dtype_from_byte(code: int) -> object:
    if code >= len(ALL):
        raise CannotEvaluate("comptime-dtype", f"there is no dtype with the code {code}")
    return ALL[code]


def _fixed(kernel: Kernel) -> Callable[[Any], Kernel]:
    return lambda op: kernel


_RULES: Final[dict[type[Op], Callable[[Any], Kernel | None]]] = {
    **dict.fromkeys(_ARITHMETIC, _arithmetic_rule),
    pop.Compare: _compare_rule,
    pop.Select: _select_rule,
    pop.Cast: _cast_rule,
    pop.Bitcast: _bitcast_rule,
    pop.PointerToIndex: _fixed(_pointer_to_index),
    pop.IndexToPointer: _fixed(_index_to_pointer),
    pop.PointerCast: _fixed(_known_pointer),
    pop.Splat: _splat_rule,
    pop.ExtractElement: _extract_element_rule,
    pop.InsertElement: _insert_element_rule,
    pop.Shuffle: _shuffle_rule,
    pop.Reduce: _reduce_rule,
    pop.Offset: _offset_rule,
    pop.StringAddress: _fixed(_string_address),
    pop.StringSize: _fixed(len),
    pop.StringConcat: _fixed(lambda lhs, rhs: lhs + rhs),
    pop.DTypeToByte: _fixed(lambda value: CODE[value]),
    pop.DTypeFromByte: _fixed(_dtype_from_byte),
    kgen.Constant: _constant_rule,
    kgen.AddressOf: _address_of_rule,
    kgen.StructCreate: _struct_create_rule,
    kgen.StructExtract: _struct_extract_rule,
    kgen.StructReplace: _struct_replace_rule,
    kgen.StructGep: _struct_gep_rule,
}

_KEYS: Final[dict[type[Op], Callable[[Any], tuple[Hashable, ...]]]] = {
    pop.Compare: lambda op: (op.attrs["predicate"], op.operands[0].type),
    pop.Select: lambda op: (op.operands[0].type,),
    pop.Cast: lambda op: (op.operands[0].type, op.results[0].type),
    pop.Bitcast: lambda op: (op.operands[0].type, op.results[0].type),
    pop.Splat: lambda op: (op.results[0].type,),
    pop.ExtractElement: lambda op: (op.operands[0].type,),
    pop.InsertElement: lambda op: (op.operands[0].type,),
    pop.Reduce: lambda op: (op.attrs["kind"], op.operands[0].type),
    kgen.StructExtract: lambda op: (op.attrs["index"],),
}
"""What a kernel depends on besides the op's class, where that is worth caching."""
