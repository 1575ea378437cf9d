"""A product with a transposed matrix is a product that reads it transposed.

Before:
    %1 = mo.transpose(%w) {permutation = [1, 0]} : (!mo.tensor<[n, k], f32>) -> !mo.tensor<[k, n], f32>
    %2 = mo.matmul(%0, %1) : (!mo.tensor<[m, k], f32>, !mo.tensor<[k, n], f32>) -> !mo.tensor<[m, n], f32>
After:
    %2 = mo.matmul(%0, %w) {transpose_b = true} : (!mo.tensor<[m, k], f32>, !mo.tensor<[n, k], f32>) -> !mo.tensor<[m, n], f32>
"""

from __future__ import annotations

from ember.dialects import mo
from ember.ir.nodes import Op
from ember.ir.passes import function_pass
from ember.ir.rewriter import ops_inside


@function_pass("mo-fold-transposes")
def fold_transposes(graph: Op) -> bool:
    """Takes transposes of the last two axes into products."""
    changed = False
    for op in ops_inside(graph):
        if not isinstance(op, mo.Matmul):
            continue
        right = op.operands[1].owner
        if isinstance(right, mo.Transpose) and _swaps_the_last(right.attrs["permutation"]):
            op.set_operand(1, right.operands[0])
            op.set_attr("transpose_b", not op.attrs.get("transpose_b"))
            changed = True
    return changed


def _swaps_the_last(permutation: tuple[int, ...]) -> bool:
    rank = len(permutation)
    return permutation == (*range(rank - 2), rank - 1, rank - 2)
