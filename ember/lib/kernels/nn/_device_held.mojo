"""Rows on devices that fit into the registers of a block: read once and written once, in whole vectors."""

from extensibility import ManagedTensorSlice
from nn._device import THREADS, each_row_on_device, fold_block
from nn.reduction import Reduction
from std.gpu import barrier, thread_idx, warp
from std.gpu.globals import WARP_SIZE
from std.gpu.host import DeviceContext
from std.gpu.memory import CacheEviction, CacheOperation
from std.gpu.memory import load as load_cached
from std.gpu.memory import store as store_cached
from std.math import ceildiv, exp2
from std.memory import stack_allocation
from std.sys.intrinsics import inlined_assembly
from std.utils.index import IndexList

comptime _BYTES = 16
"""That a thread reads at once."""
comptime _FEW = 2
comptime _MOST = 8
"""So many vectors of a row a thread holds."""
comptime _MANY = 512
"""Threads of a block that reads a long row twice."""
comptime _MOST_READ_TWICE = 4
comptime KEPT = CacheEviction.EVICT_LAST
"""What the cache is told of rows that are read again soon."""
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


@always_inline
def read_line[
    dtype: DType, rank: Int, //, width: Int, eviction: CacheEviction
](x: ManagedTensorSlice[dtype=dtype, rank=rank, ...], place: IndexList[rank]) -> SIMD[dtype, width]:
    """A whole vector of a tensor; the caches are told whether it is needed again, where it is known to lie in a row."""
    comptime if x._computes_input or x.static_spec.strides[rank - 1] != 1 or eviction == CacheEviction.EVICT_NORMAL:
        return x.load[width, width](place)
    else:
        var source = (x.unsafe_ptr() + x._offset(place)).address_space_cast[AddressSpace.GLOBAL]()
        return load_cached[width, eviction_policy=eviction](source)


@always_inline
def write_line[
    dtype: DType, rank: Int, //, width: Int
](x: ManagedTensorSlice[dtype=dtype, rank=rank, ...], place: IndexList[rank], value: SIMD[dtype, width]):
    """Writes a whole vector through the fused epilogue, if there is one; the caches are told that this kernel reads it no more."""
    comptime if x._uses_output or x.static_spec.strides[rank - 1] != 1:
        x._fused_store[width, width](place, value)
    else:
        var target = (x.unsafe_ptr() + x._offset(place)).address_space_cast[AddressSpace.GLOBAL]()
        var last = x._fused_compute_output_lambda[width](place, value)
        store_cached[cache_policy = CacheOperation.STREAMING](target, last)


