"""TileTensor: a tensor made of memory and a layout given as a value, `TileTensor(numbers, row_major[4, 4]())`."""

from std.builtin.value import _DeviceView
from std.layout._tiling import element_of, on_axis, outside, sizes_of
from std.layout.int_tuple import UNKNOWN_VALUE, IntTuple
from std.layout.layout import Layout
from std.layout.layout_tensor import LayoutTensor
from std.layout.runtime_layout import RuntimeLayout
from std.layout.swizzle import Swizzle
from std.memory.span import Span
from std.utils.index import IndexList


@always_inline
def row_major[*sizes: Int]() -> RuntimeLayout[Layout.row_major(sizes_of[*sizes]())]:
    """The layout of a shape known at compile time, the rightmost dimension contiguous.

    ```mojo
    from layout import row_major

    print(row_major[2, 3]())  # ((2, 3):(3, 1))
    ```
    """
    return {}


@always_inline
def row_major[*Ts: Intable](*sizes: *Ts) -> RuntimeLayout[Layout.row_major(_unknown_shape(Ts.__len__()))]:
    """The layout of a shape known only now, the rightmost dimension contiguous."""
    comptime layout = Layout.row_major(_unknown_shape(Ts.__len__()))
    var shape = IndexList[Ts.__len__()]()
    comptime for i in range(Ts.__len__()):
        shape[i] = Int(sizes[i])
    return RuntimeLayout[layout].row_major(shape)


@always_inline
def col_major[*sizes: Int]() -> RuntimeLayout[Layout.col_major(sizes_of[*sizes]())]:
    """The layout of a shape known at compile time, the leftmost dimension contiguous.

    ```mojo
    from layout import col_major

    print(col_major[2, 3]())  # ((2, 3):(1, 2))
    ```
    """
    return {}


@always_inline
def col_major[*Ts: Intable](*sizes: *Ts) -> RuntimeLayout[Layout.col_major(_unknown_shape(Ts.__len__()))]:
    """The layout of a shape known only now, the leftmost dimension contiguous."""
    comptime layout = Layout.col_major(_unknown_shape(Ts.__len__()))
    var shape = IndexList[Ts.__len__()]()
    comptime for i in range(Ts.__len__()):
        shape[i] = Int(sizes[i])
    return RuntimeLayout[layout].col_major(shape)


def _unknown_shape(rank: Int) -> IntTuple:
    if rank == 1:
        return IntTuple(UNKNOWN_VALUE)
    return IntTuple(elements=List[Int](length=rank, fill=UNKNOWN_VALUE))


