"""Rows on devices that fit into the registers of a block: read once and written once, in whole vectors."""

from extensibility import ManagedTensorSlice
from nn._device import THREADS, each_row_on_device, fold_block
from nn.reduction import Reduction
from std.gpu import thread_idx
from std.gpu.host import DeviceContext
from std.math import ceildiv
from std.sys.intrinsics import inlined_assembly
from std.utils.index import IndexList

comptime _BYTES = 16
"""That a thread reads at once."""
comptime _FEW = 2
comptime _MOST = 8
"""So many vectors of a row a thread holds."""
comptime _REGISTERS = 65536
"""Of a processor."""
comptime _OTHERS = 32
"""Registers of a thread besides those that hold the row."""
comptime _RESIDENT = 4
"""Blocks of a processor, where registers allow them: while some wait for each other, others read."""


@always_inline
def lanes[dtype: DType]() -> Int:
    """How many elements are read at once."""
    return max(1, _BYTES // dtype.size_of())


struct HeldRow[acc: DType, width: Int, steps: Int, is_whole: Bool]:
    """A thread's share of a row; `is_whole` where the row has a number for every place."""

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
    def has(self, step: Int) -> Bool:
        """Whether a part is inside of the row."""
        comptime if Self.is_whole:
            return True
        return self.place(step) < self.length

    @always_inline
    def fold[
        R: Reduction, func: def(SIMD[Self.acc, Self.width]) capturing -> SIMD[Self.acc, Self.width]
    ](self) -> Scalar[Self.acc]:
        """Combines what `func` makes of all elements of the row; all threads get the result."""
        var mine = SIMD[Self.acc, Self.width](R.first[Self.acc]())
        comptime for step in range(Self.steps):
            if self.has(step):
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
                if self.has(step):
                    result[step] = x.load[Self.width, Self.width](IndexList[1](self.place(step)))
        return result^

    @always_inline
    def part_beside[
        other: DType, //, step: Int
    ](self, x: ManagedTensorSlice[dtype=other, rank=1, ...]) -> SIMD[Self.acc, Self.width]:
        """One of these parts, read now."""
        var result = SIMD[other, Self.width](0)
        if self.has(step):
            result = x.load[Self.width, Self.width](IndexList[1](self.place(step)))
        return result.cast[Self.acc]()

    @always_inline
    def change[
        func: def[step: Int](SIMD[Self.acc, Self.width]) capturing -> SIMD[Self.acc, Self.width]
    ](mut self):
        """Puts what `func` makes of each part in its stead. What it reads for two of them is read together, not for all: registers are few."""
        comptime for step in range(Self.steps):
            comptime if step % 2 == 0 and step > 0:
                inlined_assembly["", NoneType, constraints="~{memory}"]()
            self.parts[step] = func[step](self.parts[step])


@always_inline
def on_held_rows[
    rank: Int, dtype: DType, //,
    acc: DType,
    work: def[steps: Int, is_whole: Bool](mut row: HeldRow[acc, lanes[dtype](), steps, is_whole]) capturing -> None,
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
            _launch[acc, steps, known == steps * THREADS * width, work](output, x, ctx)
    else:
        if length <= THREADS * width * _FEW:
            _launch[acc, _FEW, False, work](output, x, ctx)
        else:
            _launch[acc, _MOST, False, work](output, x, ctx)
    return True


@always_inline
def _launch[
    rank: Int, dtype: DType, //,
    acc: DType,
    steps: Int,
    is_whole: Bool,
    work: def[steps: Int, is_whole: Bool](mut row: HeldRow[acc, lanes[dtype](), steps, is_whole]) capturing -> None,
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
        var row = HeldRow[acc, width, steps, is_whole](length)
        var place = start
        comptime for step in range(steps):
            place[axis] = row.place(step)
            if row.has(step):
                comptime if x._computes_input:
                    row.parts[step] = x.load[width](place).cast[acc]()
                else:
                    row.parts[step] = x.load[width, width](place).cast[acc]()
        work[steps, is_whole](row)
        comptime for step in range(steps):
            place[axis] = row.place(step)
            if row.has(step):
                output._fused_store[width, width](place, row.parts[step].cast[dtype]())

    comptime registers = steps * width * acc.size_of() // 4 + _OTHERS
    comptime resident = max(1, min(_RESIDENT, _REGISTERS // (THREADS * registers)))
    each_row_on_device[axis, one, resident=resident](x.shape(), ctx)
