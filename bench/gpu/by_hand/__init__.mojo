"""Softmax, norms and two elementwise chains by hand, over rows of 8192 numbers: alone (`rows.mojo`) and as ops of graphs (`graphs.py`)."""

import extensibility
from extensibility import InputTensor, OutputTensor
from std.gpu import barrier, block_idx, thread_idx
from std.gpu.host import DeviceContext
from std.gpu.memory import CacheEviction, CacheOperation, load, store
from std.gpu.warp import max as warp_max
from std.gpu.warp import sum as warp_sum
from std.math import erf, exp, exp2, rsqrt
from std.memory import stack_allocation

comptime COLUMNS = 8192
comptime LOG2_E = Float32(1.4426950408889634)
comptime EPSILON = Float32(1e-5)
comptime MAX_THREADS = "nvvm.maxntid"
comptime MIN_BLOCKS = "nvvm.minctasm"
comptime KEEP = CacheEviction.EVICT_LAST
comptime DROP = CacheEviction.EVICT_FIRST
comptime SOFTMAX_THREADS = 256
comptime NORM_THREADS = 512
comptime CHAIN_THREADS = 256
comptime Numbers[dtype: DType] = UnsafePointer[Scalar[dtype], MutAnyOrigin]


@always_inline
def lanes[dtype: DType]() -> Int:
    """Numbers of 16 bytes: as many as a thread reads at once."""
    return 16 // dtype.size_of()


@__llvm_metadata(MAX_THREADS=SOFTMAX_THREADS, MIN_BLOCKS=4)
def softmax[dtype: DType](x: Numbers[dtype], y: Numbers[dtype]):
    # The row stays in registers. Each warp takes powers relative to its own largest number, so that the block waits only once.
    comptime width = lanes[dtype]()
    comptime steps = COLUMNS // (SOFTMAX_THREADS * width)
    comptime warps = SOFTMAX_THREADS // 32
    var tops = stack_allocation[warps, Float32, address_space = AddressSpace.SHARED, alignment=16]()
    var totals = stack_allocation[warps, Float32, address_space = AddressSpace.SHARED, alignment=16]()
    var thread = Int(thread_idx.x)
    var start = Int(block_idx.x) * COLUMNS + thread * width
    var row = Array[SIMD[dtype, width], steps](fill=SIMD[dtype, width](0))
    comptime for i in range(steps):
        row[i] = x.load[width=width, alignment=16](start + i * SOFTMAX_THREADS * width)
    var largest = row[0].reduce_max()
    comptime for i in range(1, steps):
        largest = max(largest, row[i].reduce_max())
    var top = warp_max(largest.cast[DType.float32]()) * LOG2_E
    var powers = Array[SIMD[DType.float32, width], steps](fill=SIMD[DType.float32, width](0))
    var total = Float32(0)
    comptime for i in range(steps):
        var numbers = row[i].cast[DType.float32]()
        powers[i] = exp2(numbers.fma(SIMD[DType.float32, width](LOG2_E), SIMD[DType.float32, width](-top)))
        total += powers[i].reduce_add()
    total = warp_sum(total)
    if thread & 31 == 0:
        tops[thread >> 5] = top
        totals[thread >> 5] = total
    barrier()
    var top_of_row = tops[0]
    comptime for warp in range(1, warps):
        top_of_row = max(top_of_row, tops[warp])
    total = 0
    comptime for warp in range(warps):
        total += totals[warp] * exp2(tops[warp] - top_of_row)
    var scale = exp2(top - top_of_row) / total
    comptime for i in range(steps):
        y.store[alignment=16](start + i * SOFTMAX_THREADS * width, (powers[i] * scale).cast[dtype]())