struct TileTensor[
    mut: Bool, //,
    dtype: DType,
    LayoutType: AnyType,
    origin: Origin[mut=mut],
    /,
    *,
    address_space: AddressSpace = AddressSpace.GENERIC,
    element_layout: Layout = Layout(1, 1),
](_DeviceView, Stringable, TrivialRegisterPassable, Writable):
    """A view of numbers in memory, by the layout that `LayoutType` is the type of.

    ```mojo
    from layout import TileTensor, row_major

    var numbers = List[Float32](length=6, fill=0)
    var t = TileTensor(numbers, row_major[2, 3]())
    t[1, 2] = 5
    print(t.tile[1, 3](1, 0)[0, 2])  # 5.0
    ```

    ```mojo
    from layout import Layout, TileTensor, row_major
    from std.utils import Index

    var numbers: List[Float32] = [0, 1, 2, 3, 4, 5, 6, 7]
    var t = TileTensor(numbers, row_major[2, 4]())
    t.store(Index(0, 0), SIMD[DType.float32, 2](8, 9))
    print(t.load[2](Index(0, 0)), t.dim[0](), t.dim(1), t.num_elements())  # [8.0, 9.0] 2 4 8
    print(t.transpose()[3, 1], t.to_layout_tensor()[1, 0], t.vectorize[1, 2]()[1, 0])  # 7.0 4.0 [4.0, 5.0]
    print(t.distribute[Layout.row_major(1, 2)](1)[0, 1])  # 3.0
    var zeros = List[Float32](length=8, fill=0)
    t.copy_from(TileTensor(zeros, row_major[2, 4]()))
    print(numbers[7])  # 0.0
    ```
    """

    comptime layout = Self.LayoutType.layout
    """What is known of the layout at compile time."""

    comptime Tensor = LayoutTensor[
        Self.dtype,
        Self.LayoutType.layout,
        Self.origin,
        address_space = Self.address_space,
        element_layout = Self.element_layout,
    ]
    """The same view as a LayoutTensor."""

    comptime With[layout: Layout, element_layout: Layout = Self.element_layout] = TileTensor[
        Self.dtype,
        RuntimeLayout[layout],
        Self.origin,
        address_space = Self.address_space,
        element_layout=element_layout,
    ]
    """The type of a view of the same memory by another layout."""

    comptime rank = Self.Tensor.rank
    """How many indices an element has."""

    comptime element_size = Self.Tensor.element_size
    """How many numbers an element has."""

    comptime ElementType = SIMD[Self.dtype, Self.element_layout.size()]
    """What indexing gives."""

    comptime device_type = TileTensor[
        Self.dtype,
        Self.LayoutType,
        MutAnyOrigin,
        address_space = Self.address_space,
        element_layout = Self.element_layout,
    ]
    """What a kernel gets when it is given the tensor."""

    comptime is_mutable = Self.mut
    """Whether elements may be changed."""

    var tensor: Self.Tensor
    """The same view as a LayoutTensor."""

    @always_inline
    def __init__(out self, tensor: Self.Tensor):
        """The view of a LayoutTensor."""
        self.tensor = tensor

    @always_inline
    def __init__(
        out self,
        ptr: UnsafePointer[Scalar[Self.dtype], Self.origin, address_space = Self.address_space],
        layout: Self.LayoutType,
    ):
        """The numbers from a pointer on."""
        self.tensor = Self.Tensor(ptr, rebind[RuntimeLayout[Self.LayoutType.layout]](layout))

    @always_inline
    def __init__(out self, span: Span[Scalar[Self.dtype], Self.origin], layout: Self.LayoutType):
        """The numbers of a span, a list or an array."""
        self.tensor = Self.Tensor(span, rebind[RuntimeLayout[Self.LayoutType.layout]](layout))

    @always_inline
    def to_layout_tensor(self) -> Self.Tensor:
        """The same view as a LayoutTensor."""
        return self.tensor

    @always_inline
    def dim[mode: Int](self) -> Int:
        """How many places a mode has."""
        return self.tensor.dim[mode]()

    @always_inline
    def dim(self, mode: Int) -> Int:
        """How many places a mode has."""
        return self.tensor.dim(mode)

    @always_inline
    def num_elements(self) -> Int:
        """How many elements there are."""
        return self.tensor.size()

    @always_inline
    def __getitem__[A: Intable, //](self, i: A) -> Self.ElementType:
        """The element at an index."""
        return self.tensor[i]

    @always_inline
    def __getitem__[A: Intable, B: Intable, //](self, i: A, j: B) -> Self.ElementType:
        """The element at two indices."""
        return self.tensor[i, j]

    @always_inline
    def __getitem__[A: Intable, B: Intable, C: Intable, //](self, i: A, j: B, k: C) -> Self.ElementType:
        """The element at three indices."""
        return self.tensor[i, j, k]

    @always_inline
    def __setitem__[A: Intable, //](self, i: A, value: Self.ElementType):
        """Replaces the element at an index."""
        self.tensor[i] = value

    @always_inline
    def __setitem__[A: Intable, B: Intable, //](self, i: A, j: B, value: Self.ElementType):
        """Replaces the element at two indices."""
        self.tensor[i, j] = value

    @always_inline
    def __setitem__[A: Intable, B: Intable, C: Intable, //](self, i: A, j: B, k: C, value: Self.ElementType):
        """Replaces the element at three indices."""
        self.tensor[i, j, k] = value

    @always_inline
    def load[width: Int](self, coordinate: IndexList[Self.rank]) -> SIMD[Self.dtype, width]:
        """Reads `width` numbers that lie in a row, from a coordinate on."""
        return self.tensor.load[width](coordinate)

    @always_inline
    def store[width: Int](self, coordinate: IndexList[Self.rank], value: SIMD[Self.dtype, width]):
        """Writes `width` numbers in a row, from a coordinate on."""
        self.tensor.store[width](coordinate, value)

    @always_inline
    def tile[*sizes: Int](self, *coordinate: Int) -> Self.With[Self.Tensor.TileType[*sizes].layout]:
        """One of the tiles of the given sizes, by its coordinate among the tiles."""
        comptime assert sizes.__len__() == Self.rank, "a tile has one size for each mode"
        comptime if Self.rank == 1:
            return {self.tensor.tile[*sizes](coordinate[0])}
        elif Self.rank == 2:
            return {self.tensor.tile[*sizes](coordinate[0], coordinate[1])}
        else:
            comptime assert Self.rank == 3, "tiles have at most three dimensions"
            return {self.tensor.tile[*sizes](coordinate[0], coordinate[1], coordinate[2])}

    @always_inline
    def vectorize[
        *sizes: Int
    ](self) -> Self.With[outside(Self.layout, sizes_of[*sizes]()), element_of(Self.layout, sizes_of[*sizes]())]:
        """The same numbers as elements that are vectors."""
        return {self.tensor.vectorize[*sizes]()}

    @always_inline
    def distribute[
        thread_layout: Layout, swizzle: Optional[Swizzle] = None, I: Intable = Int
    ](self, thread_id: I) -> Self.With[outside(Self.layout, on_axis(thread_layout.shape, -1))]:
        """The share of one thread."""
        return {self.tensor.distribute[thread_layout, swizzle=swizzle](thread_id)}

    @always_inline
    def transpose(self) -> Self.With[Self.layout.transpose()]:
        """The same numbers with the modes in opposite order."""
        return {self.tensor.transpose()}

    @always_inline
    def fill(self, value: Scalar[Self.dtype]) -> Self:
        """Sets every number."""
        _ = self.tensor.fill(value)
        return self

    @always_inline
    def copy_from(self, other: TileTensor[Self.dtype, ...]):
        """Copies the elements of a tensor with as many of them."""
        self.tensor.copy_from(other.tensor)

    def write_to(self, mut writer: Some[Writer]):
        """Writes the elements, rows on lines of their own."""
        self.tensor.write_to(writer)

    def __str__(self) -> String:
        """The text that `print` shows."""
        return String.write(self)


@always_inline
def stack_allocation[
    dtype: DType, address_space: AddressSpace = AddressSpace.GENERIC, L: AnyType = RuntimeLayout[Layout(1)]
](layout: L) -> TileTensor[dtype, L, MutAnyOrigin, address_space=address_space]:
    """A tensor in memory of the function, or of the block of threads for the address space `SHARED`.

    ```mojo
    from layout import row_major
    from layout.tile_tensor import stack_allocation

    var t = stack_allocation[DType.float32](row_major[2, 2]()).fill(1)
    print(t[1, 1])  # 1.0
    ```
    """
    return {LayoutTensor[dtype, L.layout, MutAnyOrigin, address_space=address_space].stack_allocation()}
