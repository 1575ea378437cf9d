"""Where the tokens of a ragged batch belong, and where their keys and values are."""

from extensibility import ManagedTensorSlice


def sequence_of(row_offsets: UnsafePointer[UInt32, _], batch: Int, row: Int) -> Int:
    """The sequence that a row belongs to: the last that begins at it or before."""
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


@fieldwise_init
struct Pages[dtype: DType](ImplicitlyCopyable, TrivialRegisterPassable):
    """Keys and values of one layer, as pages `[pages, 2, layers, page_size, heads, size]`."""

    var data: UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]
    var table: UnsafePointer[UInt32, ImmAnyOrigin]
    """For each sequence its pages."""
    var table_width: Int
    var layers: Int
    var layer: Int
    var page_size: Int
    var heads: Int
    var size: Int

    @always_inline
    def address(self, which: Int, sequence: Int, position: Int, head: Int) -> UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]:
        """Where the key (0) or value (1) of a token of a sequence is."""
        var page = Int(self.table[sequence * self.table_width + position // self.page_size])
        var block = (page * 2 + which) * self.layers + self.layer
        var row = block * self.page_size + position % self.page_size
        return self.data + (row * self.heads + head) * self.size

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
            var place = self.address(which, sequence, page * self.page_size, head) + inside * self.heads * self.size
            var end = min(count, done + self.page_size - inside)
            for i in range(done, end):
                places[i] = place
                place += self.heads * self.size
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
        kv.dim_size[5](),
    )
