# Kernels with one planted mistake each. `a` holds 256 numbers, `b` 256 zeros, `n` 256 zeros, `index` 0 … 255, `fresh` nothing.
# The lines a report may name end with `# bug: words of the report`. Launched with one block of 64 threads if `# launch` says nothing.


# launch: 5, 64
def guard_off_by_one(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var i = gid()
    if i <= 256:
        b[i] = 1  # bug: beyond


# launch: 5, 64
def no_guard(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[gid()] = 2  # bug: beyond


def before_the_start(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[tid()] = a[tid() - 1]  # bug: beyond


# launch: 4, 64
def stencil_right_edge(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var i = gid()
    if i > 0:
        b[i] = a[i - 1] + a[i + 1]  # bug: beyond


def swapped_dimensions(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var row = tid() // 32
    var col = tid() % 32
    b[col * 32 + row] = a[row * 32 + col]  # bug: beyond


def vector_at_the_end(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var four = a.load[width=4](tid() * 4 + 4)  # bug: beyond
    b[tid()] = four[0]


def misaligned_vector(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var four = a.load[width=4, alignment=16](tid() + 1)  # bug: misaligned
    b[tid()] = four[0]


def far_away(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[tid() * 1000003] = 1  # bug: beyond


def strided_too_long(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var i = tid()
    while i < 300:
        b[i] = 1  # bug: beyond
        i += 64


def index_from_data(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[Int(index[tid()]) + 200] = 1  # bug: beyond


def null_pointer(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var nothing = Floats(unsafe_from_address=0)
    nothing[tid()] = 1  # bug: illegal


def wide_store_at_the_end(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 0:
        b.store(253, SIMD[DType.float32, 4](1))  # bug: beyond


def atomic_beyond(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    _ = Counter.fetch_add(n + 200 + tid(), 1)  # bug: beyond


# args: a, sub, n, index, fresh
def beyond_a_part(a: Floats, sub: Floats, n: Ints, index: Ints, fresh: Floats):
    sub[tid() + 1] = 1  # bug: beyond


# args: a, sub, n, index, fresh
def before_a_part(a: Floats, sub: Floats, n: Ints, index: Ints, fresh: Floats):
    b_at(sub, tid() - 1, 3)  # bug: beyond


@always_inline
def b_at(data: Floats, i: Int, value: Float32):
    data[i] = value  # bug: beyond


def into_the_next_buffer(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    a[tid() + 256] = 1  # bug: beyond


def far_behind_the_buffer(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 3:
        a[tid() + 100000] = 1  # bug: beyond


def never_written(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[tid()] = fresh[tid()]  # bug: never written


def half_written(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    fresh[tid() * 2] = 1
    b[tid()] = fresh[tid() * 2 + 1]  # bug: never written


def own_part_only(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() < 32:
        fresh[tid()] = 1
    barrier()
    b[tid()] = fresh[tid()]  # bug: never written


def shared_beyond(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid() + 1] = 1  # bug: beyond
    b[tid()] = 1


def shared_before(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = 1
    barrier()
    b[tid()] = tile[tid() - 1]  # bug: beyond


def shared_padding_forgotten(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64 * 2, Float32, address_space=Shared]()
    tile[tid() * 3] = 1  # bug: beyond
    b[tid()] = 1


def shared_from_one_to_the_other(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var first = stack_allocation[64, Float32, address_space=Shared]()
    var second = stack_allocation[64, Float32, address_space=Shared]()
    second[tid()] = 1
    first[tid()] = 1
    barrier()
    first[tid() + 64] = 2  # bug: beyond
    b[tid()] = second[tid()]


def shared_never_written(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() < 32:
        tile[tid()] = 1
    barrier()
    b[tid()] = tile[tid()]  # bug: never written


def shared_counter_not_set(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var count = stack_allocation[1, Int32, address_space=Shared]()
    _ = Counter.fetch_add(count, 1)  # bug: never written
    barrier()
    n[tid()] = count[0]


def no_barrier_after_writing(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]  # bug: race
    b[tid()] = tile[63 - tid()]  # bug: race


def no_barrier_before_overwriting(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    barrier()
    var other = tile[(tid() + 1) % 64]  # bug: race
    tile[tid()] = other * 2  # bug: race
    barrier()
    b[tid()] = tile[tid()]


def tree_without_barriers(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    barrier()
    var half = 32
    while half > 0:
        if tid() < half:
            tile[tid()] += tile[tid() + half]  # bug: race
        half //= 2
    if tid() == 0:
        b[0] = tile[0]


def barrier_too_early(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    barrier()
    tile[tid()] = a[tid()]  # bug: race
    b[tid()] = tile[(tid() + 32) % 64]  # bug: race


def everybody_writes(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var best = stack_allocation[1, Float32, address_space=Shared]()
    best[0] = a[tid()]  # bug: race
    barrier()
    b[tid()] = best[0]


def lanes_without_syncwarp(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]  # bug: race
    if tid() % 32 < 16:
        b[tid()] = tile[tid() + 16]  # bug: race


def one_syncwarp_too_few(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    syncwarp()
    var next = tile[tid() ^ 1]  # bug: race
    tile[tid()] = next + 1  # bug: race
    syncwarp()
    b[tid()] = tile[tid() ^ 1]


def syncwarp_across_warps(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]  # bug: race
    syncwarp()
    b[tid()] = tile[tid() ^ 32]  # bug: race


def total_read_too_early(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var total = stack_allocation[1, Float32, address_space=Shared]()
    if tid() == 0:
        total[0] = 7  # bug: race
    b[tid()] = total[0]  # bug: race


def tile_of_the_next_round(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    var sum = Float32(0)
    for round in range(3):
        tile[tid()] = a[round * 64 + tid()]  # bug: race
        barrier()
        for i in range(64):
            sum += tile[i]  # bug: race
    b[tid()] = sum


def scan_in_place(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    barrier()
    var step = 1
    while step < 64:
        if tid() >= step:
            tile[tid()] += tile[tid() - step]  # bug: race
        barrier()
        step *= 2
    b[tid()] = tile[tid()]


def buffers_of_one_phase(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tiles = stack_allocation[128, Float32, address_space=Shared]()
    for phase in range(4):
        var at = (phase // 2 % 2) * 64  # should change every time
        tiles[at + tid()] = a[tid()]  # bug: race
        barrier()
        b[tid()] = tiles[at + 63 - tid()]  # bug: race


def everybody_writes_global(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[0] = a[tid()]  # bug: race


def counting_without_atomics(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    n[0] += 1  # bug: race


def histogram_without_atomics(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var bins = stack_allocation[8, Int32, address_space=Shared]()
    if tid() < 8:
        bins[tid()] = 0
    barrier()
    bins[Int(index[tid()]) % 8] += 1  # bug: race
    barrier()
    if tid() < 8:
        n[tid()] = bins[tid()]


# launch: 2, 64
def blocks_write_the_same(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[tid()] = Float32(Int(block_idx.x))  # bug: race


# launch: 2, 64
def block_reads_another(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if block_idx.x == 0:
        b[tid()] = 1  # bug: race
    else:
        b[64 + tid()] = b[tid()]  # bug: race


def atomic_and_plain(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 40:
        n[0] = 5  # bug: race
    else:
        _ = Counter.fetch_add(n, 1)  # bug: race


def plain_flag(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 0:
        b[1] = 3
        n[0] = 1  # bug: race
    elif tid() == 32:
        if n[0] == 1:  # bug: race
            b[2] = b[1]


def skipped_barrier(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = 1
    if tid() < 32:
        barrier()  # bug: barrier
    b[tid()] = a[tid()]
    barrier()  # bug: barrier
    b[tid()] = tile[63 - tid()]


def rounds_differ(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    for _ in range(1 + tid() // 32):
        barrier()  # bug: barrier
    b[tid()] = 1
    barrier()  # bug: barrier
    b[tid()] = 2


def local_beyond(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var local = stack_allocation[4, Float32]()
    for i in range(4):
        local[i] = a[i]
    b[tid()] = local[tid() % 5]  # bug: beyond


def local_written_beyond(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var local = stack_allocation[4, Float32]()
    for i in range(4 + tid() // 60):
        local[i] = a[i]  # bug: beyond
    b[tid()] = local[tid() % 4]


def copy_not_waited_for(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, alignment=16, address_space=Shared]()
    async_copy[4](a.address_space_cast[AddressSpace.GLOBAL]() + tid(), tile + tid())
    async_copy_commit_group()
    b[tid()] = tile[tid()]  # bug: not waited for|wait


def copy_without_barrier(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, alignment=16, address_space=Shared]()
    async_copy[4](a.address_space_cast[AddressSpace.GLOBAL]() + tid(), tile + tid())  # bug: race
    async_copy_wait_all()
    b[tid()] = tile[63 - tid()]  # bug: race|wait


def lock_left_too_early(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() % 32 == 0:
        while Counter.exchange(n, 1) != 0:
            pass
        Counter.store(n, 0)
        n[1] += 1  # bug: race


def one_forgets_the_lock(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 0:
        while Counter.exchange(n, 1) != 0:
            pass
        n[1] += 1  # bug: race
        Counter.store(n, 0)
    elif tid() == 32:
        n[1] += 1  # bug: race


def shuffle_from_a_lane_that_left(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() % 32 >= 16:
        return
    b[tid()] = warp.shuffle_idx(Float32(1), 20)  # bug: lane


def vectors_of_unaligned_shared(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[256, Float32, address_space=Shared]()
    tile.store[alignment=16](tid() * 4, a.load[width=4, alignment=16](tid() * 4))  # bug: misaligned
    barrier()
    b[tid()] = tile[tid()]


def rows_of_odd_length_in_shared(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[198 + 64, Float32, alignment=16, address_space=Shared]()
    var second = tile + 198
    second[tid()] = a[tid()]
    barrier()
    b[tid()] = second.load[width=4, alignment=16](tid() // 4 * 4)[0]  # bug: misaligned
