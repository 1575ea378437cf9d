# More kernels with one planted mistake each; written as those of `wrong.mojo` are.


def flattened_with_wrong_width(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var x = tid() % 8
    var y = tid() // 8
    b[y * 40 + x] = a[y * 8 + x]  # bug: beyond


# launch: 3, 64
def last_block_is_partial(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var i = gid()
    b[i * 2] = a[i]  # bug: beyond


def two_elements_per_thread(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var i = gid() * 2
    b[i] = 1
    b[i + 1] = 2  # fits
    if i == 126:
        b[i + 130] = 3  # bug: beyond


def wraps_below_zero(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var i = (tid() + 60) % 64 - 4
    b[tid()] = a[i]  # bug: beyond


def reverse_off_by_one(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[tid()] = a[256 - tid() - 0]  # bug: beyond


def reads_in_bytes(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var bytes = a.bitcast[UInt8]()
    b[tid()] = Float32(Int(bytes[tid() * 17]))  # bug: beyond


def wide_type_over_narrow(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var wide = b.bitcast[Int64]()
    wide[tid() + 65] = 1  # bug: beyond


def misaligned_wide_type(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var moved = (b.bitcast[UInt8]() + 4).bitcast[Int64]()
    moved[tid()] = 1  # bug: misaligned


def index_from_counter(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var at = Int(Counter.fetch_add(n, 5))
    b[at] = 1  # bug: beyond


def exclusive_end(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    for i in range(tid(), 257, 64):
        b[i] = 1  # bug: beyond


def loop_step_forgotten(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    for i in range(5):
        b[tid() + i * 64] = 1  # bug: beyond


def copies_one_too_many(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 0:
        for i in range(257):
            b[i] = a[i]  # bug: beyond


# args: a, sub, n, index, fresh
def neighbour_of_a_part(a: Floats, sub: Floats, n: Ints, index: Ints, fresh: Floats):
    sub[63 - tid() + 1] = a[tid()]  # bug: beyond


# args: a, sub, n, index, fresh
def part_as_the_whole(a: Floats, sub: Floats, n: Ints, index: Ints, fresh: Floats):
    sub[tid() * 2] = 1  # bug: beyond


# args: a, sub, n, index, fresh
def reads_beyond_a_part(a: Floats, sub: Floats, n: Ints, index: Ints, fresh: Floats):
    a[tid()] = sub[tid() + 32]  # bug: beyond


def shared_dimension_swapped(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[4 * 16, Float32, address_space=Shared]()
    tile[tid() % 16 * 16 + tid() // 16] = 1  # bug: beyond
    b[tid()] = 1


def shared_halo_without_room(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid() + 1] = a[tid()]  # bug: beyond
    barrier()
    b[tid()] = tile[tid()]


def shared_vector_at_the_end(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, alignment=16, address_space=Shared]()
    tile[tid()] = 1
    barrier()
    var four = tile.load[width=4](tid())  # bug: beyond
    b[tid()] = four[0]


def shared_atomic_beyond(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var bins = stack_allocation[8, Int32, address_space=Shared]()
    if tid() < 8:
        bins[tid()] = 0
    barrier()
    _ = Counter.fetch_add(bins + Int(index[tid()]) % 9, 1)  # bug: beyond


def unset_padding(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[8 * 9, Float32, address_space=Shared]()
    tile[tid() // 8 * 9 + tid() % 8] = 1
    barrier()
    b[tid()] = tile[tid()]  # bug: never written


def first_element_left_out(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() > 0:
        tile[tid()] = 1
    barrier()
    b[tid()] = tile[tid()]  # bug: never written


def sum_of_unset_partials(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() % 32 == 0:
        tile[tid() // 32] = 1
    barrier()
    if tid() == 0:
        b[0] = tile[0] + tile[1] + tile[2]  # bug: never written


def accumulates_into_fresh(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    fresh[tid()] += a[tid()]  # bug: never written


def atomic_into_fresh(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    _ = Atomic[DType.float32].fetch_add(fresh, 1)  # bug: never written


def unset_in_the_second_half(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[128, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    barrier()
    b[tid()] = tile[tid()] + tile[tid() + 64]  # bug: never written


def max_without_barrier(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]  # bug: race
    if tid() == 0:
        for i in range(64):
            b[0] = max(b[0], tile[i])  # bug: race|never written


def neighbours_in_global(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[tid()] = a[tid()]  # bug: race
    a[(tid() + 1) % 64] = b[tid()]  # bug: race


def in_place_shift(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    a[tid()] = a[tid() + 1]  # bug: race


def in_place_reverse(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var x = a[63 - tid()]  # bug: race
    a[tid()] = x  # bug: race


def two_trees_one_barrier(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    barrier()
    if tid() < 32:
        tile[tid()] += tile[tid() + 32]  # bug: race
    if tid() < 16:
        tile[tid()] += tile[tid() + 16]  # bug: race
    if tid() == 0:
        b[0] = tile[0]


def result_overwritten(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() == 0:
        tile[0] = 1
    barrier()
    b[tid()] = tile[0]  # bug: race
    if tid() == 0:
        tile[0] = 2  # bug: race


def flag_in_shared_without_atomics(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var flag = stack_allocation[1, Int32, address_space=Shared]()
    if tid() == 0:
        flag[0] = 0
    barrier()
    if a[tid()] > 1 and tid() % 3 == 0:
        flag[0] = 1  # bug: race
    barrier()
    n[tid()] = flag[0]


def minimum_without_atomics(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if a[tid()] < 100:
        n[0] = Int32(tid())  # bug: race


def append_without_atomics(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var at = Int(n[0])  # bug: race
    b[at] = 1
    n[0] = Int32(at + 1)  # bug: race


# launch: 3, 64
def sum_of_all_blocks(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 0:
        b[0] += Float32(Int(block_idx.x))  # bug: race


# launch: 4, 64
def neighbour_blocks_overlap(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[gid()] = 1  # bug: race
    if tid() == 63 and block_idx.x < 3:
        b[gid() + 1] = 2  # bug: race


# launch: 2, 64
def block_after_block(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if block_idx.x == 0 and tid() == 0:
        n[0] = 7  # bug: race
    elif tid() == 0:
        n[1] = n[0]  # bug: race


def counts_then_reads_early(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    _ = Counter.fetch_add(n, 1)  # bug: race
    if tid() == 0:
        n[1] = n[0]  # bug: race


def lane_zero_publishes(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() % 32 == 0:
        tile[tid() // 32] = a[tid()]  # bug: race
    b[tid()] = tile[tid() // 32]  # bug: race


def half_warp_in_step(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    syncwarp()
    if tid() % 32 < 16:
        tile[tid()] += tile[tid() + 16]  # bug: race
    if tid() % 32 < 8:
        tile[tid()] += tile[tid() + 8]  # bug: race
    b[tid()] = tile[tid()]


def barrier_for_one_warp(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = 1
    if tid() // 32 == 1:
        barrier()  # bug: barrier
    else:
        barrier()  # bug: barrier
    b[tid()] = tile[63 - tid()]


def barrier_behind_a_condition(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if a[tid()] > 1 and tid() != 9:
        barrier()  # bug: barrier
    b[tid()] = 1
    barrier()  # bug: barrier
    b[tid()] = 2


def local_index_from_data(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var local = stack_allocation[8, Float32]()
    for i in range(8):
        local[i] = 0
    local[Int(index[tid()]) % 9] = 1  # bug: beyond
    b[tid()] = local[tid() % 8]


def local_before_the_start(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var local = stack_allocation[8, Float32]()
    for i in range(8):
        local[i] = 0
    b[tid()] = local[tid() % 8 - 1]  # bug: beyond


def unlocked_reader(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 0:
        while Counter.exchange(n, 1) != 0:
            pass
        n[1] = 5  # bug: race
        Counter.store(n, 0)
    elif tid() == 40:
        n[2] = n[1]  # bug: race


def flag_set_before_the_data(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 0:
        Counter.store(n, 1)
        b[1] = 3  # bug: race
    elif tid() == 32:
        while Counter.load(n) == 0:
            pass
        b[2] = b[1]  # bug: race


def tile_turned_without_barrier(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, DType.float32, address_space=Shared]()
    tile[tid()] = a[tid()]  # bug: race
    var row = tid() // 8
    var column = tid() % 8
    b[tid()] = tile[column * 8 + row]  # bug: race


def rows_into_one_buffer_of_two(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[128, DType.float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    barrier()
    for i in range(3):
        var now = (i % 2) * 64
        var sum = tile[now + (tid() + 1) % 64]  # bug: race
        tile[now + tid()] = sum  # bug: race
        barrier()
    b[tid()] = tile[tid()]


def every_second_collides(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[tid() * 2 % 64] = a[tid()] + Float32(tid())  # bug: race


def counts_in_shared_read_at_once(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var counts = stack_allocation[8, DType.int32, address_space=Shared]()
    if tid() < 8:
        counts[tid()] = 0
    barrier()
    _ = Counter.fetch_add(counts + tid() % 8, 1)  # bug: race
    if tid() < 8:
        n[tid()] = counts[tid()]  # bug: race


def largest_set_to_zero_late(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var largest = stack_allocation[1, DType.int32, address_space=Shared]()
    if tid() == 40:
        largest[0] = 0  # bug: race|never written
    _ = Counter.fetch_add(largest, index[tid()])  # bug: race|never written


def leaders_of_warps_not_waited_for(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var partial = stack_allocation[2, DType.float32, address_space=Shared]()
    var sum = warp.sum(a[tid()])
    if lane_id() == 0:
        partial[tid() // 32] = sum  # bug: race|never written
    if tid() == 33:
        b[0] = partial[0] + partial[1]  # bug: race|never written


def squares_run_away(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var i = tid() + 1
    b[i * i // 8] = 1  # bug: race


def unsigned_below_zero(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var before = UInt32(tid()) - 1
    b[tid()] = a[Int(before)]  # bug: illegal


def counts_backwards(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[-tid()] = 1  # bug: beyond


def first_half_fills_all_read(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, DType.float32, address_space=Shared]()
    if tid() < 32:
        tile[tid()] = a[tid()]
    barrier()
    b[tid()] = tile[tid()]  # bug: never written


def sorting_without_waiting(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, DType.float32, address_space=Shared]()
    tile[tid()] = Float32(64 - tid())
    barrier()
    for step in range(64):
        var left = tid() * 2 + step % 2
        if left + 1 < 64:
            var x = tile[left]  # bug: race
            var y = tile[left + 1]  # bug: race
            tile[left] = min(x, y)  # bug: race
            tile[left + 1] = max(x, y)  # bug: race
    barrier()
    b[tid()] = tile[tid()]


# launch: 2, 64
def both_blocks_own_the_middle(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[Int(block_idx.x) * 63 + tid()] = Float32(gid())  # bug: race
