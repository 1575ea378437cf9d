"""What is known before the graph runs is computed now: sizes that are numbers, views and casts of constants, small arithmetic.

Before:
    %0 = mo.index.to_tensor {size = #dim<"8">} : !mo.tensor<[], si64>
    %1 = mo.cast(%0) {dtype = f32} : (!mo.tensor<[], si64>) -> !mo.tensor<[], f32>
    %2 = mo.constant {value = …1.0} : !mo.tensor<[], f32>
    %3 = mo.static.broadcast_to(%2) : (!mo.tensor<[], f32>) -> !mo.tensor<[n], f32>
    %4 = mo.mul(%x, %3) : !mo.tensor<[n], f32>
After:
    %1 = mo.constant {value = …8.0} : !mo.tensor<[], f32>
    and %x in place of %4

Ops on constants up to `LIMIT` elements are folded by NumPy's ops of the same meaning; what NumPy warns of (overflow, 0/0) is left
to the kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ember.dialects import mo, mo_indexing
from ember.dialects.mo_types import TensorType
from ember.driver.elements import decode, encode
from ember.dtype import DType
from ember.ir.nodes import Op, Value
from ember.ir.passes import function_pass
from ember.ir.rewriter import ops_inside, replace_op, replace_with_op

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

LIMIT: Final = 1024
"""Constants of more elements are computed when the model is loaded, not here."""


@function_pass("mo-fold")
def fold(graph: Op) -> bool:
    """Folds every op it can, in order, so that what depends on a folded one is folded too."""
    changed = False
    for op in ops_inside(graph):
        if not op.is_pure or len(op.results) != 1 or not isinstance(op.results[0].type, TensorType):
            continue
        same = _same_as(op)
        if same is not None:
            replace_op(op, [same])
            changed = True
            continue
        array = _computed(op)
        if array is not None:
            replace_with_op(op, _constant(array, op))
            changed = True
    return changed


# -- constants -------------------------------------------------------------------------------------------


def _constant(array: Array, op: Op) -> Op:
    type = op.results[0].type
    assert isinstance(type, TensorType)
    data = encode(array, DType(type.dtype.name)).tobytes()
    return mo.Constant((), (type,), {"value": data}, (), op.loc)


def _known(value: Value) -> Array | None:
    """The numbers of a constant that is small enough."""
    import numpy as np

    op, type = value.owner, value.type
    if not isinstance(op, mo.Constant) or not isinstance(type, TensorType):
        return None
    shape = _shape(type)
    if shape is None:
        return None
    dtype = DType(type.dtype.name)
    kind = "?" if dtype is DType.bool else f"u{dtype.size_in_bytes}"
    return decode(np.frombuffer(op.attrs["value"], kind).reshape(shape), dtype)


def _shape(type: TensorType) -> tuple[int, ...] | None:
    sizes = [dim.constant for dim in type.dims]
    total = 1
    for size in sizes:
        if size is None:
            return None
        total *= size
    return tuple(size for size in sizes if size is not None) if total <= LIMIT else None


def _computed(op: Op) -> Array | None:
    """What an op gives, if that is known."""
    import numpy as np

    rule = _RULES.get(op.op_name)
    type = op.results[0].type
    assert isinstance(type, TensorType)
    if rule is None or _shape(type) is None or DType(type.dtype.name).size_in_bits < 8:
        return None
    operands = [_known(operand) for operand in op.operands]
    known = [operand for operand in operands if operand is not None]
    if len(known) < len(operands):
        return None
    try:
        with np.errstate(all="raise"):
            found: Array | None = rule(op, *known)
            return found
    except (FloatingPointError, KeyError, ZeroDivisionError):
        return None


def _size(op: Op) -> Array | None:
    import numpy as np

    number = op.attrs["size"].constant
    return np.asarray(number, np.int64) if number is not None else None


def _cast(op: Op, x: Array) -> Array | None:
    target = DType(op.attrs["dtype"].name)
    if x.dtype.kind == "f" and not target.is_float():
        return None
    return x.astype(target.to_numpy()) if _has_numpy(target) else None


def _has_numpy(dtype: DType) -> bool:
    try:
        dtype.to_numpy()
    except ValueError:
        return False
    return True


def _reshaped(op: Op, x: Array) -> Array:
    type = op.results[0].type
    assert isinstance(type, TensorType)
    return x.reshape([dim.constant for dim in type.dims])


def _unchanged(op: Op, x: Array) -> Array:
    return x


def _joined(op: Op, *parts: Array) -> Array:
    import numpy as np

    return np.concatenate(parts, op.attrs["axis"])


def _range(op: Op, start: Array, stop: Array, step: Array) -> Array | None:
    import numpy as np

    type = op.results[0].type
    assert isinstance(type, TensorType)
    count = type.dims[0].constant
    return (start + np.arange(count) * step).astype(start.dtype) if count is not None else None


def _exactly(name: str) -> Callable[..., Array | None]:
    """NumPy's function of a name, on whole numbers, bool and float32 or float64, whose bits the kernels give too."""

    def folded(op: Op, *operands: Array) -> Array | None:
        import numpy as np

        result = op.results[0].type
        assert isinstance(result, TensorType)
        dtype = DType(result.dtype.name)
        if not _has_numpy(dtype) or any(x.dtype.name == "float16" for x in operands):
            return None
        return np.asarray(getattr(np, name)(*operands)).astype(dtype.to_numpy())

    return folded


