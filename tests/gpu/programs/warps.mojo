# Operations of a warp: shuffles of every kind of number, votes, matches, single-instruction reductions, elections.
from std.gpu import lane_id, syncwarp, thread_idx, warp_id
from std.gpu import warp
from std.gpu.cluster import elect_one_sync
from std.gpu.host import DeviceContext
from std.gpu.sync import barrier_all, barrier_any, barrier_count

comptime Ints = UnsafePointer[Int64, MutAnyOrigin]


def same[dtype: DType](lane: Int) -> Int64:
    # How many of the four shuffles bring the right number of this format.
    var mine = Scalar[dtype](lane + 1)
    var good = Int64(0)
    if warp.shuffle_down(mine, 3) == Scalar[dtype](min(lane + 4, 32) if lane + 3 < 32 else lane + 1):
        good += 1
    if warp.shuffle_up(mine, 3) == Scalar[dtype](lane - 2 if lane >= 3 else lane + 1):
        good += 1
    if warp.shuffle_xor(mine, 5) == Scalar[dtype]((lane ^ 5) + 1):
        good += 1
    if warp.shuffle_idx(mine, 9) == Scalar[dtype](10):
        good += 1
    return good


def shuffles(out: Ints):
    var lane = Int(lane_id())
    var good = same[DType.float32](lane) + same[DType.float64](lane) + same[DType.int32](lane)
    good += same[DType.int64](lane) + same[DType.int16](lane) + same[DType.uint8](lane)
    good += same[DType.float16](lane) + same[DType.bfloat16](lane)
    var four = SIMD[DType.float32, 4](Float32(lane), 1, 2, Float32(-lane))
    var theirs = warp.shuffle_xor(four, 1)
    if theirs[0] == Float32(lane ^ 1) and theirs[3] == -Float32(lane ^ 1):
        good += 1
    out[lane] = good


def votes(out: Ints):
    var t = thread_idx.x
    var odd = t % 2 == 1
    var results = SIMD[DType.int64, 16](0)
    results[0] = Int64(warp.vote(odd))
    results[1] = Int64(1) if warp.any_true(t == 3) else Int64(0)
    results[2] = Int64(1) if warp.all_true(t < 1000) else Int64(0)
    results[3] = Int64(1) if warp.is_uniform(odd) else Int64(0)
    results[4] = Int64(warp.match_any(UInt32(t // 4)))
    results[5] = Int64(1) if warp.match_all(UInt32(7)) else Int64(0)
    results[6] = Int64(warp.reduce_add(UInt32(t)))
    results[7] = Int64(warp.reduce_max(UInt32(t)))
    results[8] = Int64(warp.reduce_min(UInt32(t)))
    results[9] = Int64(warp.reduce_or(UInt32(t)))
    results[10] = Int64(1) if elect_one_sync() else Int64(0)
    results[11] = Int64(barrier_count(odd))
    results[12] = Int64(1) if barrier_any(t == 40) else Int64(0)
    results[13] = Int64(1) if barrier_all(t != 40) else Int64(0)
    # Lanes that meet in a branch, with a mask that names them.
    if odd:
        results[14] = Int64(warp.shuffle_idx(UInt(0xAAAAAAAA), Int32(t), 1))
    else:
        results[14] = Int64(warp.active_mask())
    syncwarp()
    results[15] = Int64(warp_id())
    for i in range(16):
        out[t * 16 + i] = results[i]


def add[dtype: DType, width: SIMDLength](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
    return a + b


def own_reduction(out: Ints):
    out[thread_idx.x] = warp.reduce[warp.shuffle_down, add](Int64(thread_idx.x))


def main() raises:
    var ctx = DeviceContext()
    var out = ctx.enqueue_create_buffer[DType.int64](1024)
    ctx.enqueue_function[shuffles](out, grid_dim=1, block_dim=32)
    with out.map_to_host() as host:
        var lowest = Int64(1000)
        for i in range(32):
            lowest = min(lowest, host[i])
        print("shuffles right in every lane:", lowest, "of 33")
    ctx.enqueue_function[votes](out, grid_dim=1, block_dim=64)
    with out.map_to_host() as host:
        for t in [0, 5, 40]:
            for i in range(16):
                print(host[t * 16 + i], end=" ")
            print()
    ctx.enqueue_function[own_reduction](out, grid_dim=1, block_dim=32)
    with out.map_to_host() as host:
        print("reduced:", host[0])
