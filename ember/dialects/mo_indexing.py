"""`mo`: ops that select, move and repeat elements. Negative indices count from the end."""

from __future__ import annotations

from typing import Any

from ember.dialects import mo_indexing_rules as rules
from ember.dialects.mo_rules import RuleViolation, fits, padding
from ember.ir.nodes import Check, Op, Operand, Result


def checked(check: Check) -> Check:
    """A check whose violated rules are sentences."""

    def sentence(op: Op) -> str | None:
        try:
            return check(op)
        except (RuleViolation, IndexError) as problem:
            return str(problem)

    return sentence


# -- in order --------------------------------------------------------------------------------------------


class _Ranked(Op, pure=True, results=rules.ranked, check=fits, form="({x}){attrs}{:all}"):
    k: int
    axis: int
    x: Operand
    values: Result
    indices: Result


class TopK(_Ranked, name="mo.top_k"):
    """The k largest along an axis, largest first, and where they stood.

    `%1:2 = mo.top_k(%0) {k = 2, axis = 0} : (!mo.tensor<[n], f32>) -> (!mo.tensor<[2], f32>, !mo.tensor<[2], si64>)`
    """


class BottomK(_Ranked, name="mo.bottom_k"):
    """The k smallest along an axis, smallest first, and where they stood.

    `%1:2 = mo.bottom_k(%0) {k = 2, axis = 0} : (!mo.tensor<[n], f32>) -> (!mo.tensor<[2], f32>, !mo.tensor<[2], si64>)`
    """


class Argsort(Op, name="mo.argsort", pure=True, results=rules.sorted_positions, check=fits, form="({x}){attrs}{:all}"):  # fmt: skip
    """Where the elements stand in order, equals as they were: `%1 = mo.argsort(%0) {ascending = true} : (!mo.tensor<[n], f32>) -> !mo.tensor<[n], si64>`."""

    ascending: bool
    x: Operand
    result: Result


# -- by position -----------------------------------------------------------------------------------------


class GatherNd(Op, name="mo.gather_nd", pure=True, results=rules.gather_nd, check=fits, form="({x}, {indices}){attrs}{:all}"):  # fmt: skip
    """Parts at places that are rows of numbers: `%2 = mo.gather_nd(%0, %1) {batch_dims = 0} : (!mo.tensor<[m, n], f32>, !mo.tensor<[k, 1], si64>) -> !mo.tensor<[k, n], f32>`."""

    batch_dims: int
    x: Operand
    indices: Operand
    result: Result


class ArgNonzero(Op, name="mo.arg_nonzero", pure=True, check=checked(rules.found_positions), form="({x}){attrs}{:all}"):  # fmt: skip
    """Where elements are not zero, one row for each: `%1 = mo.arg_nonzero(%0) : (!mo.tensor<[m, n], f32>) -> !mo.tensor<[k, 2], si64>`."""

    x: Operand
    result: Result


class _Scatter(Op, pure=True, results=rules.scatter, check=fits, form="({x}, {updates}, {indices}){attrs}{:all}"):  # fmt: skip
    axis: int
    x: Operand
    updates: Operand
    indices: Operand
    result: Result


class Scatter(_Scatter, name="mo.scatter"):
    """The tensor with updates in their places.

    `%3 = mo.scatter(%0, %1, %2) {axis = 0} : (!mo.tensor<[m], f32>, !mo.tensor<[n], f32>, !mo.tensor<[n], si64>) -> !mo.tensor<[m], f32>`
    """


class ScatterAdd(_Scatter, name="mo.scatter.add"):
    """The tensor plus the updates of each place.

    `%3 = mo.scatter.add(%0, %1, %2) {axis = 0} : (!mo.tensor<[m], f32>, !mo.tensor<[n], f32>, !mo.tensor<[n], si64>) -> !mo.tensor<[m], f32>`
    """


class ScatterMax(_Scatter, name="mo.scatter.max"):
    """The largest of the element and its updates.

    `%3 = mo.scatter.max(%0, %1, %2) {axis = 0} : (!mo.tensor<[m], f32>, !mo.tensor<[n], f32>, !mo.tensor<[n], si64>) -> !mo.tensor<[m], f32>`
    """


class ScatterMin(_Scatter, name="mo.scatter.min"):
    """The smallest of the element and its updates.

    `%3 = mo.scatter.min(%0, %1, %2) {axis = 0} : (!mo.tensor<[m], f32>, !mo.tensor<[n], f32>, !mo.tensor<[n], si64>) -> !mo.tensor<[m], f32>`
    """


class ScatterMul(_Scatter, name="mo.scatter.mul"):
    """The tensor times the updates of each place.

    `%3 = mo.scatter.mul(%0, %1, %2) {axis = 0} : (!mo.tensor<[m], f32>, !mo.tensor<[n], f32>, !mo.tensor<[n], si64>) -> !mo.tensor<[m], f32>`
    """


class _ScatterNd(Op, pure=True, results=rules.scatter_nd, check=fits, form="({x}, {updates}, {indices}){attrs}{:all}"):  # fmt: skip
    x: Operand
    updates: Operand
    indices: Operand
    result: Result


class ScatterNd(_ScatterNd, name="mo.scatter_nd"):
    """The tensor with updates in places that are rows of numbers.

    `%3 = mo.scatter_nd(%0, %1, %2) : (!mo.tensor<[m, n], f32>, !mo.tensor<[k, n], f32>, !mo.tensor<[k, 1], si64>) -> !mo.tensor<[m, n], f32>`
    """


