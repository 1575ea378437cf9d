"""Races between blocks of one launch (`EMBER_SIM_CHECK=1`): both touch the same bytes of global memory, one of them writes, and
nothing orders them.

Blocks run one after the other here, in any order on a GPU. What orders them are atomic operations: one of the first block after
its access, and one of the second before its own.
"""


struct BlockMark(TrivialRegisterPassable):
    """Which cluster of blocks touched a byte last, in which launch."""

    var launch: Int32
    var cluster: Int32
    """-2: several."""
    var atomics: Int32
    """How many atomic operations it had done."""
    var is_atomic: Bool
    var place: Int
    """The address of the text that says where in the source."""

    @always_inline
    def __init__(out self, launch: Int32, cluster: Int32, atomics: Int32, is_atomic: Bool, place: Int):
        """A cluster, now."""
        self.place = place
        self.launch = launch
        self.cluster = cluster
        self.atomics = atomics
        self.is_atomic = is_atomic

    @staticmethod
    def nobody(count: Int) -> UnsafePointer[BlockMark, MutAnyOrigin]:
        """Marks of bytes that nobody has touched."""
        var marks = UnsafePointer[BlockMark, MutAnyOrigin].alloc(count + 1)
        for i in range(count):
            marks[i] = BlockMark(-1, -1, 0, False, 0)
        return marks


struct BlockChecks:
    """The clusters of a launch; starts as zeroes."""

    var launch: Int32
    var cluster: Int32
    var count: Int
    var atomics: UnsafePointer[Int32, MutAnyOrigin]
    """How many atomic operations each has done."""
    var place: Int
    """Where the other one of a race was."""


def begin_launch(mut blocks: BlockChecks, clusters: Int):
    """A kernel starts."""
    blocks.launch += 1
    blocks.cluster = -1
    if blocks.atomics:
        blocks.atomics.free()
    blocks.count = clusters
    blocks.atomics = UnsafePointer[Int32, MutAnyOrigin].alloc(clusters + 1)
    for i in range(clusters):
        blocks.atomics[i] = 0


def begin_block(mut blocks: BlockChecks):
    """The next cluster starts."""
    blocks.cluster += 1


def find_block_race(
    mut blocks: BlockChecks,
    reads: UnsafePointer[BlockMark, MutAnyOrigin],
    writes: UnsafePointer[BlockMark, MutAnyOrigin],
    size: Int,
    writing: Bool,
    is_atomic: Bool,
    place: Int,
) -> Int:
    """The cluster that the running one collides with, -1 for several, -2 for none."""
    if blocks.count < 2:
        return -2
    var now = BlockMark(blocks.launch, blocks.cluster, blocks.atomics[Int(blocks.cluster)], is_atomic, place)
    if is_atomic:
        blocks.atomics[Int(blocks.cluster)] += 1
    for i in range(size):
        if _collide(blocks, writes[i], now):
            blocks.place = writes[i].place
            return max(Int(writes[i].cluster), -1)
        if writing and _collide(blocks, reads[i], now):
            blocks.place = reads[i].place
            return max(Int(reads[i].cluster), -1)
        if writing:
            writes[i] = now
        elif reads[i].launch == now.launch and reads[i].cluster != now.cluster:
            reads[i].cluster = -2
            reads[i].is_atomic = reads[i].is_atomic and is_atomic
        else:
            reads[i] = now
    return -2


@always_inline
def _collide(blocks: BlockChecks, before: BlockMark, now: BlockMark) -> Bool:
    if before.launch != now.launch or before.cluster == now.cluster or before.cluster == -1:
        return False
    if before.is_atomic and now.is_atomic:
        return False
    if blocks.atomics[Int(now.cluster)] == 0:
        return True
    return before.cluster >= 0 and blocks.atomics[Int(before.cluster)] <= before.atomics
