"""TileTensor: a tensor made of memory and a layout given as a value, `TileTensor(numbers, row_major[4, 4]())`.

Here are sizes and single elements. The files `_tile_tensor_*.mojo` extend the struct with the rest.
"""

from std.builtin.value import _DeviceView
from std.gpu.host.device_buffer import DeviceBuffer, HostBuffer
from std.gpu.host.device_pointer import DevicePointer
from std.layout._tile_tensor_changes import *
from std.layout._tile_tensor_parts import *
from std.layout._tile_tensor_views import *
from std.layout.int_tuple import IntTuple
from std.layout.layout import Layout as StaticLayout
from std.layout.layout_tensor import LayoutTensor
from std.layout.tensor_storage import PointerStorage, TensorStorage
from std.layout.tile_layout import Layout, TensorLayout, col_major, row_major
from std.memory import stack_allocation as _stack_allocation
from std.memory.span import Span
from std.sys.intrinsics import PrefetchOptions, prefetch
from std.utils.coord import *
from std.utils.index import IndexList


def _index_type[LayoutType: TensorLayout, address_space: AddressSpace]() -> DType:
    # 32 bits are enough for what is small for certain.
    comptime known = LayoutType.all_dims_known and LayoutType.static_cosize < 2**31
    comptime near = address_space == AddressSpace.SHARED or address_space == AddressSpace.CONSTANT
    return DType.int32 if known or near else DType.int64


