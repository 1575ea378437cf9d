"""stencil: every place of a result from a region of places of the input."""

from std.algorithm.parallel import parallelize
from std.utils.index import IndexList


def stencil[
    rank: Int,
    stencil_rank: Int,
    stencil_axis: IndexList[stencil_rank],
    simd_width: Int,
    dtype: DType,
    map_fn: def(IndexList[stencil_rank]) capturing -> Tuple[IndexList[stencil_rank], IndexList[stencil_rank]],
    map_strides: def(Int) capturing -> Int,
    load_fn: def[width: Int, dtype: DType](IndexList[rank]) capturing -> SIMD[dtype, width],
    compute_init_fn: def[width: Int]() capturing -> SIMD[dtype, width],
    compute_fn: def[width: Int](IndexList[rank], SIMD[dtype, width], SIMD[dtype, width]) capturing -> SIMD[dtype, width],
    compute_finalize_fn: def[width: Int](IndexList[rank], SIMD[dtype, width]) capturing -> None,
](shape: IndexList[rank], input_shape: IndexList[rank]):
    """Computes every place of a result from a region of the input, in several threads, vectors along the last axis.

    Places of a region that are outside of the input are left out.

    Parameters:
        rank: How many axes input and result have.
        stencil_rank: How many of these axes a region extends along; for the others it is at the place itself.
        stencil_axis: The axes a region extends along, none of them the last.
        simd_width: How many places are computed at once.
        dtype: The type of the numbers.
        map_fn: Where the region of a place begins and where it ends, the end left out, along `stencil_axis`.
        map_strides: The distance between the places of a region along one of its axes.
        load_fn: The numbers of the input from a place on.
        compute_init_fn: What a computation begins with.
        compute_fn: The next step of a computation: a place, what there is so far, and the input's numbers there.
        compute_finalize_fn: Takes what was computed for a place.

    Args:
        shape: The shape of the result.
        input_shape: The shape of the input.

    Example:

    ```mojo
    from std.algorithm.functional import stencil
    from std.utils import IndexList

    def main():
        var numbers: List[Int] = [1, 2, 3, 4, 5]
        var sums = List[Int](length=5, fill=0)

        @parameter
        def region(at: IndexList[1]) -> Tuple[IndexList[1], IndexList[1]]:
            return IndexList[1](at[0] - 1), IndexList[1](at[0] + 2)

        @parameter
        def one(axis: Int) -> Int:
            return 1

        @parameter
        def load[width: Int, dtype: DType](at: IndexList[2]) -> SIMD[dtype, width]:
            return SIMD[dtype, width](numbers[at[0]])

        @parameter
        def zero[width: Int]() -> SIMD[DType.int, width]:
            return 0

        @parameter
        def add[width: Int](
            at: IndexList[2], total: SIMD[DType.int, width], value: SIMD[DType.int, width]
        ) -> SIMD[DType.int, width]:
            return total + value

        @parameter
        def keep[width: Int](at: IndexList[2], total: SIMD[DType.int, width]):
            sums[at[0]] = Int(total[0])

        comptime shape = IndexList[2](5, 1)
        stencil[2, 1, IndexList[1](0), 1, DType.int, region, one, load, zero, add, keep](shape, shape)
        print(sums)  # [3, 6, 9, 12, 9]
    ```
    """
    comptime last = rank - 1
    var rows = 1
    comptime for d in range(last):
        rows *= shape[d]
    var columns = shape[last]

    @__parameter
    @always_inline
    def compute[width: Int](place: IndexList[rank]):
        var picked = IndexList[stencil_rank]()
        comptime for k in range(stencil_rank):
            picked[k] = place[stencil_axis[k]]
        var bounds = map_fn(picked)
        var result = compute_init_fn[width]()
        var region = _Region[stencil_rank](bounds[0], bounds[1])
        comptime for k in range(stencil_rank):
            region.limit(k, map_strides(k), input_shape[stencil_axis[k]])
        region.begin()
        while not region.is_done:
            var point = place
            comptime for k in range(stencil_rank):
                point[stencil_axis[k]] = region.position[k]
            result = compute_fn[width](point, result, load_fn[width, dtype](point))
            region.advance()
        compute_finalize_fn[width](place, result)

    @__parameter
    def compute_row(row: Int):
        var place = IndexList[rank]()
        var rest = row
        comptime for k in range(last):
            comptime d = last - 1 - k
            place[d] = rest % shape[d]
            rest //= shape[d]
        var blocks = columns // simd_width * simd_width
        for column in range(0, blocks, simd_width):
            place[last] = column
            compute[simd_width](place)
        for column in range(blocks, columns):
            place[last] = column
            compute[1](place)

    parallelize[compute_row](rows)


struct _Region[rank: Int](TrivialRegisterPassable):
    """The places between two corners, one after the other."""

    var lower: IndexList[Self.rank]
    var upper: IndexList[Self.rank]
    var strides: IndexList[Self.rank]
    var position: IndexList[Self.rank]
    var is_done: Bool

    @always_inline
    def __init__(out self, lower: IndexList[Self.rank], upper: IndexList[Self.rank]):
        self.lower = lower
        self.upper = upper
        self.strides = IndexList[Self.rank]()
        self.position = lower
        self.is_done = False

    @always_inline
    def limit(mut self, axis: Int, stride: Int, size: Int):
        # Leaves out what is not between 0 and `size` along an axis.
        if self.lower[axis] < 0:
            self.lower[axis] += (stride - 1 - self.lower[axis]) // stride * stride
        self.upper[axis] = min(self.upper[axis], size)
        self.strides[axis] = stride

    @always_inline
    def begin(mut self):
        self.position = self.lower
        comptime for k in range(Self.rank):
            self.is_done = self.is_done or self.lower[k] >= self.upper[k]

    @always_inline
    def advance(mut self):
        # To the next place, the last axis fastest.
        comptime for k in range(Self.rank):
            comptime axis = Self.rank - 1 - k
            self.position[axis] += self.strides[axis]
            if self.position[axis] < self.upper[axis]:
                return
            self.position[axis] = self.lower[axis]
        self.is_done = True
