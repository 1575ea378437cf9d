"""What pure ops compute, as functions that their declarations name (`meaning`).

A *meaning* looks at an op's types and attributes once and gives a *kernel*, a plain function of the operand values, or None.
`meaning_key` says what the kernel depends on besides the op's class, where keeping it is worth while. `evaluate.py` uses them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, Final

from ember.dialects import types as t
from ember.dialects.arithmetic import NAMES, CannotEvaluate, Lane, expression, lane_of
from ember.dialects.constants import HeapRef, SymbolOffset
from ember.dialects.conversions import bitcast_kernel, cast_kernel
from ember.dialects.layout import field_offsets, size_of
from ember.ir.nodes import Op, SymbolRef
from ember.support.dtype import ALL

Kernel = Callable[..., Any]
Meaning = Callable[[Any], "Kernel | None"]

# -- arithmetic ----------------------------------------------------------------------------------------

PREDICATES: Final = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_PARAMETERS: Final = ("a", "b", "c")


def operation_of(op: Op) -> str:
    return op.op_name.split(".", 1)[1]


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


def arithmetic(op: Op) -> Kernel | None:
    """What the op's name without its dialect says, lane by lane."""
    return combination(operation_of(op), op.results[0].type)


def combination(operation: str, type: t.Type) -> Kernel | None:
    """An arithmetic operation on values of a type."""
    lane = lane_of(type)
    if lane is None:
        return None
    kernel = lane_function(operation, lane)
    return None if kernel is None else _over_lanes(kernel, lane.width)


def compare(op: Any) -> Kernel | None:
    operand_type = op.operands[0].type
    predicate = op.predicate
    lane = lane_of(operand_type)
    if lane is not None:
        return _over_lanes(_compile(f"({{0}} {PREDICATES[predicate]} {{1}})", 2), lane.width)
    if isinstance(operand_type, t.PointerType):
        return _pointer_comparison(predicate)
    if predicate == "eq":
        return lambda a, b: a == b
    if predicate == "ne":
        return lambda a, b: a != b
    return None


def _pointer_comparison(predicate: str) -> Kernel:
    """Known for null and raw addresses, and for two places in one object."""
    compare = _compile(f"({{0}} {PREDICATES[predicate]} {{1}})", 2)

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


def select(op: Any) -> Kernel:
    condition = op.operands[0].type
    if isinstance(condition, t.SimdType) and condition.width > 1:
        return lambda mask, a, b: tuple([x if m else y for m, x, y in zip(mask, a, b, strict=True)])
    return lambda mask, a, b: a if mask else b


# -- conversions ---------------------------------------------------------------------------------------


def cast(op: Any) -> Kernel | None:
    return cast_kernel(op.operands[0].type, op.results[0].type)


def bitcast(op: Any) -> Kernel | None:
    return bitcast_kernel(op.operands[0].type, op.results[0].type)


def pointer_to_index(value: object) -> int:
    if value is None:
        return 0
    if isinstance(value, int):
        return (value + (1 << 63) & (1 << 64) - 1) - (1 << 63)
    raise CannotEvaluate("comptime-pointer", "the address is not a number yet")


def index_to_pointer(value: int) -> int | None:
    return value & (1 << 64) - 1 or None


def _identity(value: object) -> object:
    return value


def known_pointer(value: object) -> object:
    pointer_parts(value)
    return value


# -- vectors -------------------------------------------------------------------------------------------


def _width(type: t.Type) -> int:
    return type.width if isinstance(type, t.SimdType) else 1


def splat(op: Any) -> Kernel:
    width = _width(op.results[0].type)
    return _identity if width == 1 else lambda value: (value,) * width


def _check_lane(index: int, width: int) -> None:
    if not 0 <= index < width:
        raise CannotEvaluate("comptime-lane", f"lane {index} of a vector of {width} lanes")


def extract_element(op: Any) -> Kernel:
    width = _width(op.operands[0].type)

    def kernel(vector: Any, index: int) -> object:
        _check_lane(index, width)
        return vector if width == 1 else vector[index]

    return kernel


def insert_element(op: Any) -> Kernel:
    width = _width(op.operands[0].type)

    def kernel(vector: Any, value: object, index: int) -> object:
        _check_lane(index, width)
        return value if width == 1 else (*vector[:index], value, *vector[index + 1 :])

    return kernel


def shuffle(op: Any) -> Kernel:
    width = _width(op.operands[0].type)
    mask = tuple(op.mask)

    def kernel(lhs: Any, rhs: Any) -> object:
        lanes = (lhs, rhs) if width == 1 else (*lhs, *rhs)
        picked = tuple([lanes[max(i, 0)] for i in mask])
        return picked[0] if len(picked) == 1 else picked

    return kernel


def reduce(op: Any) -> Kernel | None:
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


def constant(op: Any) -> Kernel:
    value = op.value
    return lambda: value


def address_of(op: Any) -> Kernel:
    symbol = op.symbol
    return lambda: symbol


def struct_create(op: Any) -> Kernel:
    return lambda *fields: fields


def struct_extract(op: Any) -> Kernel:
    index = op.index
    return lambda container: container[index]


def struct_replace(op: Any) -> Kernel:
    index = op.index
    return lambda value, container: (*container[:index], value, *container[index + 1 :])


def struct_gep(op: Any) -> Kernel:
    offset = element_offset(op.struct, op.index)
    return lambda pointer: _advance(pointer, offset)


def element_offset(container: t.Type, index: int) -> int:
    """Bytes from the start of a struct or array to its element `index`."""
    if isinstance(container, t.StructType):
        return field_offsets(container)[index]
    if isinstance(container, t.ArrayType):
        return index * size_of(container.element)
    return 0


def offset(op: Any) -> Kernel:
    size = size_of(op.element)
    return lambda pointer, index: _advance(pointer, index * size)


def _advance(pointer: object, offset: int) -> object:
    """Raw addresses are computed; symbols and constant memory are left to the code generator, except for offset 0."""
    if offset == 0:
        return known_pointer(pointer)
    if pointer is None or isinstance(pointer, int):
        return ((pointer or 0) + offset) & (1 << 64) - 1 or None
    raise CannotEvaluate("comptime-pointer", "the address is not known")


def string_address(value: bytes) -> object:
    raise CannotEvaluate("comptime-pointer", "the address of a string is not known")


def dtype_from_byte(code: int) -> object:
    if code >= len(ALL):
        raise CannotEvaluate("comptime-dtype", f"there is no dtype with the code {code}")
    return ALL[code]


def fixed(kernel: Kernel) -> Meaning:
    """The same function for every op of a kind."""
    return lambda op: kernel


def result_type(op: Op) -> tuple[Hashable, ...]:
    return (op.results[0].type,)


def operand_type(op: Op) -> tuple[Hashable, ...]:
    return (op.operands[0].type,)


def both_types(op: Op) -> tuple[Hashable, ...]:
    return (op.operands[0].type, op.results[0].type)


def with_type(attribute: str) -> Callable[[Op], tuple[Hashable, ...]]:
    """An attribute and the type of the first operand."""
    return lambda op: (op.attrs[attribute], op.operands[0].type)


def field_index(op: Op) -> tuple[Hashable, ...]:
    return (op.attrs["index"],)
