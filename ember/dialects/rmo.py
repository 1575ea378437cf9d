"""`rmo`: relaxed operators, as users write them: element types may differ, shapes broadcast, vectors are matrices.

`graph/passes/legalize.py` writes the casts, stretches and reshapes out and leaves `mo`.
"""

from __future__ import annotations

from ember.dialects import mo_rules as rules
from ember.ir.nodes import Op, Operand, Result

_FORM = "({lhs}, {rhs}){attrs}{:all}"


class _Binary(Op, pure=True, results=rules.relaxed(rules.exact_binary), check=rules.fits, form=_FORM):  # fmt: skip
    lhs: Operand
    rhs: Operand
    result: Result


class Add(_Binary, name="rmo.add"):
    """Sum: `%2 = rmo.add(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[], f32>) -> !mo.tensor<[n], f32>`."""


class Sub(_Binary, name="rmo.sub"):
    """Difference: `%2 = rmo.sub(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[], f32>) -> !mo.tensor<[n], f32>`."""


class Mul(_Binary, name="rmo.mul"):
    """Product: `%2 = rmo.mul(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[], f32>) -> !mo.tensor<[n], f32>`."""


class Div(_Binary, name="rmo.div"):
    """Quotient: `%2 = rmo.div(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[], f32>) -> !mo.tensor<[n], f32>`."""


class Mod(_Binary, name="rmo.mod"):
    """Remainder: `%2 = rmo.mod(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[], f32>) -> !mo.tensor<[n], f32>`."""


class Pow(_Binary, name="rmo.pow"):
    """Power: `%2 = rmo.pow(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[], f32>) -> !mo.tensor<[n], f32>`."""


class Max(_Binary, name="rmo.max"):
    """The larger: `%2 = rmo.max(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[], f32>) -> !mo.tensor<[n], f32>`."""


class Min(_Binary, name="rmo.min"):
    """The smaller: `%2 = rmo.min(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[], f32>) -> !mo.tensor<[n], f32>`."""


class _Logical(_Binary, results=rules.relaxed(rules.exact_logical)):
    pass


class And(_Logical, name="rmo.and"):
    """Logical and: `%2 = rmo.and(%0, %1) : (!mo.tensor<[n], bool>, !mo.tensor<[], bool>) -> !mo.tensor<[n], bool>`."""


class Or(_Logical, name="rmo.or"):
    """Logical or: `%2 = rmo.or(%0, %1) : (!mo.tensor<[n], bool>, !mo.tensor<[], bool>) -> !mo.tensor<[n], bool>`."""


class Xor(_Logical, name="rmo.xor"):
    """Exclusive or: `%2 = rmo.xor(%0, %1) : (!mo.tensor<[n], bool>, !mo.tensor<[], bool>) -> !mo.tensor<[n], bool>`."""


class _Comparison(_Binary, results=rules.relaxed(rules.exact_comparison)):
    pass


class Equal(_Comparison, name="rmo.equal"):
    """`%2 = rmo.equal(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[], f32>) -> !mo.tensor<[n], bool>`."""


class NotEqual(_Comparison, name="rmo.not_equal"):
    """`%2 = rmo.not_equal(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[], f32>) -> !mo.tensor<[n], bool>`."""


class Greater(_Comparison, name="rmo.greater"):
    """`%2 = rmo.greater(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[], f32>) -> !mo.tensor<[n], bool>`."""


class GreaterEqual(_Comparison, name="rmo.greater_equal"):
    """`%2 = rmo.greater_equal(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[], f32>) -> !mo.tensor<[n], bool>`."""


class Select(Op, name="rmo.select", pure=True, results=rules.relaxed_select, check=rules.fits, form="({condition}, {yes}, {no}){attrs}{:all}"):  # fmt: skip
    """Element by element one or the other.

    `%3 = rmo.select(%0, %1, %2) : (!mo.tensor<[n], bool>, !mo.tensor<[n], f32>, !mo.tensor<[], f32>) -> !mo.tensor<[n], f32>`
    """

    condition: Operand
    yes: Operand
    no: Operand
    result: Result


class Matmul(Op, name="rmo.matmul", pure=True, results=rules.relaxed_matmul, check=rules.fits, form=_FORM):  # fmt: skip
    """Product of matrices, batches of them, or vectors, as NumPy's.

    `%2 = rmo.matmul(%0, %1) : (!mo.tensor<[b, m, k], f32>, !mo.tensor<[k], f32>) -> !mo.tensor<[b, m], f32>`
    """

    lhs: Operand
    rhs: Operand
    result: Result