@__llvm_metadata(MAX_THREADS=NORM_THREADS, MIN_BLOCKS=4)
def norm[
    dtype: DType, is_centred: Bool
](x: Numbers[dtype], gamma: Numbers[dtype], beta: Numbers[dtype], y: Numbers[dtype]):
    """Layer norm where it is centred, RMSNorm (without `beta`) otherwise."""
    # The row is read twice, the second time from the cache, which is told so: that leaves registers for four blocks.
    comptime width = lanes[dtype]()
    comptime steps = COLUMNS // (NORM_THREADS * width)
    var offset = Int(thread_idx.x) * width
    var start = Int(block_idx.x) * COLUMNS + offset
    var source = x.address_space_cast[AddressSpace.GLOBAL]() + start
    var row = Array[SIMD[dtype, width], steps](fill=SIMD[dtype, width](0))
    comptime for i in range(steps):
        row[i] = load[width, eviction_policy=KEEP](source + i * NORM_THREADS * width)
    var mean = Float32(0)
    var scale: Float32
    comptime if is_centred:
        mean, scale = around_mean(row)
    else:
        var squares = SIMD[DType.float32, width](0)
        comptime for i in range(steps):
            var numbers = row[i].cast[DType.float32]()
            squares = numbers.fma(numbers, squares)
        scale = rsqrt(sum_of_block(squares.reduce_add()) * Float32(1 / COLUMNS) + EPSILON)
    comptime for i in range(steps):
        row[i] = load[width, eviction_policy=DROP](source + i * NORM_THREADS * width)
    comptime for i in range(steps):
        comptime at = i * NORM_THREADS * width
        var numbers = row[i].cast[DType.float32]() - mean
        var result = numbers * scale * (gamma + offset).load[width=width, alignment=16](at).cast[DType.float32]()
        comptime if is_centred:
            result += (beta + offset).load[width=width, alignment=16](at).cast[DType.float32]()
        var target = y.address_space_cast[AddressSpace.GLOBAL]() + start + at
        store[cache_policy = CacheOperation.STREAMING](target, result.cast[dtype]())


@always_inline
def sum_of_block(value: Float32) -> Float32:
    comptime warps = NORM_THREADS // 32
    var totals = stack_allocation[warps, Float32, address_space = AddressSpace.SHARED, alignment=16]()
    var total = warp_sum(value)
    if thread_idx.x & 31 == 0:
        totals[thread_idx.x >> 5] = total
    barrier()
    total = 0
    comptime for warp in range(warps):
        total += totals[warp]
    return total


