# Kernels without a mistake that look as if they had one; launched as those of `wrong.mojo` are.


# launch: 5, 64
def guarded(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var i = gid()
    if i < 256:
        b[i] = a[i]


# launch: 2, 64
def grid_stride(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var i = gid()
    while i < 256:
        b[i] = a[i] * 2
        i += 64 * Int(grid_dim.x)


# launch: 4, 64
def halo_with_guards(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var i = gid()
    var left = a[i - 1] if i > 0 else Float32(0)
    var right = a[i + 1] if i < 255 else Float32(0)
    b[i] = left + right


def the_last_element(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 63:
        b[255] = a[255]


def vectors_to_the_end(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b.store(tid() * 4, a.load[width=4, alignment=16](tid() * 4))


def tile_with_barrier(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    barrier()
    b[tid()] = tile[63 - tid()]


def tile_used_again(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    for round in range(3):
        tile[tid()] = a[round * 64 + tid()]
        barrier()
        b[tid()] = b[tid()] + tile[63 - tid()]
        barrier()


def tree(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    var half = 32
    while half > 0:
        barrier()
        if tid() < half:
            tile[tid()] += tile[tid() + half]
        half //= 2
    if tid() == 0:
        b[0] = tile[0]


def tree_with_last_warp_in_step(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    barrier()
    if tid() < 32:
        var step = 32
        while step > 0:
            var other = tile[tid() + step] if tid() + step < 64 else Float32(0)
            syncwarp()
            tile[tid()] += other
            syncwarp()
            step //= 2
    if tid() == 0:
        b[0] = tile[0]


def lanes_with_syncwarp(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    syncwarp()
    b[tid()] = tile[tid() ^ 5]


def lanes_back_and_forth(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    syncwarp()
    var next = tile[tid() ^ 1]
    syncwarp()
    tile[tid()] = next + 1
    syncwarp()
    b[tid()] = tile[tid() ^ 1]


def half_writes_half_reads(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() % 32 < 16:
        tile[tid()] = a[tid()]
    syncwarp()
    if tid() % 32 >= 16:
        b[tid()] = tile[tid() - 16]


def scan_of_a_warp(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    syncwarp()
    var step = 1
    while step < 32:
        var other = tile[tid() - step] if tid() % 32 >= step else Float32(0)
        syncwarp()
        tile[tid()] += other
        syncwarp()
        step *= 2
    b[tid()] = tile[tid()]


def many_read_one_writes_in_a_warp(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() % 32 == 0:
        tile[tid()] = a[tid()]
    syncwarp()
    var value = tile[tid() // 32 * 32]
    syncwarp()
    if tid() % 32 == 5:
        tile[tid() // 32 * 32] = value + 1
    syncwarp()
    b[tid()] = tile[tid() // 32 * 32]


def readers_of_one_warp_then_a_writer_of_it(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    barrier()
    var sum = Float32(0)
    for i in range(32):
        sum += tile[tid() // 32 * 32 + i]
    syncwarp()
    tile[tid()] = sum
    barrier()
    b[tid()] = tile[63 - tid()]


def warp_then_block(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    syncwarp()
    var x = tile[tid() ^ 3]
    barrier()
    tile[63 - tid()] = x
    barrier()
    b[tid()] = tile[tid()]


def shuffled_sum(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var x = a[tid()]
    var step = 16
    while step > 0:
        x += warp.shuffle_down(x, UInt32(step))
        step //= 2
    if tid() % 32 == 0:
        b[tid() // 32] = x


def sum_of_warps(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    var x = warp.sum(a[tid()])
    if lane_id() == 0:
        tile[tid() // 32] = x
    barrier()
    if tid() == 0:
        b[0] = tile[0] + tile[1]


def lock_inside_a_block(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() % 32 == 0:
        while Counter.exchange(n, 1) != 0:
            pass
        n[1] += 1
        Counter.store(n, 0)


# launch: 4, 64
def lock_between_blocks(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 0:
        while Counter.exchange(n, 1) != 0:
            pass
        n[1] += 1
        threadfence()
        Counter.store(n, 0)


def lock_in_shared(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var lock = stack_allocation[2, Int32, address_space=Shared]()
    if tid() < 2:
        lock[tid()] = 0
    barrier()
    if tid() % 32 == 0:
        while Counter.exchange(lock, 1) != 0:
            pass
        lock[1] += 1
        Counter.store(lock, 0)
    barrier()
    n[tid()] = lock[1]


def flag_by_atomics_in_a_block(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 0:
        b[1] = 3
        threadfence()
        Counter.store(n, 1)
    elif tid() == 32:
        while Counter.load(n) == 0:
            pass
        b[2] = b[1]


def flag_by_fetch_add(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() == 0:
        b[1] = 3
        threadfence()
        _ = Counter.fetch_add(n, 1)
    elif tid() == 32:
        while Counter.fetch_add(n, 0) == 0:
            pass
        b[2] = b[1]


def flag_in_shared(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    var flag = stack_allocation[1, Int32, address_space=Shared]()
    if tid() == 0:
        flag[0] = 0
    barrier()
    if tid() == 0:
        tile[3] = 5
        threadfence()
        Counter.store(flag, 1)
    elif tid() == 32:
        while Counter.load(flag) == 0:
            pass
        b[2] = tile[3]


def early_return(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() >= 40:
        return
    tile[tid()] = a[tid()]
    barrier()
    b[tid()] = tile[39 - tid()]


# launch: 2, 64
def barrier_in_a_uniform_branch(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    if block_idx.x == 0:
        barrier()
        b[tid()] = tile[63 - tid()]
    else:
        b[64 + tid()] = tile[tid()]


# launch: 3, 64
def barriers_in_a_uniform_loop(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    for round in range(1 + Int(block_idx.x)):
        tile[tid()] = Float32(round)
        barrier()
        if tid() == 0:
            b[Int(block_idx.x)] = tile[63]
        barrier()


def bytes_side_by_side(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var bytes = b.bitcast[UInt8]()
    bytes[tid()] = 1


def two_buffers(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tiles = stack_allocation[128, Float32, address_space=Shared]()
    for phase in range(4):
        var at = phase % 2 * 64
        tiles[at + tid()] = a[tid()]
        barrier()
        b[tid()] = tiles[at + 63 - tid()]


# launch: 3, 64
def histogram(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var bins = stack_allocation[8, Int32, address_space=Shared]()
    if tid() < 8:
        bins[tid()] = 0
    barrier()
    _ = Counter.fetch_add(bins + Int(index[tid()]) % 8, 1)
    barrier()
    if tid() < 8:
        _ = Counter.fetch_add(n + tid(), bins[tid()])


def padded_transpose(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[8 * 9, Float32, address_space=Shared]()
    tile[tid() // 8 * 9 + tid() % 8] = a[tid()]
    barrier()
    b[tid()] = tile[tid() % 8 * 9 + tid() // 8]


def everybody_reads_one(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[tid()] = a[0] + a[255]


# launch: 4, 64
def blocks_apart(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[gid()] = a[gid()]


# launch: 3, 64
def last_block_sums(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[1 + Int(block_idx.x) * 64 + tid()] = a[tid()]
    barrier()
    if tid() == 0:
        threadfence()
        if Counter.fetch_add(n, 1) == 2:
            var sum = Float32(0)
            for i in range(192):
                sum += b[1 + i]
            b[0] = sum


def local_array(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var local = stack_allocation[4, Float32]()
    for i in range(4):
        local[i] = a[tid() + i]
    b[tid()] = local[tid() % 4]


def an_array_in_place(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var local = InlineArray[Float32, 8](fill=1)
    for i in range(8):
        local[(i * 3 + tid()) % 8] += a[i]
    b[tid()] = local[tid() % 8]


# args: a, sub, n, index, fresh
def end_of_a_part(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    b[tid()] = a[tid()] + b[tid()]


def one_writes_all_read(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() == 0:
        tile[0] = a[5]
    barrier()
    b[tid()] = tile[0]


def scan_with_two_buffers(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tiles = stack_allocation[128, Float32, address_space=Shared]()
    var at = 0
    tiles[tid()] = a[tid()]
    barrier()
    var step = 1
    while step < 64:
        var sum = tiles[at + tid()]
        if tid() >= step:
            sum += tiles[at + tid() - step]
        at = 64 - at
        tiles[at + tid()] = sum
        barrier()
        step *= 2
    b[tid()] = tiles[at + tid()]


# launch: 4, 64
def largest(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    Counter.max(n, index[gid()])


def own_element_again_and_again(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    for i in range(10):
        tile[tid()] = Float32(i)
        b[tid()] = tile[tid()]
        b[tid()] += 1


def set_count_read(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var count = stack_allocation[1, Int32, address_space=Shared]()
    if tid() == 0:
        count[0] = 0
    barrier()
    _ = Counter.fetch_add(count, 1)
    barrier()
    n[tid()] = count[0]


def counter_of_the_block(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    _ = Counter.fetch_add(n + 1, 1)
    barrier()
    if tid() == 0:
        n[0] = n[1]


def vote(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if barrier_any(tid() == 7):
        b[tid()] = 1


def written_whole_then_read(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    fresh[tid()] = 1
    barrier()
    b[tid()] = fresh[63 - tid()]


def named_barriers(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    named_barrier[64, 1]()
    b[tid()] = tile[63 - tid()]


def one_warp_waits_alone(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() < 32:
        tile[tid()] = a[tid()]
        named_barrier[32, 2]()
        b[tid()] = tile[31 - tid()]


def lanes_in_a_branch(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    if tid() % 2 == 0:
        b[tid()] = warp.shuffle_xor(UInt(0x55555555), a[tid()], 2)


def copies_waited_for(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, alignment=16, address_space=Shared]()
    async_copy[4](a.address_space_cast[AddressSpace.GLOBAL]() + tid(), tile + tid())
    async_copy_commit_group()
    async_copy_wait_all()
    barrier()
    b[tid()] = tile[63 - tid()]


# launch: 4, 64
def in_place(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    a[gid()] = a[gid()] * 2


def different_halves_of_a_block(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() < 32:
        tile[tid()] = 1
    else:
        tile[tid()] = 2
    barrier()
    b[tid()] = tile[tid() ^ 32]


def write_only_what_is_own_after_reading_all(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    tile[tid()] = a[tid()]
    barrier()
    var sum = Float32(0)
    for i in range(64):
        sum += tile[i]
    barrier()
    tile[tid()] = sum
    barrier()
    b[tid()] = tile[63 - tid()]


def last_lane_hands_on(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    if tid() % 32 == 31:
        tile[tid() // 32] = a[tid()]
    barrier()
    if tid() >= 32:
        b[tid()] = tile[0]


def tickets(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var mine = Counter.fetch_add(n, 1)
    b[Int(mine)] = a[tid()]
    barrier()
    a[tid()] = b[63 - tid()]


def small_vectors_of_unaligned_shared(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[256, Float32, address_space=Shared]()
    tile.store(tid() * 4, a.load[width=4, alignment=16](tid() * 4))
    barrier()
    b[tid()] = tile.load[width=2](tid())[1]


def rows_of_whole_vectors_in_shared(a: Floats, b: Floats, n: Ints, index: Ints, fresh: Floats):
    var tile = stack_allocation[200 + 64, Float32, alignment=16, address_space=Shared]()
    var second = tile + 200
    second[tid()] = a[tid()]
    barrier()
    b[tid()] = second.load[width=4, alignment=16](tid() // 4 * 4)[0]