struct HeldRow[acc: DType, width: Int, steps: Int, is_whole: Bool, threads: Int = THREADS]:
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
        return (step * Self.threads + Int(thread_idx.x)) * Self.width

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
        return fold_block[R, Self.threads](one)

    @always_inline
    def moments(self) -> Tuple[Scalar[Self.acc], Scalar[Self.acc]]:
        """The mean of the row, and the sum of squares of what its elements differ by from it; all threads get both.

        Each warp finds its own, so that the block waits once only.
        """
        comptime warps = Self.threads // WARP_SIZE
        var means = stack_allocation[warps, Self.acc, address_space = AddressSpace.SHARED]()
        var squares = stack_allocation[warps, Self.acc, address_space = AddressSpace.SHARED]()
        var which = Int(thread_idx.x) // WARP_SIZE
        var lane = Int(thread_idx.x) % WARP_SIZE
        var total = SIMD[Self.acc, Self.width](0)
        comptime for step in range(Self.steps):
            if self.has(step):
                total += self.parts[step]
        var mean = warp.sum(total.reduce_add()) / max(self._count_of(which), 1)
        var apart = SIMD[Self.acc, Self.width](0)
        comptime for step in range(Self.steps):
            if self.has(step):
                apart += (self.parts[step] - mean) * (self.parts[step] - mean)
        var mine = warp.sum(apart.reduce_add())
        if lane == 0:
            means[which] = mean
            squares[which] = mine
        barrier()
        # Each lane takes the numbers of one warp, or none: that is shorter than all numbers in each thread.
        var count = Scalar[Self.acc](0)
        var of_warp = Scalar[Self.acc](0)
        mine = 0
        if lane < warps:
            count = self._count_of(lane)
            of_warp = means[lane]
            mine = squares[lane]
        mean = warp.sum(of_warp * count) / Scalar[Self.acc](self.length)
        return mean, warp.sum(mine + count * (of_warp - mean) * (of_warp - mean))

    @always_inline
    def raise_all(mut self) -> Scalar[Self.acc]:
        """Puts powers of e, each to some scale, in the place of all elements; gives what this thread's are multiplied by so that the row's sum is one.

        Each warp takes powers relative to its own largest number, so that the block waits once only.
        """
        comptime warps = Self.threads // WARP_SIZE
        comptime log2_e = Scalar[Self.acc](1.4426950408889634)
        comptime nothing = Scalar[Self.acc].MIN
        var tops = stack_allocation[warps, Self.acc, address_space = AddressSpace.SHARED, alignment=16]()
        var totals = stack_allocation[warps, Self.acc, address_space = AddressSpace.SHARED, alignment=16]()
        var largest = SIMD[Self.acc, Self.width](nothing)
        comptime for step in range(Self.steps):
            if self.has(step):
                largest = max(largest, self.parts[step])
        var top = warp.max(largest.reduce_max()) * log2_e
        var base = top if top > nothing else 0  # where all are masked, none is raised relative to infinity
        var total = SIMD[Self.acc, Self.width](0)
        comptime for step in range(Self.steps):
            if self.has(step):
                self.parts[step] = exp2(self.parts[step].fma(log2_e, -base))
                total += self.parts[step]
        var mine = warp.sum(total.reduce_add())
        if Int(thread_idx.x) % WARP_SIZE == 0:
            tops[Int(thread_idx.x) // WARP_SIZE] = top
            totals[Int(thread_idx.x) // WARP_SIZE] = mine
        barrier()
        var top_of_row = tops[0]
        comptime for i in range(1, warps):
            top_of_row = max(top_of_row, tops[i])
        mine = 0
        comptime for i in range(warps):
            mine += totals[i] * exp2(tops[i] - top_of_row)
        return exp2(top - top_of_row) / mine

    @always_inline
    def _count_of(self, which: Int) -> Scalar[Self.acc]:
        """How many elements of the row the threads of a warp hold."""
        comptime most = WARP_SIZE * Self.width
        comptime if Self.is_whole:
            return Scalar[Self.acc](most * Self.steps)
        var count = 0
        comptime for step in range(Self.steps):
            count += min(most, max(0, self.length - step * Self.threads * Self.width - which * most))
        return Scalar[Self.acc](count)

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
        other: DType, //, step: Int, eviction: CacheEviction = CacheEviction.EVICT_NORMAL
    ](self, x: ManagedTensorSlice[dtype=other, rank=1, ...]) -> SIMD[Self.acc, Self.width]:
        """One of these parts, read now."""
        var result = SIMD[other, Self.width](0)
        if self.has(step):
            result = read_line[Self.width, eviction](x, IndexList[1](self.place(step)))
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


@always_inline
def on_long_rows[
    rank: Int, dtype: DType, //,
    acc: DType,
    measure: def[steps: Int, threads: Int](HeldRow[acc, lanes[dtype](), steps, True, threads]) capturing -> SIMD[acc, 2],
    finish: def[steps: Int, threads: Int, step: Int](
        HeldRow[acc, lanes[dtype](), steps, True, threads], SIMD[acc, lanes[dtype]()], SIMD[acc, 2]
    ) capturing -> SIMD[acc, lanes[dtype]()],
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises -> Bool:
    """Writes what `finish` makes of each part of every row, with what `measure` found of the row; False where rows are not long and whole.

    A row is read twice, the second time out of the cache, which is told so. No registers are taken while its threads wait for each other,
    so that twice as many are at work as with rows that are held.
    """
    comptime width = lanes[dtype]()
    comptime axis = rank - 1
    comptime known = x.static_spec.shape[axis]
    comptime steps = known // (_MANY * width)
    comptime is_long = known > THREADS * width * _FEW and steps <= _MOST_READ_TWICE and steps * _MANY * width == known
    comptime if x._computes_input or x.static_spec.strides[axis] != 1 or not is_long:
        return False
    else:
        if not x._is_aligned[width]() or not output._is_aligned[width]():
            return False

        @__parameter
        @always_inline
        def one(start: IndexList[rank]):
            var row = HeldRow[acc, width, steps, True, _MANY](known)
            var place = start
            comptime for step in range(steps):
                place[axis] = row.place(step)
                row.parts[step] = read_line[width, KEPT](x, place).cast[acc]()
            var found = measure[steps, _MANY](row)
            var again = InlineArray[SIMD[dtype, width], steps](fill=SIMD[dtype, width](0))
            comptime for step in range(steps):
                place[axis] = row.place(step)
                again[step] = read_line[width, CacheEviction.EVICT_FIRST](x, place)
            comptime for step in range(steps):
                place[axis] = row.place(step)
                write_line[width](output, place, finish[steps, _MANY, step](row, again[step].cast[acc](), found).cast[dtype]())

        each_row_on_device[axis, one, _MANY, _RESIDENT](x.shape(), ctx)
        return True
