"""Rows on devices that fit into the registers of a block: read once and written once, in whole vectors."""

from extensibility import ManagedTensorSlice
from nn._device import THREADS, each_row_on_device, fold_block
from nn.reduction import Reduction
from std.gpu import thread_idx
from std.gpu.host import DeviceContext
from std.math import ceildiv
from std.utils.index import IndexList

comptime _BYTES = 16
"""That a thread reads at once."""
comptime _FEW = 2
comptime _MOST = 8
"""So many vectors of a row a thread holds."""


@always_inline
def lanes[dtype: DType]() -> Int:
    """How many elements are read at once."""
    return max(1, _BYTES // dtype.size_of())


struct HeldRow[acc: DType, width: Int, steps: Int]:
    """A thread's share of a row."""

    var parts: InlineArray[SIMD[Self.acc, Self.width], Self.steps]
    var length: Int
    """Of the row."""

    @always_inline
    def __init__(out self, length: Int):
        self.parts = InlineArray[SIMD[Self.acc, Self.width], Self.steps](fill=SIMD[Self.acc, Self.width](0))
        self.length = length

    @always_inline
    def place(self, step: Int) -> Int:
        """Where in the row a part begins; beyond its end there is nothing."""
        return (step * THREADS + Int(thread_idx.x)) * Self.width

    @always_inline
    def fold[
        R: Reduction, func: def(SIMD[Self.acc, Self.width]) capturing -> SIMD[Self.acc, Self.width]
    ](self) -> Scalar[Self.acc]:
        """Combines what `func` makes of all elements of the row; all threads get the result."""
        var mine = SIMD[Self.acc, Self.width](R.first[Self.acc]())
        comptime for step in range(Self.steps):
            if self.place(step) < self.length:
                mine = R.combine(mine, func(self.parts[step]))
        var one = mine[0]
        comptime for lane in range(1, Self.width):
            one = R.combine(one, mine[lane])
        return fold_block[R](one)

    @always_inline
    def beside[
        other: DType, //, is_read: Bool = True
    ](self, x: ManagedTensorSlice[dtype=other, rank=1, ...]) -> InlineArray[SIMD[other, Self.width], Self.steps]:
        """The numbers of another row at the places of this thread's share, where they are read; they lie in whole vectors."""
        var result = InlineArray[SIMD[other, Self.width], Self.steps](fill=SIMD[other, Self.width](0))
        comptime if is_read:
            comptime for step in range(Self.steps):
                if self.place(step) < self.length:
                    result[step] = x.load[Self.width, Self.width](IndexList[1](self.place(step)))
        return result^

    @always_inline
    def change[
        func: def[step: Int](SIMD[Self.acc, Self.width]) capturing -> SIMD[Self.acc, Self.width]
    ](mut self):
        """Puts what `func` makes of each part in its stead."""
        comptime for step in range(Self.steps):
            self.parts[step] = func[step](self.parts[step])


@always_inline
def on_held_rows[
    rank: Int, dtype: DType, //,
    acc: DType,
    work: def[steps: Int](mut row: HeldRow[acc, lanes[dtype](), steps]) capturing -> None,
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises -> Bool:
    """Lets `work` change every row along the last axis; False where rows are too long, or not of whole vectors."""
    comptime width = lanes[dtype]()
    comptime known = x.static_spec.shape[rank - 1]
    var length = x.dim_size[rank - 1]()
    if length % width != 0 or length > THREADS * width * _MOST:
        return False
    if not x._is_aligned[width]() or not output._is_aligned[width]():
        return False
    comptime if known >= 0:
        comptime steps = max(1, ceildiv(known, THREADS * width))
        comptime if steps <= _MOST:
            _launch[acc, steps, work](output, x, ctx)
    else:
        if length <= THREADS * width * _FEW:
            _launch[acc, _FEW, work](output, x, ctx)
        else:
            _launch[acc, _MOST, work](output, x, ctx)
    return True


@always_inline
def _launch[
    rank: Int, dtype: DType, //,
    acc: DType,
    steps: Int,
    work: def[steps: Int](mut row: HeldRow[acc, lanes[dtype](), steps]) capturing -> None,
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    comptime width = lanes[dtype]()
    comptime axis = rank - 1
    var length = x.dim_size[axis]()

    @__parameter
    @always_inline
    def one(start: IndexList[rank]):
        var row = HeldRow[acc, width, steps](length)
        var place = start
        comptime for step in range(steps):
            place[axis] = row.place(step)
            if place[axis] < length:
                comptime if x._computes_input:
                    row.parts[step] = x.load[width](place).cast[acc]()
                else:
                    row.parts[step] = x.load[width, width](place).cast[acc]()
        work[steps](row)
        comptime for step in range(steps):
            place[axis] = row.place(step)
            if place[axis] < length:
                output._fused_store[width, width](place, row.parts[step].cast[dtype]())

    each_row_on_device[axis, one](x.shape(), ctx)
