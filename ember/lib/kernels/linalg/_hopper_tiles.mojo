"""How products of matrices on Hopper's tensor cores are cut into tiles."""

comptime ROW_BYTES = 128
"""Of a row of a tile in shared memory: as much as is swizzled."""
comptime GROUP = 128
"""Threads that multiply together."""
comptime CHUNK = 32
"""Columns that a warp turns from the order of sums into rows at a time."""
comptime PITCH = CHUNK + 8
"""From one row of such columns to the next."""
comptime COPIER_REGISTERS = 40
"""Of a thread that copies: those who copy give registers to those who multiply."""
comptime _OTHER_REGISTERS = 64  # of a thread that multiplies, besides its sums
comptime _PROCESSOR_BYTES = 228 * 1024  # shared memory of a processor
comptime _RESERVED_BYTES = 1024  # of it for each block


struct HopperTiles(TrivialRegisterPassable):
    """How the work is cut: a block's tile, the stages on their way, blocks of a cluster, rows of tiles that go together.

    Example:

    ```mojo
    from linalg.hopper import HopperTiles

    comptime tiles = HopperTiles(rows=128, columns=256, stages=4, cluster=2, band=8)
    print(tiles.workers(), tiles.threads(), tiles.registers())  # 2 384 232
    print(tiles.stage_bytes(), tiles.shared_bytes(), tiles.resident())  # 49152 217152 1
    comptime cut = HopperTiles(rows=64, columns=64, stages=6, cluster=1, band=16, parts=4, spread=2, groups=2)
    print(cut.blocks(), cut.is_spread(), cut.pitch(), cut.barrier_bytes())  # 2 True 72 96
    ```
    """

    var rows: Int
    """Rows of a block's tile: 64 for each warp group that multiplies."""
    var columns: Int
    """Columns of a block's tile: 32 to 256."""
    var stages: Int
    """Tiles of both factors in shared memory at a time."""
    var cluster: Int
    """Blocks, one below the other, that share columns."""
    var band: Int
    """Rows of clusters that are gone through together, so that what they share is still in the cache."""
    var parts: Int
    """Parts of the depth that are summed for themselves, then added."""
    var spread: Int
    """Blocks of a cluster that share the parts."""
    var groups: Int
    """Warp groups of a block that share the parts of the block. If there is one block and one group, it takes the parts one after the other."""

    @always_inline
    def __init__(
        out self,
        rows: Int,
        columns: Int,
        stages: Int,
        cluster: Int,
        band: Int,
        parts: Int = 1,
        spread: Int = 1,
        groups: Int = 1,
    ):
        """Tiles of a size; the depth is one part where nothing else is said.

        Args:
            rows: Rows of a block's tile.
            columns: Columns of a block's tile.
            stages: Tiles of both factors in shared memory at a time.
            cluster: Blocks that share columns.
            band: Rows of clusters that are gone through together.
            parts: Parts of the depth.
            spread: Blocks that share the parts.
            groups: Warp groups of a block that share its parts.
        """
        self.rows = rows
        self.columns = columns
        self.stages = stages
        self.cluster = cluster
        self.band = band
        self.parts = parts
        self.spread = spread
        self.groups = groups

    @always_inline
    def blocks(self) -> Int:
        """Blocks of a cluster: those that share columns, times those that share a sum."""
        return self.cluster * self.spread

    @always_inline
    def is_spread(self) -> Bool:
        """Whether parts are summed at the same time."""
        return self.spread * self.groups > 1

    @always_inline
    def workers(self) -> Int:
        """Warp groups that multiply."""
        return self.rows // 64 * self.groups

    @always_inline
    def threads(self) -> Int:
        """Threads of a block."""
        return (self.workers() + 1) * GROUP

    @always_inline
    def registers(self) -> Int:
        """Registers of a thread that multiplies: those that the copying threads give back are shared out."""
        var all = 65536 // self.threads() // 8 * 8 * (self.workers() + 1)
        return min((all - COPIER_REGISTERS) // self.workers() // 8 * 8, 232)

    @always_inline
    def stage_bytes(self) -> Int:
        """Bytes of a tile of each factor."""
        return (self.rows + self.columns) * ROW_BYTES

    @always_inline
    def shared_bytes(self) -> Int:
        """All of a block's shared memory."""
        var tiles = self.stages * self.stage_bytes()
        if self.is_spread():
            return tiles + self.barrier_bytes()  # sums take the place of tiles
        return tiles + self.barrier_bytes() + self.workers() * 4 * 16 * PITCH * 4

    @always_inline
    def barrier_bytes(self) -> Int:
        """Two barriers for each stage."""
        return self.stages * 16

    @always_inline
    def pitch(self) -> Int:
        """From one row of sums to the next where blocks exchange them."""
        return self.columns + 8

    @always_inline
    def resident(self) -> Int:
        """Blocks that share a processor: as many as their memory and registers allow, or one where threads take all registers."""
        if self.rows > 64:
            return 1
        var by_memory = _PROCESSOR_BYTES // (self.shared_bytes() + _RESERVED_BYTES)
        var by_registers = 65536 // (self.threads() * (self.columns // 2 + _OTHER_REGISTERS))
        return max(min(by_memory, by_registers), 1)