class ScatterNdAdd(_ScatterNd, name="mo.scatter_nd.add"):
    """The tensor plus the updates of each place.

    `%3 = mo.scatter_nd.add(%0, %1, %2) : (!mo.tensor<[m, n], f32>, !mo.tensor<[k, n], f32>, !mo.tensor<[k, 1], si64>) -> !mo.tensor<[m, n], f32>`
    """


class ScatterNdMax(_ScatterNd, name="mo.scatter_nd.max"):
    """The largest of the element and its updates.

    `%3 = mo.scatter_nd.max(%0, %1, %2) : (!mo.tensor<[m, n], f32>, !mo.tensor<[k, n], f32>, !mo.tensor<[k, 1], si64>) -> !mo.tensor<[m, n], f32>`
    """


class ScatterNdMin(_ScatterNd, name="mo.scatter_nd.min"):
    """The smallest of the element and its updates.

    `%3 = mo.scatter_nd.min(%0, %1, %2) : (!mo.tensor<[m, n], f32>, !mo.tensor<[k, n], f32>, !mo.tensor<[k, 1], si64>) -> !mo.tensor<[m, n], f32>`
    """


class ScatterNdMul(_ScatterNd, name="mo.scatter_nd.mul"):
    """The tensor times the updates of each place.

    `%3 = mo.scatter_nd.mul(%0, %1, %2) : (!mo.tensor<[m, n], f32>, !mo.tensor<[k, n], f32>, !mo.tensor<[k, 1], si64>) -> !mo.tensor<[m, n], f32>`
    """


# -- more of the same ------------------------------------------------------------------------------------


class Tile(Op, name="mo.tile", pure=True, results=rules.tiled, check=fits, form="({x}){attrs}{:all}"):  # fmt: skip
    """The whole again and again along each axis: `%1 = mo.tile(%0) {repeats = [#dim<"2">]} : (!mo.tensor<[n], f32>) -> !mo.tensor<["n * 2"], f32>`."""

    repeats: tuple[Any, ...]
    x: Operand
    result: Result


class RepeatInterleave(Op, name="mo.repeat_interleave", pure=True, check=checked(rules.repeated), form="({x}, {repeats}){attrs}{:all}"):  # fmt: skip
    """Each slice along an axis as often as its number says.

    `%2 = mo.repeat_interleave(%0, %1) {axis = 0} : (!mo.tensor<[n], f32>, !mo.tensor<[n], si64>) -> !mo.tensor<[k], f32>`
    """

    axis: int
    x: Operand
    repeats: Operand
    result: Result


class PadReflect(Op, name="mo.pad.reflect", pure=True, results=rules.reflected, check=fits, form="({x}){attrs}{:all}"):  # fmt: skip
    """What stands inside, mirrored at the edge: `%1 = mo.pad.reflect(%0) {paddings = [1, 2]} : (!mo.tensor<[n], f32>) -> !mo.tensor<["n + 3"], f32>`."""

    paddings: tuple[int, ...]
    x: Operand
    result: Result


class PadRepeat(Op, name="mo.pad.repeat", pure=True, results=padding, check=fits, form="({x}){attrs}{:all}"):  # fmt: skip
    """The edge again: `%1 = mo.pad.repeat(%0) {paddings = [1, 2]} : (!mo.tensor<[n], f32>) -> !mo.tensor<["n + 3"], f32>`."""

    paddings: tuple[int, ...]
    x: Operand
    result: Result


class BandPart(Op, name="mo.linalg.band_part", pure=True, results=rules.banded, check=fits, form="({x}){attrs}{:all}"):  # fmt: skip
    """Matrices with zeros outside of a band around the diagonal (`exclude`: inside it); -1 means all of that side.

    `%1 = mo.linalg.band_part(%0) {num_lower = -1, num_upper = 0, exclude = false} : (!mo.tensor<[m, n], f32>) -> !mo.tensor<[m, n], f32>`
    """

    num_lower: int
    num_upper: int
    exclude: bool
    x: Operand
    result: Result


# -- sizes that are known when the graph runs ------------------------------------------------------------


class Range(Op, name="mo.range", pure=True, check=checked(rules.counted), form="({start}, {stop}, {step}){attrs}{:all}"):  # fmt: skip
    """start, start + step, … before stop.

    `%3 = mo.range(%0, %1, %2) : (!mo.tensor<[], si64>, !mo.tensor<[], si64>, !mo.tensor<[], si64>) -> !mo.tensor<[n], si64>`
    """

    start: Operand
    stop: Operand
    step: Operand
    result: Result


class SliceDynamic(Op, name="mo.slice.dynamic", pure=True, check=checked(rules.sliced_at_run_time), form="({x}, {starts}, {stops}, {steps}){attrs}{:all}"):  # fmt: skip
    """A part whose bounds are computed.

    `%4 = mo.slice.dynamic(%0, %1, %2, %3) : (!mo.tensor<[n], f32>, !mo.tensor<[1], si64>, !mo.tensor<[1], si64>, !mo.tensor<[1], si64>) -> !mo.tensor<[k], f32>`
    """

    x: Operand
    starts: Operand
    stops: Operand
    steps: Operand
    result: Result


class BroadcastDynamic(Op, name="mo.broadcast_to", pure=True, check=checked(rules.stretched_at_run_time), form="({x}, {shape}){attrs}{:all}"):  # fmt: skip
    """Stretched to a shape that is computed: `%2 = mo.broadcast_to(%0, %1) : (!mo.tensor<[1], f32>, !mo.tensor<[1], si64>) -> !mo.tensor<[k], f32>`."""

    x: Operand
    shape: Operand
    result: Result