_RULES: Final[dict[str, Callable[..., Any]]] = {
    mo.IndexToTensor.op_name: _size,
    mo.Cast.op_name: _cast,
    mo.Reshape.op_name: _reshaped,
    mo.Transfer.op_name: _unchanged,
    mo.Concat.op_name: _joined,
    mo_indexing.Range.op_name: _range,
    **{
        f"mo.{ours}": _exactly(theirs)
        for ours, theirs in (
            ("add", "add"), ("sub", "subtract"), ("mul", "multiply"), ("max", "maximum"), ("min", "minimum"),
            ("negative", "negative"), ("abs", "abs"), ("not", "logical_not"), ("and", "logical_and"),
            ("or", "logical_or"), ("xor", "logical_xor"), ("equal", "equal"), ("not_equal", "not_equal"),
            ("greater", "greater"), ("greater_equal", "greater_equal"),
        )
    },
}  # fmt: skip


# -- arithmetic that changes nothing ---------------------------------------------------------------------

_NEUTRAL: Final[dict[type[Op], tuple[float, bool]]] = {
    mo.Mul: (1, True),
    mo.Div: (1, False),
    mo.Pow: (1, False),
    mo.Sub: (0, False),
    mo.Add: (0, True),
}
"""The number that leaves the other operand as it is, and whether it may stand on the left."""
_TWICE: Final = (mo.Negative, mo.Not)
_IDEMPOTENT: Final = (mo.Abs, mo.Relu, mo.Floor, mo.Ceil, mo.Round, mo.Trunc)


def _same_as(op: Op) -> Value | None:
    """The value that an op gives unchanged, or None."""
    if isinstance(op, _TWICE):
        inner = op.operands[0].owner
        return inner.operands[0] if type(inner) is type(op) else None
    if isinstance(op, _IDEMPOTENT):
        return op.operands[0] if type(op.operands[0].owner) is type(op) else None
    if isinstance(op, mo.Max | mo.Min | mo.And | mo.Or) and op.operands[0] is op.operands[1]:
        return op.operands[0]
    neutral = _NEUTRAL.get(type(op))
    if neutral is None:
        return None
    number, is_left = neutral
    if isinstance(op, mo.Add) and _is_float(op):
        return None  # -0.0 + 0.0 is 0.0
    if _splat(op.operands[1]) == number:
        return op.operands[0]
    return op.operands[1] if is_left and _splat(op.operands[0]) == number else None


def _is_float(op: Op) -> bool:
    result = op.results[0].type
    return isinstance(result, TensorType) and result.dtype.is_float


def _splat(value: Value) -> float | None:
    """The one number that a tensor consists of, if it is known to."""
    while isinstance(value.owner, mo.BroadcastTo | mo.Reshape):
        value = value.owner.operands[0]
    array = _known(value)
    if array is None or not array.size or (array != array.flat[0]).any():
        return None
    return float(array.flat[0])