struct TileTensor[
    mut: Bool, //,
    dtype: DType,
    LayoutType: TensorLayout,
    origin: Origin[mut=mut],
    *,
    Storage: TensorStorage = PointerStorage[element_width=1],
    address_space: AddressSpace = AddressSpace.GENERIC,
    linear_idx_type: DType = _index_type[LayoutType, address_space](),
](_DeviceView, ImplicitlyCopyable, Stringable, TrivialRegisterPassable, Writable):
    """A view of numbers in memory, by a layout of type `LayoutType`. An element is a number, or after `vectorize` a vector.

    ```mojo
    from layout import TileTensor, row_major

    var numbers = List[Float32](length=6, fill=0)
    var t = TileTensor(numbers, row_major[2, 3]())
    t[1, 2] = 5
    print(t.tile[1, 3](1, 0)[0, 2])  # 5.0
    print(t)  # [[0.0, 0.0, 0.0], [0.0, 0.0, 5.0]]
    ```

    ```mojo
    from layout import TileTensor, coord, row_major

    var numbers: List[Float32] = [0, 1, 2, 3, 4, 5, 6, 7]
    var t = TileTensor(numbers, row_major[2, 4]())
    t.store((0, 0), SIMD[DType.float32, 2](8, 9))
    print(t.load[2](coord[0, 0]), t.dim[0](), t.dim(1), t.num_elements())  # [8.0, 9.0] 2 4 8
    print(t.raw_load[2](4), t.ptr_at_offset((1, 1))[], t[(1, 2)])  # [4.0, 5.0] 5.0 6.0
    t.raw_store(7, SIMD[DType.float32, 1](70))
    t.prefetch((0, 0))
    print(t[1, 3], t.layout, t.layout.shape[0]().value(), t.static_stride[0], t.is_row_major)  # 70.0 ((2, 4):(4, 1)) 2 4 True
    ```

    ```mojo
    from layout import TileTensor, row_major
    from std.utils import Index

    var numbers: List[Float32] = [0, 1, 2, 3, 4, 5, 6, 7]
    var t = TileTensor(numbers, row_major[2, 4]())
    print(t.transpose()[3, 1], t.to_layout_tensor()[1, 0], t.vectorize[1, 2]()[1, 0])  # 7.0 4.0 [4.0, 5.0]
    print(t.distribute[row_major[1, 2]()](1)[0, 1], t.slice[0:2, 1:3]()[1, 1])  # 3.0 6.0
    t.store_linear(Index(0, 1), SIMD[DType.float32, 2](10, 20))
    print(t.load_linear[2](Index(0, 1)), t.as_immut()[0, 2], t.as_imm()[0, 1])  # [10.0, 20.0] 20.0 10.0
    var zeros = List[Float32](length=8, fill=0)
    t.copy_from(TileTensor(zeros, row_major[2, 4]()))
    print(numbers[7])  # 0.0
    ```

    ```mojo
    from layout import TileTensor, row_major

    var numbers: List[Float32] = [0, 1, 2, 3, 4, 5, 6, 7]
    var t = TileTensor(numbers, row_major[2, 4]())
    print(t.split[2]()[1], t.reshape[8]()[5], t.coalesce().rank)  # [[4.0, 5.0, 6.0, 7.0]] 5.0 1
    print(t.tile_with_offset[1, 2](1, 1)[1], t.make_dynamic[DType.int64]().dim[0]())  # (1, 2) 2
    print(t.as_any_origin()[0, 1], t.as_unsafe_any_origin()[0, 2], t.bitcast[DType.uint32]()[0, 0])  # 1.0 2.0 0
    ```

    ```mojo
    from layout import row_major, stack_allocation

    var t = stack_allocation[DType.float32](row_major[2, 2]()).fill(-4)
    var u = stack_allocation[DType.float32](row_major[2, 2]()).fill(2)
    t.abs()
    t.recip()
    t.max(u)
    t.min(u)
    print(t)  # [[2.0, 2.0], [2.0, 2.0]]
    _ = t.fill(0)
    t.exp()
    print(t[0, 0])  # 1.0
    ```
    """

    comptime _converts_to_any_origin = True
    comptime element_size = Self.Storage.element_width
    """How many numbers an element has."""
    comptime ElementType = SIMD[Self.dtype, Self.element_size]
    """What indexing gives."""
    comptime rank = Self.LayoutType.rank
    """How many modes there are."""
    comptime flat_rank = Self.LayoutType.flat_rank
    """How many indices an element has."""
    comptime all_dims_known = Self.LayoutType.all_dims_known
    """Whether all dimensions and strides are known at compile time."""
    comptime shape_known = Self.LayoutType.shape_known
    """Whether all dimensions are known at compile time."""
    comptime stride_known = Self.LayoutType.stride_known
    """Whether all strides are known at compile time."""
    comptime static_shape[i: Int] = Self.LayoutType.static_shape[i]
    """A dimension; -1 where it is known only at run time."""
    comptime static_stride[i: Int] = Self.LayoutType.static_stride[i]
    """A stride; -1 where it is known only at run time."""
    comptime is_row_major = _is_row_major(Self.LayoutType.static)
    """Whether the elements lie in a row, the last index running fastest."""
    comptime Pointer = UnsafePointer[Scalar[Self.dtype], Self.origin, address_space = Self.address_space]
    """The type of the address of the numbers."""
    comptime is_mutable = Self.mut
    """Whether elements may be changed."""
    comptime device_type = TileTensor[
        Self.dtype,
        Self.LayoutType,
        MutAnyOrigin,
        Storage = Self.Storage,
        address_space = Self.address_space,
        linear_idx_type = Self.linear_idx_type,
    ]
    """What a kernel gets when it is given the tensor."""
    comptime Tensor = LayoutTensor[
        Self.dtype,
        Self.LayoutType.static,
        Self.origin,
        address_space = Self.address_space,
        element_layout = StaticLayout(Self.element_size, 1),
    ]
    """The same view as a LayoutTensor."""
    comptime With[layout: StaticLayout, Storage: TensorStorage = Self.Storage] = TileTensor[
        Self.dtype, Layout[layout], Self.origin, Storage=Storage, address_space = Self.address_space
    ]
    """The type of a view of the same memory by another layout."""
    comptime WithOrigin[origin: Origin] = TileTensor[
        Self.dtype,
        Self.LayoutType,
        origin,
        Storage = Self.Storage,
        address_space = Self.address_space,
        linear_idx_type = Self.linear_idx_type,
    ]
    """The type of the same view with another origin."""

    var ptr: Self.Pointer
    """Where the element of coordinate zero is."""

    var layout: Self.LayoutType
    """Where the others are."""

    # -- making ---------------------------------------------------------------------------------

    @always_inline
    def __init__(out self, ptr: Self.Pointer, layout: Self.LayoutType):
        """The numbers from a pointer on."""
        self.ptr = ptr
        self.layout = layout

    @always_inline
    def __init__(out self, span: Span[Scalar[Self.dtype], Self.origin], layout: Self.LayoutType):
        """The numbers of a span, a list or an array."""
        self.ptr = Self.Pointer(mlir_value=span.unsafe_ptr().address)
        self.layout = layout

    @always_inline
    def __init__(out self, ref[Self.origin] buffer: DeviceBuffer[Self.dtype], layout: Self.LayoutType):
        """The numbers of a buffer of a device."""
        self.ptr = Self.Pointer(mlir_value=buffer.unsafe_ptr().address)
        self.layout = layout

    @always_inline
    def __init__(out self, ref[Self.origin] buffer: HostBuffer[Self.dtype], layout: Self.LayoutType):
        """The numbers of a buffer of the host."""
        self.ptr = Self.Pointer(mlir_value=buffer.unsafe_ptr().address)
        self.layout = layout

    @always_inline
    def __init__(out self, pointer: DevicePointer[Self.dtype, Self.origin], layout: Self.LayoutType):
        """The numbers of a buffer from a place on."""
        self.ptr = Self.Pointer(mlir_value=pointer.unsafe_ptr().address)
        self.layout = layout

    @always_inline
    @implicit
    def __init__[other: Origin, //](out self, tensor: Self.WithOrigin[other]):
        """The same view with another origin."""
        self.ptr = Self.Pointer(mlir_value=tensor.ptr.address)
        self.layout = tensor.layout

    # -- sizes ----------------------------------------------------------------------------------

    @always_inline
    def dim[mode: Int](self) -> Scalar[Self.linear_idx_type]:
        """How many places a mode has."""
        return Scalar[Self.linear_idx_type](self.layout.runtime_layout().dim[mode]())

    @always_inline
    def dim(self, mode: Int) -> Scalar[Self.linear_idx_type]:
        """How many places a mode has."""
        return Scalar[Self.linear_idx_type](self.layout.runtime_layout().dim(mode))

    @always_inline
    def num_elements(self) -> Int:
        """How many elements there are."""
        return self.layout.size()

    # -- elements -------------------------------------------------------------------------------

    @always_inline
    def _offset[C: AnyType](self, coordinate: C) -> Int:
        # Where an element is: its coordinate is a Coord, a tuple or an IndexList.
        comptime if conforms_to(C, CoordLike):
            return self.layout.runtime_layout()(coord_to_index_list(coordinate))
        else:
            return self.layout.runtime_layout()(coord_to_index_list(Coord(coordinate)))

    @always_inline
    def _load(self, offset: Int) -> Self.ElementType:
        return self.ptr.load[width = Self.element_size](offset)

    @always_inline
    def _store(self, offset: Int, value: Self.ElementType):
        comptime assert Self.mut, "the elements of this tensor may not be changed"
        self.ptr.store[width = Self.element_size](offset, value)

    @always_inline
    def __getitem__[A: Intable, //](self, i: A) -> Self.ElementType:
        """The element at an index."""
        return self._load(self.layout.runtime_layout()(IndexList[1](Int(i))))

    @always_inline
    def __getitem__[A: Intable, B: Intable, //](self, i: A, j: B) -> Self.ElementType:
        """The element at two indices."""
        return self._load(self.layout.runtime_layout()(IndexList[2](Int(i), Int(j))))

    @always_inline
    def __getitem__[A: Intable, B: Intable, C: Intable, //](self, i: A, j: B, k: C) -> Self.ElementType:
        """The element at three indices."""
        return self._load(self.layout.runtime_layout()(IndexList[3](Int(i), Int(j), Int(k))))

    @always_inline
    def __getitem__[
        A: Intable, B: Intable, C: Intable, D: Intable, //
    ](self, i: A, j: B, k: C, l: D) -> Self.ElementType:
        """The element at four indices."""
        return self._load(self.layout.runtime_layout()(IndexList[4](Int(i), Int(j), Int(k), Int(l))))

    @always_inline
    def __getitem__[*Ts: CoordLike](self, coordinate: Coord[*Ts]) -> Self.ElementType:
        """The element at a coordinate."""
        return self._load(self._offset(coordinate))

    @always_inline
    def __getitem__[n: Int, t: DType, //](self, coordinate: IndexList[n, element_type=t]) -> Self.ElementType:
        """The element at a coordinate."""
        return self._load(self._offset(coordinate))

    @always_inline
    def __setitem__[A: Intable, //](self, i: A, value: Self.ElementType):
        """Replaces the element at an index."""
        self._store(self.layout.runtime_layout()(IndexList[1](Int(i))), value)

    @always_inline
    def __setitem__[A: Intable, B: Intable, //](self, i: A, j: B, value: Self.ElementType):
        """Replaces the element at two indices."""
        self._store(self.layout.runtime_layout()(IndexList[2](Int(i), Int(j))), value)

    @always_inline
    def __setitem__[A: Intable, B: Intable, C: Intable, //](self, i: A, j: B, k: C, value: Self.ElementType):
        """Replaces the element at three indices."""
        self._store(self.layout.runtime_layout()(IndexList[3](Int(i), Int(j), Int(k))), value)

    @always_inline
    def __setitem__[
        A: Intable, B: Intable, C: Intable, D: Intable, //
    ](self, i: A, j: B, k: C, l: D, value: Self.ElementType):
        """Replaces the element at four indices."""
        self._store(self.layout.runtime_layout()(IndexList[4](Int(i), Int(j), Int(k), Int(l))), value)

    @always_inline
    def __setitem__[*Ts: CoordLike](self, coordinate: Coord[*Ts], value: Self.ElementType):
        """Replaces the element at a coordinate."""
        self._store(self._offset(coordinate), value)

    @always_inline
    def __setitem__[n: Int, t: DType, //](self, coordinate: IndexList[n, element_type=t], value: Self.ElementType):
        """Replaces the element at a coordinate."""
        self._store(self._offset(coordinate), value)

    @always_inline
    def load[
        width: Int = Self.element_size, alignment: Int = Self.dtype.size_of(), C: AnyType = Int
    ](self, coordinate: C) -> SIMD[Self.dtype, width]:
        """Reads `width` numbers that lie in a row, from a coordinate on: a `Coord`, a tuple or an `IndexList`."""
        return self.ptr.load[width=width, alignment=alignment](self._offset(coordinate))

    @always_inline
    def store[
        width: Int = Self.element_size, alignment: Int = Self.dtype.size_of(), C: AnyType = Int
    ](self, coordinate: C, value: SIMD[Self.dtype, width]):
        """Writes `width` numbers in a row, from a coordinate on: a `Coord`, a tuple or an `IndexList`."""
        comptime assert Self.mut, "the elements of this tensor may not be changed"
        self.ptr.store[width=width, alignment=alignment](self._offset(coordinate), value)

    @always_inline
    def load_linear[
        width: Int = Self.element_size, alignment: Int = Self.dtype.size_of()
    ](self, coordinate: IndexList[...]) -> SIMD[Self.dtype, width]:
        """Reads `width` numbers that lie in a row, from a coordinate on."""
        return self.load[width, alignment](coordinate)

    @always_inline
    def store_linear[
        width: Int = Self.element_size, alignment: Int = Self.dtype.size_of()
    ](self, coordinate: IndexList[...], value: SIMD[Self.dtype, width]):
        """Writes `width` numbers in a row, from a coordinate on."""
        self.store[width, alignment](coordinate, value)

    @always_inline
    def raw_load[
        width: Int = Self.element_size, alignment: Int = Self.dtype.size_of(), I: Intable = Int
    ](self, offset: I) -> SIMD[Self.dtype, width]:
        """Reads `width` numbers from a place in memory, whatever the layout."""
        return self.ptr.load[width=width, alignment=alignment](Int(offset))

    @always_inline
    def raw_store[
        width: Int = Self.element_size, alignment: Int = Self.dtype.size_of(), I: Intable = Int
    ](self, offset: I, value: SIMD[Self.dtype, width]):
        """Writes `width` numbers to a place in memory, whatever the layout."""
        comptime assert Self.mut, "the elements of this tensor may not be changed"
        self.ptr.store[width=width, alignment=alignment](Int(offset), value)

    @always_inline
    def ptr_at_offset[C: AnyType](self, coordinate: C) -> Self.Pointer:
        """Where the element of a coordinate is."""
        return self.ptr + self._offset(coordinate)

    @always_inline
    def prefetch[C: AnyType](self, coordinate: C):
        """Asks for the memory of a coordinate before it is needed."""
        prefetch[PrefetchOptions().for_read().high_locality().to_data_cache()](self.ptr + self._offset(coordinate))

    # -- text -----------------------------------------------------------------------------------

    def write_to(self, mut writer: Some[Writer]):
        """Writes `[[1.0, 2.0], [3.0, 4.0]]` if both dimensions are known at compile time, all elements in a row otherwise,
        the first index running fastest."""
        comptime if Self.rank == 2 and Self.flat_rank == 2 and Self.shape_known:
            writer.write("[")
            for i in range(self.dim[0]()):
                writer.write(", [" if i > 0 else "[")
                for j in range(self.dim[1]()):
                    if j > 0:
                        writer.write(", ")
                    writer.write(self[i, j])
                writer.write("]")
            writer.write("]")
        else:
            writer.write("[")
            for i in range(self.num_elements()):
                if i > 0:
                    writer.write(", ")
                writer.write(self._load(self.layout.runtime_layout()(_place(self, i))))
            writer.write("]")

    def __str__(self) -> String:
        """The text that `print` shows."""
        return String.write(self)


def _place(t: TileTensor, place: Int) -> IndexList[t.flat_rank]:
    # The coordinate of an element, the first index running fastest.
    var result = IndexList[t.flat_rank]()
    var rest = place
    comptime for i in range(t.flat_rank):
        var dimension = t.layout.runtime_layout().shape.leaf[i]()
        result[i] = rest % dimension
        rest //= dimension
    return result


def _is_row_major(layout: StaticLayout) -> Bool:
    var dimensions = layout.shape._values()
    var strides = layout.stride._values()
    var step = 1
    for k in range(len(dimensions)):
        var i = len(dimensions) - 1 - k
        if strides[i] != step:
            return False
        step = -1 if dimensions[i] < 0 or step < 0 else step * dimensions[i]
    return True


@always_inline
def stack_allocation[
    L: TensorLayout,
    //,
    dtype: DType,
    *,
    address_space: AddressSpace = AddressSpace.GENERIC,
    alignment: Int = dtype.size_of(),
](layout: L) -> TileTensor[dtype, L, MutUntrackedOrigin, address_space=address_space]:
    """A tensor in memory of the function, or of the block of threads for the address space `SHARED`.

    ```mojo
    from layout import row_major, stack_allocation

    var t = stack_allocation[DType.float32](row_major[2, 2]()).fill(1)
    print(t[1, 1])  # 1.0
    ```
    """
    comptime assert L.all_dims_known, "the layout of a tensor on the stack must be known"
    var memory = _stack_allocation[L.static_cosize, dtype, alignment=alignment, address_space=address_space]()
    return {{mlir_value=memory.address}, layout}
