"""Where the tokens of a ragged batch belong, and where their keys and values are."""

from extensibility import ManagedTensorSlice
from std.gpu import lane_id, warp
from std.gpu.globals import WARP_SIZE
from std.math import round
from std.memory import bitcast

comptime SCALE_BYTES = 4
"""So many bytes behind the bytes of a head are their scale, where keys and values are bytes."""


def sequence_of(row_offsets: UnsafePointer[UInt32, _], batch: Int, row: Int) -> Int:
    """The sequence that a row belongs to: the last that begins at it or before."""
    # When each brings one token, there is nothing to look for.
    if row < batch and Int(row_offsets[row]) <= row < Int(row_offsets[row + 1]):
        return row
    var low = 0
    var high = batch
    while high - low > 1:
        var middle = (low + high) // 2
        if Int(row_offsets[middle]) <= row:
            low = middle
        else:
            high = middle
    while low + 1 < batch and Int(row_offsets[low + 1]) <= row:
        low += 1
    return low


@always_inline
def sequence_in_warp(row_offsets: UnsafePointer[UInt32, _], batch: Int, row: Int) -> Int:
    """The same, found by all lanes of a warp together: as many sequences begin at the row or before as come up to it."""
    var count = Int32(0)
    for base in range(0, batch, WARP_SIZE):
        var i = base + Int(lane_id())
        if i < batch and Int(row_offsets[i]) <= row:
            count += 1
    return Int(warp.sum(count)) - 1


@fieldwise_init
struct Pages[dtype: DType](ImplicitlyCopyable, TrivialRegisterPassable):
    """Keys and values of one layer, as pages `[pages, 2, layers, page_size, heads, size]`.

    Where they are bytes, a head's numbers are these times a scale of 32 bits, which lies behind them: its row is longer by four.
    """

    comptime is_scaled = Self.dtype == DType.int8
    """Whether there are scales."""

    var data: UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]
    var table: UnsafePointer[UInt32, ImmAnyOrigin]
    """For each sequence its pages."""
    var table_width: Int
    var layers: Int
    var layer: Int
    var page_size: Int
    var heads: Int
    var size: Int
    var row: Int
    """How many elements the numbers of a head take."""

    @always_inline
    def scale(self, head: UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]) -> Float32:
        """What the numbers at an address are multiplied with."""
        comptime if Self.is_scaled:
            return bitcast[DType.float32, 1](head.load[width=SCALE_BYTES, alignment=1](self.size))[0]
        else:
            return 1

    @always_inline
    def store[
        source: DType, //
    ](self, head: UnsafePointer[Scalar[Self.dtype], MutAnyOrigin], numbers: UnsafePointer[Scalar[source], _]):
        """Writes the numbers of a head to its address."""
        var factor = Float32(1)
        comptime if Self.is_scaled:
            var largest = Float32(0)
            for i in range(self.size):
                largest = max(largest, abs(numbers[i].cast[DType.float32]()))
            factor = 127 / largest if largest > 0 else 0
            var scale = SIMD[DType.float32, 1](largest / 127)
            head.store[alignment=1](self.size, bitcast[Self.dtype, SCALE_BYTES](scale))
        for i in range(self.size):
            comptime if Self.is_scaled:
                head[i] = round(numbers[i].cast[DType.float32]() * factor).cast[Self.dtype]()
            else:
                head[i] = numbers[i].cast[Self.dtype]()

    @always_inline
    def address(self, which: Int, sequence: Int, position: Int, head: Int) -> UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]:
        """Where the key (0) or value (1) of a token of a sequence is."""
        return self.address_in(self.page(sequence, position), which, position, head)

    @always_inline
    def page(self, sequence: Int, position: Int) -> Int:
        """The page that a token of a sequence is in."""
        return Int(self.table[sequence * self.table_width + position // self.page_size])

    @always_inline
    def address_in(self, page: Int, which: Int, position: Int, head: Int) -> UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]:
        """The same, where the page is known."""
        var block = (page * 2 + which) * self.layers + self.layer
        var row = block * self.page_size + position % self.page_size
        return self.data + (row * self.heads + head) * self.row

    @always_inline
    def addresses(
        self,
        which: Int,
        sequence: Int,
        first: Int,
        count: Int,
        head: Int,
        places: UnsafePointer[UnsafePointer[Scalar[Self.dtype], MutAnyOrigin], MutAnyOrigin],
    ):
        """Writes where the keys (0) or values (1) of some tokens in a row are."""
        var page = first // self.page_size
        var inside = first - page * self.page_size
        var done = 0
        while done < count:
            var place = self.address(which, sequence, page * self.page_size, head) + inside * self.heads * self.row
            var end = min(count, done + self.page_size - inside)
            for i in range(done, end):
                places[i] = place
                place += self.heads * self.row
            done = end
            page += 1
            inside = 0


@always_inline
def pages_of[
    cache: DType, //
](
    kv: ManagedTensorSlice[dtype=cache, rank=6, ...],
    table: ManagedTensorSlice[dtype = DType.uint32, rank=2, ...],
    layer: UInt32,
) -> Pages[cache]:
    """The pages of a layer."""
    return Pages[cache](
        rebind[UnsafePointer[Scalar[cache], MutAnyOrigin]](kv.unsafe_ptr()),
        rebind[UnsafePointer[UInt32, ImmAnyOrigin]](table.unsafe_ptr()),
        table.dim_size[1](),
        kv.dim_size[2](),
        Int(layer),
        kv.dim_size[3](),
        kv.dim_size[4](),
        kv.dim_size[5]() - (SCALE_BYTES if Pages[cache].is_scaled else 0),
        kv.dim_size[5](),
    )
