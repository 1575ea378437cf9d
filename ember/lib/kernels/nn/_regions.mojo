"""Regions of images: each in one size, and those that are left when the ones that overlap are taken away."""

import extensibility
from extensibility import InputTensor, OutputTensor, _FusedOutputTensor
from nn._loops import accumulator, for_places
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.math import ceil
from std.sys.info import simd_width_of
from std.utils.index import IndexList


@extensibility.register("mo.roi_align")
struct _RoiAlign:
    @staticmethod
    def execute[
        target: StaticString, spatial_scale: Float64, sampling_ratio: Float64, aligned: Bool, mode: StaticString
    ](
        output: _FusedOutputTensor[rank=4, ...],
        x: InputTensor[dtype = output.dtype, rank=4, ...],
        rois: InputTensor[rank=2, ...],
        ctx: DeviceContext,
    ) raises:
        comptime assert mode == "AVG" or mode == "MAX", "the modes of roi_align are AVG and MAX"
        comptime is_mean = mode == "AVG"
        comptime acc = accumulator[output.dtype]()
        var height = x.dim_size[1]()
        var width = x.dim_size[2]()
        for r in range(0 if is_device(target) else rois.dim_size[0]()):
            if not 0 <= Int(rois[r, 0]) < x.dim_size[0]():
                raise Error("roi_align: region ", r, " is of image ", rois[r, 0], ", there are ", x.dim_size[0]())

        @__parameter
        @always_inline
        def edge(region: Int, which: Int) -> Float64:
            return rois[region, which].cast[DType.float64]() * spatial_scale - (0.5 if aligned else 0.0)

        @__parameter
        @always_inline
        def weighted[lanes: Int](place: IndexList[4], y: Float64, x_at: Float64, image: Int) -> SIMD[acc, lanes]:
            # The four places around, weighted by how near they are: their sum, or with MAX the largest; none farther than one place outside.
            if y < -1 or y > Float64(height) or x_at < -1 or x_at > Float64(width):
                return 0
            var down = max(0.0, y)
            var right = max(0.0, x_at)
            var top = min(Int(down), height - 1)
            var left = min(Int(right), width - 1)
            down = Float64(top) if top == height - 1 else down
            right = Float64(left) if left == width - 1 else right
            var dy = (down - Float64(top)).cast[acc]()
            var dx = (right - Float64(left)).cast[acc]()
            var bottom = min(top + 1, height - 1)
            var beside = min(left + 1, width - 1)
            var c = place[3]
            var one = x.load[lanes](IndexList[4](image, top, left, c)).cast[acc]() * ((1 - dx) * (1 - dy))
            var two = x.load[lanes](IndexList[4](image, top, beside, c)).cast[acc]() * (dx * (1 - dy))
            var three = x.load[lanes](IndexList[4](image, bottom, left, c)).cast[acc]() * ((1 - dx) * dy)
            var four = x.load[lanes](IndexList[4](image, bottom, beside, c)).cast[acc]() * (dx * dy)
            comptime if is_mean:
                return (one + two) + (three + four)
            return max(max(one, two), max(three, four))

        @__parameter
        @always_inline
        def one[lanes: Int](place: IndexList[4]):
            var region = place[0]
            var least = 0.0 if aligned else 1.0
            var region_height = max(edge(region, 4) - edge(region, 2), least)
            var region_width = max(edge(region, 3) - edge(region, 1), least)
            var bin_height = region_height / Float64(output.dim_size[1]())
            var bin_width = region_width / Float64(output.dim_size[2]())
            var down = Int(sampling_ratio) if sampling_ratio > 0 else Int(ceil(bin_height))
            var across = Int(sampling_ratio) if sampling_ratio > 0 else Int(ceil(bin_width))
            var result = SIMD[acc, lanes](0 if is_mean else Scalar[acc].MIN_FINITE)
            for i in range(down):
                var y = edge(region, 2) + bin_height * (Float64(place[1]) + (Float64(i) + 0.5) / Float64(down))
                for j in range(across):
                    var at = edge(region, 1) + bin_width * (Float64(place[2]) + (Float64(j) + 0.5) / Float64(across))
                    var value = weighted[lanes](place, y, at, Int(rois[region, 0]))
                    comptime if is_mean:
                        result += value
                    else:
                        result = max(result, value)
            if down * across == 0:
                result = 0
            elif is_mean:
                result /= SIMD[acc, lanes](down * across)
            output._fused_store[lanes](place, result.cast[output.dtype]())

        for_places[one, 1 if is_device(target) else simd_width_of[output.dtype](), target](output.shape(), ctx, 32)


