"""What ops of graphs take and what they give: element types, shapes, devices.

A rule gives the result types for operand types and attributes, or raises `RuleViolation` with a sentence that says what
does not fit. Declarations of `mo` and `rmo` name them; building a graph, reading its text and verifying it all ask them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ember.dialects.dimensions import ONE, Dimension, constant, product_of, short_number
from ember.dialects.mo_types import CHAIN, BufferType, ShapedType, TensorType, buffer, tensor
from ember.ir.nodes import Check, Op, ResultRule
from ember.ir.types import Type
from ember.support import dtype as dt
from ember.support.dtype import BY_NAME, DType

Attributes = Mapping[str, Any]
Dims = tuple[Dimension, ...]

INT64: Final = BY_NAME["si64"]


class RuleViolation(ValueError):
    """An op was given what it does not take."""


def shape_text(dims: Sequence[Dimension]) -> str:
    return f"[{', '.join(map(str, dims))}]"


# -- element types ---------------------------------------------------------------------------------------

_CATEGORY: Final = {"bool": 0, "unsigned": 1, "signed": 2, "float": 3}
_FRACTION_BITS: Final = {"bf16": 8, "f16": 11, "f32": 24, "f64": 53}
"""Integers of this many bits are exact in the format."""


def promote(left: DType, right: DType) -> DType:
    """The type of two strong operands: the higher kind at the greater width, if it is one of the two and exact."""
    if left is right:
        return left
    kind = max(left, right, key=lambda d: _CATEGORY[d.kind]).kind
    bits = max(left.bits, right.bits)
    for found, other in ((left, right), (right, left)):
        if found.kind == kind and found.bits == bits and is_exact(other, found):
            return found
    raise RuleViolation(
        f"{left.source_name} and {right.source_name} have no common type that holds both exactly; "
        "cast one of them"
    )


def is_exact(source: DType, target: DType) -> bool:
    """Whether every value of `source` is one of `target`."""
    if source is target or source is dt.BOOL:
        return True
    if target.is_float:
        if source.is_float:
            return (
                source.bits < target.bits
                and source.bits <= 16
                or (source, target) == (dt.F32, dt.F64)
            )
        exact = _FRACTION_BITS.get(target.name, 0)
        return source.bits - (source.kind == "signed") <= exact
    if source.kind == target.kind:
        return source.bits <= target.bits
    return source.kind == "unsigned" and target.kind == "signed" and source.bits < target.bits


# -- shapes ----------------------------------------------------------------------------------------------


def broadcast(left: Dims, right: Dims) -> Dims:
    """The shape both stretch to, from the right: equal dimensions stay, 1 and absent ones stretch."""
    rank = max(len(left), len(right))
    padded_left = (ONE,) * (rank - len(left)) + left
    padded_right = (ONE,) * (rank - len(right)) + right
    found = []
    for one, other in zip(padded_left, padded_right):
        if one == other or other == ONE:
            found.append(one)
        elif one == ONE:
            found.append(other)
        else:
            raise RuleViolation(
                f"the shapes {shape_text(left)} and {shape_text(right)} do not broadcast: "
                f"{one} and {other} are not known to be equal{_remedy(one, other)}"
            )
    return tuple(found)


def _remedy(one: Dimension, other: Dimension) -> str:
    if one.constant is not None and other.constant is not None:
        return ""
    return "; if they are, say so with 'rebind'"


class AxisError(ValueError, IndexError):
    """There is no such axis."""


def axis_of(axis: Any, rank: int, name: str = "axis") -> int:
    """An axis counted from either end; `AxisError` where there is none."""
    if not isinstance(axis, int):
        raise TypeError(f"{name} is the number of an axis, not {axis!r}")
    if not -rank <= axis < rank:
        raise AxisError(f"{name} {short_number(axis)} is out of range for a tensor of rank {rank}")
    return axis % rank


def same_dimension(one: Dimension, other: Dimension, what: str) -> None:
    if one != other:
        raise RuleViolation(
            f"{what}: {one} and {other} are not known to be equal{_remedy(one, other)}"
        )


# -- operands --------------------------------------------------------------------------------------------


def tensors(types: Sequence[Type]) -> list[TensorType]:
    """The operands, which are tensors of one device."""
    found = []
    for position, type in enumerate(types):
        if not isinstance(type, TensorType):
            raise RuleViolation(f"operand {position} is no tensor but {type}")
        found.append(type)
    one_device(found)
    return found


def one_device(types: Sequence[ShapedType]) -> None:
    for type in types[1:]:
        if type.device != types[0].device:
            raise RuleViolation(
                f"the operands are on different devices, {types[0].device} and {type.device}, and must be on the "
                "same device; move one with 'transfer_to'"
            )


# -- elementwise -----------------------------------------------------------------------------------------


def unary(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    return [x]


def unary_bool(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    if x.dtype is not dt.BOOL:
        raise RuleViolation(f"takes bool, not {x.dtype.source_name}")
    return [x]


def question(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    return [x.with_dtype(dt.BOOL)]


def cast(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    return [x.with_dtype(attrs["dtype"])]


def exact_binary(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    """Both operands have one type."""
    left, right = tensors(types)
    if left is not right:
        raise RuleViolation(f"takes two of one type, not {left} and {right}")
    return [left]


def exact_comparison(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (type,) = exact_binary(types, attrs, count)
    assert isinstance(type, TensorType)
    return [type.with_dtype(dt.BOOL)]


def exact_logical(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    left, right = tensors(types)
    for side in (left, right):
        if side.dtype is not dt.BOOL:
            raise RuleViolation(f"takes bool, not {side.dtype.source_name}")
    return exact_binary(types, attrs, count)


def exact_bits(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    """Logical, or bit by bit for whole numbers."""
    left = tensors(types)[0]
    if left.dtype is not dt.BOOL and not left.dtype.is_integer:
        raise RuleViolation(f"takes bool or whole numbers, not {left.dtype.source_name}")
    return exact_binary(types, attrs, count)


def exact_shift(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    left = tensors(types)[0]
    if not left.dtype.is_integer:
        raise RuleViolation(f"takes whole numbers, not {left.dtype.source_name}")
    return exact_binary(types, attrs, count)


def bitcast(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    if _width(x.dtype) != _width(attrs["dtype"]):
        raise RuleViolation(f"takes elements as wide as {attrs['dtype'].source_name}, not {x.dtype.source_name}")  # fmt: skip
    return [x.with_dtype(attrs["dtype"])]


def _width(dtype: dt.DType) -> int:
    """Bits of an element in memory."""
    return max(dtype.bits, 8)


def exact_select(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    condition, yes, no = tensors(types)
    if condition.dtype is not dt.BOOL:
        raise RuleViolation(f"the condition must be bool, not {condition.dtype.source_name}")
    if yes is not no or condition.dims != yes.dims:
        raise RuleViolation(f"takes three of one shape, not {condition}, {yes} and {no}")
    return [yes]


def relaxed(rule: ResultRule) -> ResultRule:
    """The rule of the exact op, after element types were promoted and shapes broadcast."""

    def relaxed_rule(types: list[Any], attrs: Attributes, count: int) -> list[Type]:
        return rule(list(common(tensors(types))), attrs, count)

    return relaxed_rule


def common(types: Sequence[TensorType]) -> list[TensorType]:
    """Operands of one element type and shape."""
    dtype, dims = types[0].dtype, types[0].dims
    for type in types[1:]:
        dtype = promote(dtype, type.dtype)
        dims = broadcast(dims, type.dims)
    return [tensor(dims, dtype, type.device) for type in types]


def relaxed_select(types: list[Any], attrs: Attributes, count: int) -> list[Type]:
    condition, *values = tensors(types)
    if condition.dtype is not dt.BOOL:
        raise RuleViolation(f"the condition must be bool, not {condition.dtype.source_name}")
    first = common(values)[0]
    return [first.with_dims(broadcast(first.dims, condition.dims))]


# -- along an axis ---------------------------------------------------------------------------------------


def reduction(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    """The axis stays, with size 1."""
    (x,) = tensors(types)
    axis = axis_of(attrs["axis"], x.rank)
    return [x.with_dims((*x.dims[:axis], ONE, *x.dims[axis + 1 :]))]


def arg_reduction(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (reduced,) = reduction(types, attrs, count)
    assert isinstance(reduced, TensorType)
    return [reduced.with_dtype(INT64)]


def along_axis(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    axis_of(attrs["axis"], x.rank)
    return [x]


def normalization(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    """The first operand over its last axis; the others scale and shift it."""
    x, *factors = tensors(types)
    if not x.dims:
        raise RuleViolation("takes a tensor of rank 1 or more")
    for factor in factors:
        if not factor.dtype.is_float:
            raise RuleViolation(f"takes floating-point weights, not {factor.dtype.source_name}")
        if factor.rank != 1:
            raise RuleViolation(f"the weight must have rank 1, not {factor.rank}")
        same_dimension(factor.dims[0], x.dims[-1], "the weight's size and the last dimension")
    _check_epsilon(attrs)
    return [x]


def group_normalization(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    """Groups of the channels of axis 1; a factor and a term for each channel."""
    x, *factors = tensors(types)
    if x.rank < 2:
        raise RuleViolation(f"takes a tensor of rank 2 or more, with channels in axis 1, not {x.rank}")  # fmt: skip
    channels, groups = x.dims[1], attrs["num_groups"]
    for factor in factors:
        if factor.rank != 1:
            raise RuleViolation(f"the weight must have rank 1, not {factor.rank}")
        same_dimension(factor.dims[0], channels, "the weight's size and the number of channels")
    if groups < 1 or (channels.constant is not None and channels.constant % groups):
        raise RuleViolation(f"{channels} channels do not make {groups} groups")
    _check_epsilon(attrs)
    return [x]


def _check_epsilon(attrs: Attributes) -> None:
    if not attrs["epsilon"] > 0:
        raise RuleViolation(f"epsilon must be positive, not {attrs['epsilon']}")


# -- products --------------------------------------------------------------------------------------------


def exact_matmul(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    """Two matrices, or two batches of them of one shape."""
    left, right = tensors(types)
    if left.dtype is not right.dtype:
        raise RuleViolation(
            f"takes one element type, not {left.dtype.source_name} and {right.dtype.source_name}"
        )
    if left.rank != right.rank or left.rank < 2:
        raise RuleViolation(
            f"takes two of one rank of at least 2, not {left.rank} and {right.rank}"
        )
    for one, other in zip(left.dims[:-2], right.dims[:-2]):
        same_dimension(one, other, "the batch dimensions")
    rows, inner, depth, columns = _matrix_sizes(left, right, bool(attrs.get("transpose_b")))
    same_dimension(inner, depth, "the inner dimensions")
    return [left.with_dims((*left.dims[:-2], rows, columns))]


def _matrix_sizes(
    left: TensorType, right: TensorType, is_transposed: bool
) -> tuple[Dimension, Dimension, Dimension, Dimension]:
    rows, inner = left.dims[-2:]
    depth, columns = right.dims[-2:]
    return (rows, inner, columns, depth) if is_transposed else (rows, inner, depth, columns)


def relaxed_matmul(types: list[Any], attrs: Attributes, count: int) -> list[Type]:
    """As NumPy's: vectors are rows and columns that vanish again, batches broadcast."""
    left, right = tensors(types)
    if not left.dims or not right.dims:
        raise RuleViolation("takes tensors of rank 1 or more")
    dtype = promote(left.dtype, right.dtype)
    rows = (ONE, left.dims[0]) if left.rank == 1 else left.dims
    columns = (right.dims[0], ONE) if right.rank == 1 else right.dims
    batch = broadcast(rows[:-2], columns[:-2])
    same_dimension(rows[-1], columns[-2], f"the inner dimensions of {shape_text(left.dims)} and {shape_text(right.dims)}")  # fmt: skip
    dims = batch
    dims += (rows[-2],) if left.rank > 1 else ()
    dims += (columns[-1],) if right.rank > 1 else ()
    return [tensor(dims, dtype, left.device)]