@always_inline
def around_mean[
    dtype: DType, width: Int, steps: Int, //
](row: Array[SIMD[dtype, width], steps]) -> Tuple[Float32, Float32]:
    """The mean of the row, and one over its deviation; each warp finds its own, so that the block waits once."""
    comptime warps = NORM_THREADS // 32
    comptime count = Float32(COLUMNS // warps)
    var means = stack_allocation[warps, Float32, address_space = AddressSpace.SHARED, alignment=16]()
    var squares = stack_allocation[warps, Float32, address_space = AddressSpace.SHARED, alignment=16]()
    var sums = SIMD[DType.float32, width](0)
    comptime for i in range(steps):
        sums += row[i].cast[DType.float32]()
    var mine = warp_sum(sums.reduce_add()) / count
    var apart = SIMD[DType.float32, width](0)
    comptime for i in range(steps):
        var difference = row[i].cast[DType.float32]() - mine
        apart = difference.fma(difference, apart)
    var around = warp_sum(apart.reduce_add())
    if thread_idx.x & 31 == 0:
        means[thread_idx.x >> 5] = mine
        squares[thread_idx.x >> 5] = around
    barrier()
    var lane = Int(thread_idx.x & 31)
    mine = means[lane % warps]  # each warp's number in as many lanes as there are
    around = squares[lane % warps]
    var mean = warp_sum(mine) / 32
    around = warp_sum(around + count * (mine - mean) * (mine - mean)) * (Float32(warps) / 32)
    return mean, rsqrt(around * Float32(1 / COLUMNS) + EPSILON)


@__llvm_metadata(MAX_THREADS=CHAIN_THREADS)
def silu_mul[dtype: DType](x: Numbers[dtype], y: Numbers[dtype], z: Numbers[dtype]):
    comptime width = lanes[dtype]()
    var i = (Int(block_idx.x) * CHAIN_THREADS + Int(thread_idx.x)) * width
    var a = x.load[width=width, alignment=16](i).cast[DType.float32]()
    var b = y.load[width=width, alignment=16](i).cast[DType.float32]()
    z.store[alignment=16](i, (a / (1 + exp(-a)) * b).cast[dtype]())


@__llvm_metadata(MAX_THREADS=CHAIN_THREADS)
def gelu_chain[dtype: DType](x: Numbers[dtype], y: Numbers[dtype], z: Numbers[dtype]):
    comptime width = lanes[dtype]()
    var i = (Int(block_idx.x) * CHAIN_THREADS + Int(thread_idx.x)) * width
    var a = x.load[width=width, alignment=16](i).cast[DType.float32]()
    var b = y.load[width=width, alignment=16](i).cast[DType.float32]()
    var inner = a * 1.5 + b
    z.store[alignment=16](i, (inner * 0.5 * (1 + erf(inner * Float32(0.7071067811865476))) * b - 0.5).cast[dtype]())


@extensibility.register("by_hand_softmax")
struct _Softmax:
    @staticmethod
    def execute[target: StaticString](
        z: OutputTensor[rank=2, ...], x: InputTensor[dtype = z.dtype, rank=2, ...], ctx: DeviceContext
    ) raises:
        ctx.enqueue_function[softmax[z.dtype]](
            x.unsafe_ptr(), z.unsafe_ptr(), grid_dim=x.dim_size(0), block_dim=SOFTMAX_THREADS
        )


@extensibility.register("by_hand_norm")
struct _Norm:
    @staticmethod
    def execute[target: StaticString, is_centred: Bool](
        z: OutputTensor[rank=2, ...],
        x: InputTensor[dtype = z.dtype, rank=2, ...],
        gamma: InputTensor[dtype = z.dtype, rank=1, ...],
        beta: InputTensor[dtype = z.dtype, rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        ctx.enqueue_function[norm[z.dtype, is_centred]](
            x.unsafe_ptr(),
            gamma.unsafe_ptr(),
            beta.unsafe_ptr(),
            z.unsafe_ptr(),
            grid_dim=x.dim_size(0),
            block_dim=NORM_THREADS,
        )


@extensibility.register("by_hand_silu_mul")
struct _SiluMul:
    @staticmethod
    def execute[target: StaticString](
        z: OutputTensor[rank=2, ...],
        x: InputTensor[dtype = z.dtype, rank=2, ...],
        y: InputTensor[dtype = z.dtype, rank=2, ...],
        ctx: DeviceContext,
    ) raises:
        var blocks = x.size() // (CHAIN_THREADS * lanes[z.dtype]())
        ctx.enqueue_function[silu_mul[z.dtype]](
            x.unsafe_ptr(), y.unsafe_ptr(), z.unsafe_ptr(), grid_dim=blocks, block_dim=CHAIN_THREADS
        )


@extensibility.register("by_hand_gelu_chain")
struct _GeluChain:
    @staticmethod
    def execute[target: StaticString](
        z: OutputTensor[rank=2, ...],
        x: InputTensor[dtype = z.dtype, rank=2, ...],
        y: InputTensor[dtype = z.dtype, rank=2, ...],
        ctx: DeviceContext,
    ) raises:
        var blocks = x.size() // (CHAIN_THREADS * lanes[z.dtype]())
        ctx.enqueue_function[gelu_chain[z.dtype]](
            x.unsafe_ptr(), y.unsafe_ptr(), z.unsafe_ptr(), grid_dim=blocks, block_dim=CHAIN_THREADS
        )