@always_inline
def _overlap(boxes: InputTensor[rank=3, ...], batch: Int, a: Int, b: Int) -> Float64:
    # The common part of two boxes, given by opposite corners (y, x, y, x), divided by what both cover.
    var common = 1.0
    var first = 1.0
    var second = 1.0
    comptime for k in range(2):
        var a0 = boxes[batch, a, k].cast[DType.float64]()
        var a1 = boxes[batch, a, k + 2].cast[DType.float64]()
        var b0 = boxes[batch, b, k].cast[DType.float64]()
        var b1 = boxes[batch, b, k + 2].cast[DType.float64]()
        common *= max(0.0, min(max(a0, a1), max(b0, b1)) - max(min(a0, a1), min(b0, b1)))
        first *= abs(a1 - a0)
        second *= abs(b1 - b0)
    var covered = first + second - common
    return common / covered if covered > 0 else 0.0


def _kept(
    boxes: InputTensor[rank=3, ...],
    scores: InputTensor[rank=3, ...],
    most: Int,
    iou_threshold: Float64,
    score_threshold: Float64,
) -> List[IndexList[3]]:
    # Of each batch and class the best boxes, without those that overlap a better one.
    var result = List[IndexList[3]]()
    for batch in range(scores.dim_size[0]()):
        for kind in range(scores.dim_size[1]()):
            var order = List[Int]()
            for i in range(scores.dim_size[2]()):
                if scores[batch, kind, i].cast[DType.float64]() > score_threshold:
                    order.append(i)

            @__parameter
            def better(a: Int, b: Int) -> Bool:
                return scores[batch, kind, a] > scores[batch, kind, b]

            sort[better, stable=True](order)
            var first = len(result)
            for i in order:
                if len(result) - first >= most:
                    break
                var is_free = True
                for k in range(first, len(result)):
                    if _overlap(boxes, batch, i, result[k][2]) > iou_threshold:
                        is_free = False
                        break
                if is_free:
                    result.append(IndexList[3](batch, kind, i))
    return result^


@extensibility.register_shape_function("mo.non_maximum_suppression")
def _suppressed_shape(
    boxes: InputTensor[rank=3, ...],
    scores: InputTensor[rank=3, ...],
    max_output_boxes_per_class: Scalar[DType.int64],
    iou_threshold: Scalar[DType.float32],
    score_threshold: Scalar[DType.float32],
) -> IndexList[2]:
    var kept = _kept(
        boxes,
        scores,
        Int(max_output_boxes_per_class),
        iou_threshold.cast[DType.float64](),
        score_threshold.cast[DType.float64](),
    )
    return IndexList[2](len(kept), 3)


@extensibility.register("mo.non_maximum_suppression")
struct _NonMaximumSuppression:
    @staticmethod
    def execute[target: StaticString](
        output: OutputTensor[rank=2, ...],
        boxes: InputTensor[rank=3, ...],
        scores: InputTensor[rank=3, ...],
        max_output_boxes_per_class: Scalar[DType.int64],
        iou_threshold: Scalar[DType.float32],
        score_threshold: Scalar[DType.float32],
        ctx: DeviceContext,
    ) raises:
        comptime assert target == "cpu", "mo.non_maximum_suppression has no kernel for the target " + target
        var kept = _kept(
            boxes,
            scores,
            Int(max_output_boxes_per_class),
            iou_threshold.cast[DType.float64](),
            score_threshold.cast[DType.float64](),
        )
        for i in range(len(kept)):
            comptime for k in range(3):
                output[i, k] = Scalar[output.dtype](kept[i][k])
