"""LayoutTensorIter: tiles one after the other."""

from std.layout.layout import Layout
from std.layout.layout_tensor import LayoutTensor


struct LayoutTensorIter[
    mut: Bool, //,
    dtype: DType,
    layout: Layout,
    origin: Origin[mut=mut],
    /,
    *,
    address_space: AddressSpace = AddressSpace.GENERIC,
    element_layout: Layout = Layout(1, 1),
    alignment: Int = dtype.size_of(),
    circular: Bool = False,
    axis: Int = 0,
    masked: Bool = False,
](CheckedIterator, TrivialRegisterPassable):
    """Walks memory tile by tile; a circular one starts again at the end.

    ```mojo
    from layout import Layout, LayoutTensor
    from layout.layout_tensor import LayoutTensorIter

    def main():
        var numbers: List[Int32] = [0, 1, 2, 3, 4, 5, 6, 7]
        for tile in LayoutTensorIter[DType.int32, Layout.row_major(2, 2)](numbers.unsafe_ptr(), 8):
            print(tile)
    ```

    ```mojo
    from layout import Layout
    from layout.layout_tensor import LayoutTensorIter

    var numbers: List[Int32] = [0, 1, 2, 3, 4, 5, 6, 7]
    var tiles = LayoutTensorIter[DType.int32, Layout.row_major(2, 2)](numbers.unsafe_ptr(), 8)
    print(tiles.get()[0, 1], tiles.next().get()[0, 1], tiles.next_unsafe(1).get()[1, 1])  # 1 5 7
    print(tiles.reshape[Layout.row_major(1, 4)]().get()[0, 3], tiles.bitcast[DType.uint32]().get()[0, 0])  # 3 0
    print(len(numbers))  # 8
    ```
    """

    comptime Pointer = UnsafePointer[Scalar[Self.dtype], Self.origin, address_space = Self.address_space]
    """The type of the address of the elements."""
    comptime TileType = LayoutTensor[
        Self.dtype,
        Self.layout,
        Self.origin,
        address_space = Self.address_space,
        element_layout = Self.element_layout,
        alignment = Self.alignment,
    ]
    """The type of a tile."""
    comptime Element = Self.TileType
    """What the loop gives: a tile."""

    var ptr: Self.Pointer
    """Where the first tile would be."""

    var offset: Int
    """How far on the current tile is."""

    var stride: Int
    """How far apart the tiles are."""

    var bound: Int
    """Where the tiles end."""

    @always_inline
    def __init__(out self, ptr: Self.Pointer, bound: Int):
        """Tiles that follow each other without gaps, up to `bound`."""
        self.ptr = ptr
        self.offset = 0
        self.stride = comptime (Self.layout.size() * Self.element_layout.size())
        self.bound = bound

    @always_inline
    def __init__(out self, ptr: Self.Pointer, bound: Int, stride: Int, offset: Int = 0):
        """Tiles `stride` apart, from `offset` up to `bound`."""
        self.ptr = ptr
        self.offset = offset
        self.stride = stride
        self.bound = bound

    @always_inline
    def get(self) -> Self.TileType:
        """The current tile."""
        return Self.TileType(self.ptr + self.offset)

    @always_inline
    def __getitem__(self) -> Self.TileType:
        """The current tile."""
        return self.get()

    @always_inline
    def __iadd__[I: Intable](mut self, count: I):
        """Goes `count` tiles on."""
        self.offset += Int(count) * self.stride
        comptime if Self.circular:
            self.offset %= self.bound

    @always_inline
    def _incr(mut self):
        self += 1

    @always_inline
    def next(self, count: Int = 1) -> Self:
        """The iterator that is `count` tiles on."""
        var result = self
        result += count
        return result

    @always_inline
    def next_unsafe(self, count: Int = 1) -> Self:
        """The iterator that is `count` tiles on, without starting again at the end."""
        var result = self
        result.offset += count * self.stride
        return result

    @always_inline
    def reshape[
        dst_layout: Layout
    ](
        self,
    ) -> LayoutTensorIter[
        Self.dtype,
        dst_layout,
        Self.origin,
        address_space = Self.address_space,
        element_layout = Self.element_layout,
        alignment = Self.alignment,
        circular = Self.circular,
    ]:
        """The same walk with tiles of another layout."""
        return {self.ptr, self.bound, self.stride, self.offset}

    @always_inline
    def bitcast[
        new_dtype: DType
    ](
        self,
    ) -> LayoutTensorIter[
        new_dtype,
        Self.layout,
        Self.origin,
        address_space = Self.address_space,
        element_layout = Self.element_layout,
        circular = Self.circular,
    ]:
        """The same walk over numbers of another type of the same size."""
        return {self.ptr.bitcast[Scalar[new_dtype]](), self.bound, self.stride, self.offset}

    # -- in a for loop -----------------------------------------------------------------------------

    @always_inline
    def __iter__(self) -> Self:
        """The iterator itself."""
        return self

    @always_inline
    def __has_next__(self) -> Bool:
        """True until the end; always for a circular one."""
        return Self.circular or self.offset < self.bound

    @always_inline
    def __next__(mut self) -> Self.TileType:
        """The current tile; then goes on to the next."""
        var tile = self.get()
        self += 1
        return tile