# -- views and movement ----------------------------------------------------------------------------------


def transpose(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    axes = tuple(axis_of(axis, x.rank) for axis in attrs["permutation"])
    if sorted(axes) != list(range(x.rank)):
        raise RuleViolation(f"{list(attrs['permutation'])} is no order of {x.rank} axes")
    return [x.with_dims(tuple(x.dims[axis] for axis in axes))]


def to_shape(check: Callable[[TensorType, Dims], None]) -> Check:
    """The op's result says its shape, which `check` finds right or not."""

    def rule(op: Op) -> str | None:
        try:
            (x,) = tensors([v.type for v in op.operands])
            (result,) = tensors([v.type for v in op.results])
            check(x, result.dims)
        except RuleViolation as problem:
            return str(problem)
        return None if x.with_dims(result.dims) is result else f"cannot make {result} of {x}"

    return rule


def same_count(x: TensorType, dims: Dims) -> None:
    before, after = product_of(list(x.dims)), product_of(list(dims))
    if before != after:
        raise RuleViolation(
            f"{shape_text(x.dims)} has {before} elements and {shape_text(dims)} has {after}, "
            f"which are not known to be equal{_remedy(before, after)}"
        )


def stretches(x: TensorType, dims: Dims) -> None:
    if len(dims) < x.rank or broadcast(x.dims, dims) != dims:
        raise RuleViolation(f"{shape_text(x.dims)} does not stretch to {shape_text(dims)}")


def same_rank(x: TensorType, dims: Dims) -> None:
    if len(dims) != x.rank:
        raise RuleViolation(
            f"{shape_text(x.dims)} has rank {x.rank}, and {shape_text(dims)} has rank {len(dims)}"
        )


def slices(op: Op) -> str | None:
    """Starts and steps per axis; the result says how many."""
    source = op.operands[0].type
    for name in ("starts", "steps"):
        if not isinstance(source, TensorType) or len(op.attrs[name]) != source.rank:
            return f"needs {name} for each axis of a tensor"
    if any(step < 1 for step in op.attrs["steps"]):
        return f"takes steps of at least 1, not {list(op.attrs['steps'])}"
    return to_shape(same_rank)(op)


def concatenation(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    parts = tensors(types)
    if not parts:
        raise RuleViolation("takes one tensor at least")
    first = parts[0]
    axis = axis_of(attrs["axis"], first.rank)
    total = first.dims[axis]
    for part in parts[1:]:
        if part.rank != first.rank or part.dtype is not first.dtype:
            raise RuleViolation(
                f"takes tensors of one rank and element type, not {first} and {part}"
            )
        for position, (one, other) in enumerate(zip(first.dims, part.dims)):
            if position != axis:
                same_dimension(one, other, f"dimension {position} of the parts")
        total = total + part.dims[axis]
    return [first.with_dims((*first.dims[:axis], total, *first.dims[axis + 1 :]))]


def split(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    axis = axis_of(attrs["axis"], x.rank)
    sizes: Dims = attrs["sizes"]
    total = constant(0)
    for size in sizes:
        total = total + size
    same_dimension(total, x.dims[axis], "the sum of the parts and the dimension")
    return [x.with_dims((*x.dims[:axis], size, *x.dims[axis + 1 :])) for size in sizes]


def gather(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    x, indices = tensors(types)
    axis = axis_of(attrs["axis"], x.rank)
    _check_indices(indices)
    return [x.with_dims((*x.dims[:axis], *indices.dims, *x.dims[axis + 1 :]))]


def _check_indices(indices: TensorType) -> None:
    if not indices.dtype.is_integer:
        raise RuleViolation(f"takes whole numbers as indices, not {indices.dtype.source_name}")


def padding(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    pads = attrs["paddings"]
    if len(pads) != 2 * x.rank or any(pad < 0 for pad in pads):
        raise RuleViolation(
            f"takes {2 * x.rank} paddings of at least 0, before and after each axis, not {list(pads)}"
        )
    dims = (size + constant(pads[2 * i] + pads[2 * i + 1]) for i, size in enumerate(x.dims))
    return [x.with_dims(tuple(dims))]


# -- memory, devices, effects ----------------------------------------------------------------------------


def loaded(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    """A buffer and a chain: its value, and the chain after."""
    source = types[0]
    if not isinstance(source, BufferType):
        raise RuleViolation(f"takes a buffer, not {source}")
    return [tensor(source.dims, source.dtype, source.device), CHAIN]


def stored(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    """A buffer, a value of its type and a chain: the chain after."""
    target, value = types[0], types[1]
    if not isinstance(target, BufferType) or not isinstance(value, TensorType):
        raise RuleViolation(f"takes a buffer and a tensor, not {target} and {value}")
    if buffer(value.dims, value.dtype, value.device) is not target:
        raise RuleViolation(f"cannot store {value} in {target}")
    return [CHAIN]


def moved(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    return [tensor(x.dims, x.dtype, attrs["device"])]


def chains(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    return [CHAIN]


def ordered(op: Op) -> str | None:
    """A chain comes in last and goes out last."""
    for values, what in ((op.operands, "operand"), (op.results, "result")):
        if not values or values[-1].type is not CHAIN:
            return f"the last {what} must be a chain"
    return None


def as_told(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    """The op itself says what it gives."""
    return list(attrs["types"])


def fits(op: Op) -> str | None:
    """The check of every op with a rule: its results are what the rule gives."""
    rule = type(op).result_rule
    assert rule is not None
    try:
        wanted = rule([v.type for v in op.operands], op.attrs, len(op.results))
    except (RuleViolation, IndexError) as problem:
        return str(problem)
    given = [v.type for v in op.results]
    if given == wanted:
        return None
    return f"gives {', '.join(map(str, given))}, but should give {', '.join(map(str, wanted))}"
