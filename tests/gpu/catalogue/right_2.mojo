# More kernels without a mistake that look as if they had one; `part_by_pointer` gets a pointer, which leads to the whole buffer.


@always_inline
def meet():
    barrier()


def flattened(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var x = tid() % 8
    var y = tid() // 8
    b[y * 32 + x] = a[y * 8 + x]


# launch: 2, 64
def two_per_thread(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var i = gid() * 2
    b[i] = 1
    b[i + 1] = 2


def wraps_around(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[tid()] = a[(tid() + 60) % 64]


def reversed_to_the_start(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[tid()] = a[255 - tid()]


def all_bytes(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var bytes = a.bitcast[UInt8]()
    for i in range(16):
        b[tid()] += Float32(Int(bytes[tid() * 16 + i]))


def wide_to_the_end(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var wide = b.bitcast[Int64]()
    wide[tid() + 64] = 1


def one_thread_copies_all(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 0:
        for i in range(256):
            b[i] = a[i]


# args: a, sub, n, index, fresh
def whole_part(a: Floats, sub: Floats, n: Ints, index: Ints, fresh: Floats):
    sub[63 - tid()] = a[tid()]


# args: a, sub, n, index, fresh
def part_from_both_ends(a: Floats, sub: Floats, n: Ints, index: Ints, fresh: Floats):
    var x = sub[tid()]
    barrier()
    sub[63 - tid()] = x


# args: a, sub.unsafe_ptr(), n, index, fresh
def part_by_pointer(a: Floats, sub: Floats, n: Ints, index: Ints, fresh: Floats):
    sub[tid() - 64] = 1


# args: a, sub, n, index, b
def part_and_whole(a: Floats, sub: Floats, n: Ints, index: Ints, fresh: Floats):
    sub[tid()] = 1
    fresh[tid() + 128] = 1


def halo_in_shared(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[66, Float32, address_space=Shared]()
    tile[tid() + 1] = a[tid()]
    if tid() == 0:
        tile[0] = 0
        tile[65] = 0
    barrier()
    b[tid()] = tile[tid()] + tile[tid() + 2]


def vectors_in_shared(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, alignment=16, address_space=Shared]()
    tile[tid()] = 1
    barrier()
    b[tid()] = tile.load[width=4, alignment=16](tid() // 4 * 4)[1]


def two_arrays(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var first = stack_allocation[64, Float32, address_space=Shared]()
    var second = stack_allocation[64, Int32, address_space=Shared]()
    first[tid()] = 1
    second[tid()] = 2
    barrier()
    b[tid()] = first[63 - tid()] + Float32(Int(second[63 - tid()]))


def largest_of_a_block(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    barrier()
    if tid() == 0:
        for i in range(64):
            b[0] = max(b[0], tile[i])


def shift_through_registers(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var x = a[tid() + 1]
    barrier()
    a[tid()] = x


def reverse_with_barrier(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var x = a[63 - tid()]
    barrier()
    a[tid()] = x


def in_steps(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    barrier()
    if tid() < 32:
        tile[tid()] += tile[tid() + 32]
    barrier()
    if tid() < 16:
        tile[tid()] += tile[tid() + 16]
    barrier()
    b[tid()] = tile[0]


def result_kept(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() == 0:
        tile[0] = 1
    barrier()
    b[tid()] = tile[0]
    barrier()
    if tid() == 0:
        tile[0] = 2


def flag_with_atomics(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var flag = stack_allocation[1, Int32, address_space=Shared]()
    if tid() == 0:
        flag[0] = 0
    barrier()
    if tid() % 3 == 0:
        _ = Counter.fetch_or(flag, 1)
    barrier()
    n[tid()] = flag[0]


def append_with_atomics(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() % 3 == 0:
        b[Int(Counter.fetch_add(n, 1))] = 1


# launch: 4, 64
def sum_of_blocks_with_atomics(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 0:
        _ = Atomic[DType.float32].fetch_add(b, 1)


# launch: 4, 64
def blocks_read_the_same(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[gid()] = a[0]


def halves_of_a_word(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var halves = b.bitcast[UInt16]()
    halves[tid()] = 3


def count_then_read(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    _ = Counter.fetch_add(n, 1)
    barrier()
    if tid() == 63:
        n[1] = n[0]


def published_by_lane_zero(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() % 32 == 0:
        tile[tid() // 32] = a[tid()]
    syncwarp()
    b[tid()] = tile[tid() // 32]


def published_and_taken_back(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    for i in range(3):
        if tid() % 32 == 0:
            tile[tid() // 32] = Float32(i)
        syncwarp()
        b[tid()] += tile[tid() // 32]
        syncwarp()


def half_warps_in_step(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    syncwarp()
    var step = 16
    while step > 0:
        if tid() % 32 < step:
            tile[tid()] += tile[tid() + step]
        syncwarp()
        step //= 2
    b[tid()] = tile[tid() // 32 * 32]


def shuffle_orders_lanes(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    _ = warp.shuffle_xor(Float32(1), 1)
    b[tid()] = tile[tid() ^ 1]


def vote_orders_lanes(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    if warp.any_true(tid() == 3):
        b[tid()] = tile[tid() ^ 2]
    else:
        b[tid()] = tile[tid() ^ 2]


def one_barrier_for_both_branches(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() < 32:
        tile[tid()] = 1
    else:
        tile[tid()] = 2
    barrier()
    if tid() < 32:
        b[tid()] = tile[tid() + 32]
    else:
        b[tid()] = tile[tid() - 32]


def return_before_the_last_barrier(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = 1
    barrier()
    b[tid()] = tile[63 - tid()]
    if tid() > 31:
        return
    barrier()
    tile[tid()] = 2


def barriers_in_a_helper(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = 1
    meet()
    b[tid()] = tile[63 - tid()]
    meet()
    tile[tid()] = 2


def local_index_in_range(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var local = stack_allocation[8, Float32]()
    for i in range(8):
        local[i] = 0
    local[Int(index[tid()]) % 8] = 1
    b[tid()] = local[tid() % 8]


def local_vector(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var local = SIMD[DType.float32, 8](0)
    local[tid() % 8] = 1
    b[tid()] = local[(tid() + 1) % 8]


def local_arrays_of_two_sizes(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var small = InlineArray[Float32, 2](fill=1)
    var big = InlineArray[Float32, 32](fill=2)
    b[tid()] = small[tid() % 2] + big[tid() % 32]


def locked_reader(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 0:
        while Counter.exchange(n, 1) != 0:
            pass
        n[1] = 5
        Counter.store(n, 0)
    elif tid() == 40:
        while Counter.exchange(n, 1) != 0:
            pass
        n[2] = n[1]
        Counter.store(n, 0)


def all_warps_take_the_lock(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    for _ in range(3):
        if tid() % 32 == 0:
            while Counter.exchange(n, 1) != 0:
                pass
            n[1] += 1
            n[2] += n[1]
            Counter.store(n, 0)


def flag_after_the_data(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 0:
        for i in range(8):
            b[i] = 3
        threadfence()
        Counter.store(n, 1)
    elif tid() == 32:
        while Counter.load(n) == 0:
            pass
        for i in range(8):
            b[8 + i] = b[i]


def flags_in_a_chain(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 0:
        b[0] = 1
        Counter.store(n, 1)
    elif tid() == 32:
        while Counter.load(n) == 0:
            pass
        b[0] += 1
        Counter.store(n + 1, 1)
    elif tid() == 63:
        while Counter.load(n + 1) == 0:
            pass
        b[1] = b[0]


def producer_and_consumer(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    var ready = stack_allocation[1, Int32, address_space=Shared]()
    if tid() == 0:
        ready[0] = 0
    barrier()
    if tid() < 32:
        tile[tid()] = a[tid()]
        _ = Counter.fetch_add(ready, 1)
    elif tid() == 32:
        while Counter.fetch_add(ready, 0) != 32:
            pass
        for i in range(32):
            b[0] += tile[i]


def tickets_in_order(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var mine = Counter.fetch_add(n, 1)
    if tid() % 32 == 0:
        b[100 + Int(mine)] = 1


def fresh_written_by_all(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    fresh[tid()] = a[tid()]
    fresh[tid() + 64] = a[tid()]
    barrier()
    b[tid()] = fresh[127 - tid()]


def conditional_and_written(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() % 2 == 0:
        tile[tid()] = 1
    barrier()
    if tid() % 2 == 1:
        b[tid()] = tile[tid() - 1]


# launch: 1, 8
def squares(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var y = Int(thread_idx.y)
    b[y * 8 + tid()] = a[tid() * 8 + y]


# launch: 4, 64
def many_blocks_with_tiles(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[gid()]
    barrier()
    b[gid()] = tile[63 - tid()]


def tile_turned(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, DType.float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    barrier()
    var row = tid() // 8
    var column = tid() % 8
    b[tid()] = tile[column * 8 + row]


def rows_into_two_buffers(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[128, DType.float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    barrier()
    for i in range(3):
        var now = (i % 2) * 64
        tile[64 - now + tid()] = tile[now + (tid() + 1) % 64]
        barrier()
    b[tid()] = tile[64 + tid()]


def every_third_is_a_permutation(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[tid() * 3 % 64] = a[tid()]


def counts_in_shared(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var counts = stack_allocation[8, DType.int32, address_space=Shared]()
    if tid() < 8:
        counts[tid()] = 0
    barrier()
    _ = Counter.fetch_add(counts + tid() % 8, 1)
    barrier()
    if tid() < 8:
        n[tid()] = counts[tid()]


def leaders_of_warps(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var partial = stack_allocation[2, DType.float32, address_space=Shared]()
    var sum = warp.sum(a[tid()])
    if lane_id() == 0:
        partial[tid() // 32] = sum
    barrier()
    if tid() == 33:
        b[0] = partial[0] + partial[1]


def unsigned_with_a_guard(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var before = UInt32(tid()) - 1
    b[tid()] = a[Int(before)] if before < 256 else 0


def sorting_by_odd_and_even(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, DType.float32, address_space=Shared]()
    tile[tid()] = Float32(64 - tid())
    barrier()
    for step in range(64):
        var left = tid() * 2 + step % 2
        if left + 1 < 64:
            var x = tile[left]
            var y = tile[left + 1]
            tile[left] = min(x, y)
            tile[left + 1] = max(x, y)
        barrier()
    b[tid()] = tile[tid()]


def sorting_by_bits(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, DType.float32, address_space=Shared]()
    tile[tid()] = Float32(tid() * 37 % 64)
    barrier()
    var size = 2
    while size <= 64:
        var apart = size // 2
        while apart > 0:
            var other = tid() ^ apart
            if other > tid():
                var x = tile[tid()]
                var y = tile[other]
                if (x > y) == ((tid() & size) == 0):
                    tile[tid()] = y
                    tile[other] = x
            barrier()
            apart //= 2
        size *= 2
    b[tid()] = tile[tid()]


# launch: 2, 64
def blocks_take_turns(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[tid() * 2 + Int(block_idx.x)] = Float32(gid())


def each_warp_turns_its_own(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, DType.float32, address_space=Shared]()
    var mine = tile + tid() // 32 * 32
    var lane = Int(lane_id())
    mine[lane] = a[tid()]
    syncwarp()
    b[tid()] = mine[lane % 4 * 8 + lane // 4]
    syncwarp()
    mine[lane] = 0


def kept_ones_move_together(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var count = stack_allocation[1, DType.int32, address_space=Shared]()
    if tid() == 0:
        count[0] = 0
    barrier()
    if tid() % 3 == 0:
        b[Int(Counter.fetch_add(count, 1))] = a[tid()]
    barrier()
    if tid() == 0:
        n[0] = count[0]


# launch: 2, 64
def halves_by_block(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var start = Int(block_idx.x) * 128
    for i in range(start + tid(), start + 128, 64):
        b[i] = a[255 - i]
