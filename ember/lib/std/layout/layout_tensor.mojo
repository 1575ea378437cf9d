"""LayoutTensor: numbers in memory, found by a layout."""

from std.builtin.value import _DeviceView
from std.layout._tiling import (
    clipped,
    element_of,
    inside,
    is_contiguous,
    mode_inside,
    mode_outside,
    on_axis,
    outside,
    sizes_of,
    slice_end,
    slice_start,
    sliced,
    with_mode,
    without_mode,
)
from std.layout.algebra import coalesce, composition
from std.layout.int_tuple import UNKNOWN_VALUE, IntTuple
from std.layout.layout import Layout
from std.layout.runtime_layout import RuntimeLayout, _quotient, _remainder
from std.layout.runtime_tuple import RuntimeTuple, _leaves_before
from std.layout.swizzle import Swizzle
from std.layout.tensor_copy import (
    ThreadScope,
    _start_copy,
    copy_dram_to_local,
    copy_dram_to_sram,
    copy_dram_to_sram_async,
    copy_local_to_dram,
    copy_local_to_local,
    copy_local_to_shared,
    copy_local_to_sram,
    copy_sram_to_dram,
    copy_sram_to_local,
)
from std.layout.tensor_iterator import LayoutTensorIter
from std.memory import stack_allocation
from std.memory.span import Span
from std.sys.intrinsics import PrefetchOptions, prefetch
from std.utils.index import IndexList
from std.utils.static_tuple import StaticTuple

comptime _UNROLLED = 64  # loops over at most so many elements are unrolled


struct LayoutTensor[
    mut: Bool, //,
    dtype: DType,
    layout: Layout,
    origin: Origin[mut=mut],
    /,
    *,
    address_space: AddressSpace = AddressSpace.GENERIC,
    element_layout: Layout = Layout(1, 1),
    layout_int_type: DType = DType.int64,
    linear_idx_type: DType = DType.int64,
    masked: Bool = False,
    alignment: Int = dtype.size_of(),
](_DeviceView, Stringable, TrivialRegisterPassable, Writable):
    """A view of numbers in memory; `layout` says where the element of a coordinate is.

    The tensor owns nothing. What the layout knows at compile time folds into the code: `t[i, j]` is an address
    computation with constants and a load. An element is a number, or after `vectorize` a vector.

    ```mojo
    from layout import Layout, LayoutTensor

    def main():
        var numbers = List[Float32](length=6, fill=0)
        var t = LayoutTensor[DType.float32, Layout.row_major(2, 3)](numbers)
        t[1, 2] = 5
        print(t[1, 2], numbers[5])  # 5.0 5.0
    ```

    ```mojo
    from layout import Layout, LayoutTensor
    from std.utils import Index

    var t = LayoutTensor[DType.int32, Layout.row_major(4, 4), MutAnyOrigin].stack_allocation()
    _ = t.fill(1)
    t.store(0, 0, SIMD[DType.int32, 4](1, 2, 3, 4))
    print(t.load[4](0, 0), t.aligned_load[4](1, 0))  # [1, 2, 3, 4] [1, 1, 1, 1]
    t.aligned_store[4](1, 0, SIMD[DType.int32, 4](5, 6, 7, 8))
    print(t.shape[0](), t.stride[0](), t.dim[1](), t.dim(0), t.stride(1))  # 4 4 4 4 1
    print(t.size(), t.num_elements(), t.get_shape(), t.transpose()[0, 1])  # 16 16 (4, 4) 5
    print(t.reshape[Layout.row_major(2, 8)]()[0, 7], t.coalesce()[1, 1])  # 8 6
    print(t.ptr_at_offset(Index(1, 0))[], t.distance(t.ptr))  # 5 0
    t.prefetch(0, 0)
    var copy = LayoutTensor[DType.int32, Layout.row_major(4, 4), MutAnyOrigin].stack_allocation()
    copy.copy_from(t)
    print(copy[1, 1], t.get_immutable()[1, 2], t.bitcast[DType.uint32]()[1, 3])  # 6 7 8
    ```

    ```mojo
    from layout import Layout, LayoutTensor
    from std.memory import AddressSpace

    var t = LayoutTensor[DType.int32, Layout.row_major(4, 4), MutAnyOrigin].stack_allocation()
    for i in range(4):
        for j in range(4):
            t[i, j] = Int32(10 * i + j)
    print(t.slice_1d[Slice(1, 3, None), 1](2)[0], t.split[2]()[1][0, 3])  # 21 23
    print(t.composition[Layout(4)]()[2])  # 20
    print(t.origin_cast[MutAnyOrigin]()[1, 1], t.address_space_cast[AddressSpace.GENERIC]()[1, 2])  # 11 12
    var copy = LayoutTensor[DType.int32, Layout.row_major(4, 4), MutAnyOrigin].stack_allocation()
    copy.copy_from_async(t)
    ```
    """

    comptime rank = Self.layout.rank()
    """How many indices an element has."""

    comptime element_size = Self.element_layout.size()
    """How many numbers an element has."""

    comptime element_type = SIMD[Self.dtype, Self.element_size]
    """What indexing gives."""

    comptime Pointer = UnsafePointer[Scalar[Self.dtype], Self.origin, address_space = Self.address_space]
    """The type of the address of the elements."""
    comptime device_type = LayoutTensor[
        Self.dtype,
        Self.layout,
        MutAnyOrigin,
        address_space = Self.address_space,
        element_layout = Self.element_layout,
        masked = Self.masked,
        alignment = Self.alignment,
    ]
    """What a kernel gets: the same."""
    comptime _contiguous_element = is_contiguous(Self.element_layout)

    comptime With[layout: Layout, element_layout: Layout = Self.element_layout] = LayoutTensor[
        Self.dtype,
        layout,
        Self.origin,
        address_space = Self.address_space,
        element_layout=element_layout,
        masked = Self.masked,
        alignment = Self.alignment,
    ]
    """The type of a view of the same memory by another layout."""

    comptime TileType[*sizes: Int] = Self.With[_tile_layout(Self.layout, sizes_of[*sizes](), Self.masked)]
    """The type of a tile."""

    comptime is_mutable = Self.mut
    """Whether elements may be changed."""

    var ptr: Self.Pointer
    """Where the element of coordinate zero is."""

    var runtime_layout: RuntimeLayout[Self.layout]
    """The dimensions and strides that `layout` leaves open."""

    # -- making ---------------------------------------------------------------------------------

    @always_inline
    def __init__(out self, ptr: Self.Pointer):
        """The numbers from a pointer on."""
        self.ptr = ptr
        self.runtime_layout = RuntimeLayout[Self.layout]()

    @always_inline
    def __init__(out self, ptr: Self.Pointer, runtime_layout: RuntimeLayout[Self.layout]):
        """The numbers from a pointer on, with the dimensions that are known only now."""
        self.ptr = ptr
        self.runtime_layout = runtime_layout

    @always_inline
    def __init__(out self, span: Span[Scalar[Self.dtype], Self.origin]):
        """The numbers of a span."""
        self.ptr = Self.Pointer(mlir_value=span.unsafe_ptr().address)
        self.runtime_layout = RuntimeLayout[Self.layout]()

    @always_inline
    def __init__(
        out self, span: Span[Scalar[Self.dtype], Self.origin], runtime_layout: RuntimeLayout[Self.layout]
    ):
        """The numbers of a span, with the dimensions that are known only now."""
        self.ptr = Self.Pointer(mlir_value=span.unsafe_ptr().address)
        self.runtime_layout = runtime_layout

    @always_inline
    def __init__[Buffer: AnyType, //](out self, ref[Self.origin] buffer: Buffer):
        """The numbers of anything that has `unsafe_ptr()`: a list, an array, a buffer."""
        self.ptr = Self.Pointer(mlir_value=buffer.unsafe_ptr().address)
        self.runtime_layout = RuntimeLayout[Self.layout]()

    @always_inline
    def __init__[
        Buffer: AnyType, //
    ](out self, ref[Self.origin] buffer: Buffer, runtime_layout: RuntimeLayout[Self.layout]):
        """The numbers of anything that has `unsafe_ptr()`, with the dimensions that are known only now."""
        self.ptr = Self.Pointer(mlir_value=buffer.unsafe_ptr().address)
        self.runtime_layout = runtime_layout

    @always_inline
    @implicit
    def __init__[
        other: Origin, //
    ](
        out self,
        tensor: LayoutTensor[
            Self.dtype,
            Self.layout,
            other,
            address_space = Self.address_space,
            element_layout = Self.element_layout,
            masked = Self.masked,
            alignment = Self.alignment,
        ],
    ):
        """The same view with another origin."""
        self.ptr = Self.Pointer(mlir_value=tensor.ptr.address)
        self.runtime_layout = tensor.runtime_layout

    @staticmethod
    @always_inline
    def stack_allocation[
        *, stack_alignment: Int = Self.alignment
    ]() -> LayoutTensor[
        Self.dtype,
        Self.layout,
        MutAnyOrigin,
        address_space = Self.address_space,
        element_layout = Self.element_layout,
        masked = Self.masked,
        alignment = Self.alignment,
    ]:
        """A tensor in memory of the function, or of the block of threads for the address space `SHARED`."""
        comptime assert Self.layout.all_dims_known(), "the layout of a tensor on the stack must be known"
        comptime count = Self.layout.cosize() * Self.element_layout.cosize()
        return {stack_allocation[
            count, Self.dtype, alignment=stack_alignment, address_space = Self.address_space
        ]()}

    @always_inline
    def _view[
        layout: Layout, element_layout: Layout = Self.element_layout
    ](self, offset: Int, runtime_layout: RuntimeLayout[layout] = {}) -> Self.With[layout, element_layout]:
        return Self.With[layout, element_layout](self.ptr + offset, runtime_layout)

    # -- sizes ----------------------------------------------------------------------------------

    @staticmethod
    @always_inline
    def shape[mode: Int]() -> Int:
        """How many places a mode has, if that is known at compile time."""
        return comptime (Self.layout.shape[mode].size())

    @always_inline
    def stride[mode: Int](self) -> Int:
        """How far apart neighbours of a mode are."""
        return self.runtime_layout.stride.value[mode]()

    @always_inline
    def dim[mode: Int](self) -> Int:
        """How many places a mode has."""
        return self.runtime_layout.dim[mode]()

    @always_inline
    def dim(self, mode: Int) -> Int:
        """How many places a mode has."""
        return self.runtime_layout.dim(mode)

    @always_inline
    def stride(self, mode: Int) -> Int:
        """How far apart neighbours of a mode are."""
        var result = 0
        comptime for i in range(Self.rank):
            if i == mode:
                result = self.runtime_layout.stride.value[i]()
        return result

    @always_inline
    def size(self) -> Int:
        """How many elements there are."""
        return self.runtime_layout.size()

    @always_inline
    def num_elements(self) -> Int:
        """How many elements there are."""
        return self.runtime_layout.size()

    @always_inline
    def get_shape(self) -> IndexList[Self.rank]:
        """How many places the modes have."""
        var result = IndexList[Self.rank]()
        comptime for i in range(Self.rank):
            result[i] = self.dim[i]()
        return result

    # -- elements -------------------------------------------------------------------------------

    @always_inline
    def _offset[n: Int](self, coordinate: IndexList[n]) -> Int:
        return self.runtime_layout(coordinate)

    @always_inline
    def _load(self, offset: Int) -> Self.element_type:
        comptime if Self._contiguous_element:
            return self.ptr.load[width = Self.element_size, alignment = Self.alignment](offset)
        else:
            var result = Self.element_type()
            comptime for i in range(Self.element_size):
                result[i] = self.ptr.load(offset + comptime (Self.element_layout(i)))
            return result

    @always_inline
    def _store(self, offset: Int, value: Self.element_type):
        comptime assert Self.mut, "the elements of this tensor may not be changed"
        comptime if Self._contiguous_element:
            self.ptr.store[width = Self.element_size, alignment = Self.alignment](offset, value)
        else:
            comptime for i in range(Self.element_size):
                self.ptr.store(offset + comptime (Self.element_layout(i)), value[i])

    @always_inline
    def __getitem__[A: Intable, //](self, i: A) -> Self.element_type:
        """The element at an index."""
        return self._load(self._offset(IndexList[1](Int(i))))

    @always_inline
    def __getitem__[A: Intable, B: Intable, //](self, i: A, j: B) -> Self.element_type:
        """The element at two indices."""
        return self._load(self._offset(IndexList[2](Int(i), Int(j))))

    @always_inline
    def __getitem__[A: Intable, B: Intable, C: Intable, //](self, i: A, j: B, k: C) -> Self.element_type:
        """The element at three indices."""
        return self._load(self._offset(IndexList[3](Int(i), Int(j), Int(k))))

    @always_inline
    def __getitem__[
        A: Intable, B: Intable, C: Intable, D: Intable, //
    ](self, i: A, j: B, k: C, l: D) -> Self.element_type:
        """The element at four indices."""
        return self._load(self._offset(IndexList[4](Int(i), Int(j), Int(k), Int(l))))

    @always_inline
    def __getitem__[n: Int, //](self, coordinate: IndexList[n]) -> Self.element_type:
        """The element at a coordinate."""
        return self._load(self._offset(coordinate))

    @always_inline
    def __setitem__[A: Intable, //](self, i: A, value: Self.element_type):
        """Replaces the element at an index."""
        self._store(self._offset(IndexList[1](Int(i))), value)

    @always_inline
    def __setitem__[A: Intable, B: Intable, //](self, i: A, j: B, value: Self.element_type):
        """Replaces the element at two indices."""
        self._store(self._offset(IndexList[2](Int(i), Int(j))), value)

    @always_inline
    def __setitem__[A: Intable, B: Intable, C: Intable, //](self, i: A, j: B, k: C, value: Self.element_type):
        """Replaces the element at three indices."""
        self._store(self._offset(IndexList[3](Int(i), Int(j), Int(k))), value)

    @always_inline
    def __setitem__[
        A: Intable, B: Intable, C: Intable, D: Intable, //
    ](self, i: A, j: B, k: C, l: D, value: Self.element_type):
        """Replaces the element at four indices."""
        self._store(self._offset(IndexList[4](Int(i), Int(j), Int(k), Int(l))), value)

    @always_inline
    def __setitem__[n: Int, //](self, coordinate: IndexList[n], value: Self.element_type):
        """Replaces the element at a coordinate."""
        self._store(self._offset(coordinate), value)

    @always_inline
    def load[
        width: Int, load_alignment: Int = Self.alignment
    ](self, *coordinate: Int) -> SIMD[Self.dtype, width]:
        """Reads `width` numbers that lie in a row, from a coordinate on."""
        return self.ptr.load[width=width, alignment=load_alignment](self._offset(_index[Self.rank](coordinate)))

    @always_inline
    def load[
        width: Int, load_alignment: Int = Self.alignment
    ](self, coordinate: IndexList[Self.rank]) -> SIMD[Self.dtype, width]:
        """Reads `width` numbers that lie in a row, from a coordinate on."""
        return self.ptr.load[width=width, alignment=load_alignment](self._offset(coordinate))

    @always_inline
    def aligned_load[width: Int](self, *coordinate: Int) -> SIMD[Self.dtype, width]:
        """Reads `width` numbers from an address that is a multiple of their size."""
        return self.ptr.load[width=width, alignment = width * Self.dtype.size_of()](
            self._offset(_index[Self.rank](coordinate))
        )

    @always_inline
    def store[
        width: Int, store_alignment: Int = Self.alignment
    ](self, i: Int, value: SIMD[Self.dtype, width]):
        """Writes `width` numbers in a row, from an index on."""
        comptime assert Self.mut, "the elements of this tensor may not be changed"
        self.ptr.store[width=width, alignment=store_alignment](self._offset(IndexList[1](i)), value)

    @always_inline
    def store[
        width: Int, store_alignment: Int = Self.alignment
    ](self, i: Int, j: Int, value: SIMD[Self.dtype, width]):
        """Writes `width` numbers in a row, from two indices on."""
        comptime assert Self.mut, "the elements of this tensor may not be changed"
        self.ptr.store[width=width, alignment=store_alignment](self._offset(IndexList[2](i, j)), value)

    @always_inline
    def store[
        width: Int, store_alignment: Int = Self.alignment
    ](self, i: Int, j: Int, k: Int, value: SIMD[Self.dtype, width]):
        """Writes `width` numbers in a row, from three indices on."""
        comptime assert Self.mut, "the elements of this tensor may not be changed"
        self.ptr.store[width=width, alignment=store_alignment](self._offset(IndexList[3](i, j, k)), value)

    @always_inline
    def store[
        width: Int, store_alignment: Int = Self.alignment
    ](self, coordinate: IndexList[Self.rank], value: SIMD[Self.dtype, width]):
        """Writes `width` numbers in a row, from a coordinate on."""
        comptime assert Self.mut, "the elements of this tensor may not be changed"
        self.ptr.store[width=width, alignment=store_alignment](self._offset(coordinate), value)

    @always_inline
    def aligned_store[width: Int](self, i: Int, j: Int, value: SIMD[Self.dtype, width]):
        """Writes `width` numbers to an address that is a multiple of their size."""
        self.store[width, width * Self.dtype.size_of()](i, j, value)

    @always_inline
    def prefetch(self, *coordinate: Int):
        """Asks for the memory of a coordinate before it is needed."""
        prefetch[PrefetchOptions().for_read().high_locality().to_data_cache()](
            self.ptr + self._offset(_index[Self.rank](coordinate))
        )

    @always_inline
    def ptr_at_offset(self, coordinate: IndexList[Self.rank]) -> Self.Pointer:
        """Where the element of a coordinate is."""
        return self.ptr + self._offset(coordinate)

    @always_inline
    def distance(self, other: UnsafePointer[Scalar[Self.dtype], _, address_space = Self.address_space]) -> Int:
        """How many numbers after a pointer the tensor starts."""
        return (Int(self.ptr) - Int(other)) // Self.dtype.size_of()

    # -- parts ----------------------------------------------------------------------------------

    @always_inline
    def tile[*sizes: Int](self, *coordinate: Int) -> Self.TileType[*sizes]:
        """One of the tiles of the given sizes, by its coordinate among the tiles.

        ```mojo
        from layout import Layout, LayoutTensor

        def main():
            var numbers = List[Int32](length=16, fill=0)
            var t = LayoutTensor[DType.int32, Layout.row_major(4, 4)](numbers)
            t.tile[2, 2](1, 0)[0, 1] = 7
            print(t[2, 1])  # 7
        ```
        """
        comptime assert sizes.__len__() == Self.rank, "a tile has one size for each mode"
        var offset = 0
        var result = RuntimeLayout[Self.TileType[*sizes].layout]()
        comptime for i in range(Self.rank):
            offset += self._tile_offset[i, sizes[i]](coordinate[i])
            self._fill_tile[i, sizes[i]](result, coordinate[i])
        return {self.ptr + offset, result}

    @always_inline
    def _tile_offset[mode: Int, size: Int](self, coordinate: Int) -> Int:
        # How far from the start the tile with this coordinate is, in one direction.
        comptime among = mode_outside(Self.layout[mode], size)
        comptime if Self.layout.shape[mode].is_value():
            return coordinate * size * self.runtime_layout.stride.value[mode]()
        else:
            return RuntimeLayout[among]()(coordinate)

    @always_inline
    def _fill_tile[
        mode: Int, size: Int, layout: Layout
    ](self, mut result: RuntimeLayout[layout], coordinate: Int):
        # The dimension of a tile at the border, and strides that are known only now.
        comptime if Self.layout.shape[mode].is_value():
            comptime place = _leaves_before(layout.shape, mode)
            result.stride.set_leaf[place](self.runtime_layout.stride.value[mode]())
            comptime if Self.masked:
                var rest = self.dim[mode]() - coordinate * size
                result.shape.set_leaf[place](max(min(rest, size), 0))

    @always_inline
    def tiled_iterator[
        *sizes: Int, axis: Int = 0
    ](self, *coordinate: Int) -> LayoutTensorIter[
        Self.dtype,
        Self.TileType[*sizes].layout,
        Self.origin,
        address_space = Self.address_space,
        element_layout = Self.element_layout,
    ]:
        """Walks the tiles along one axis, from a tile on.

        ```mojo
        from layout import Layout, LayoutTensor

        def main():
            var numbers = List[Int32](length=16, fill=1)
            var t = LayoutTensor[DType.int32, Layout.row_major(4, 4)](numbers)
            var tiles = t.tiled_iterator[4, 2, axis=1](0, 0)
            for i in range(2):
                print(tiles[][i, 0])
                tiles += 1
        ```
        """
        comptime assert Self.layout.stride.all_known(), "the strides of a tensor that is walked must be known"
        var offset = 0
        comptime for i in range(Self.rank):
            comptime if i != axis:
                offset += self._tile_offset[i, sizes[i]](coordinate[i])
        var step = self._tile_offset[axis, sizes[axis]](1)
        return {
            self.ptr + offset,
            self._tile_offset[axis, 1](self.dim[axis]()),
            step,
            coordinate[axis] * step,
        }

    @always_inline
    def vectorize[
        *sizes: Int
    ](self) -> Self.With[outside(Self.layout, sizes_of[*sizes]()), element_of(Self.layout, sizes_of[*sizes]())]:
        """The same numbers as elements that are vectors.

        ```mojo
        from layout import Layout, LayoutTensor

        def main():
            var numbers: List[Float32] = [1, 2, 3, 4, 5, 6, 7, 8]
            var t = LayoutTensor[DType.float32, Layout.row_major(2, 4)](numbers)
            print(t.vectorize[1, 4]()[1, 0])  # [5.0, 6.0, 7.0, 8.0]
        ```
        """
        comptime assert Self.element_size == 1, "the tensor has vectors already"
        comptime assert sizes.__len__() == Self.rank, "a vector has one size for each mode"
        comptime among = outside(Self.layout, sizes_of[*sizes]())
        comptime element = element_of(Self.layout, sizes_of[*sizes]())
        comptime assert element.stride.all_known(), "numbers of a vector must have known distances"
        var result = RuntimeLayout[among]()
        comptime for i in range(Self.rank):
            comptime if Self.layout.shape[i].is_value():
                comptime place = _leaves_before(among.shape, i)
                result.shape.set_leaf[place](_quotient(self.dim[i]() + sizes[i] - 1, sizes[i]))
                result.stride.set_leaf[place](self.runtime_layout.stride.value[i]() * sizes[i])
        return self._view[among, element](0, result)

    @always_inline
    def distribute[
        thread_layout: Layout, axis: Int = -1, swizzle: Optional[Swizzle] = None, I: Intable = Int
    ](self, thread_id: I) -> Self.With[outside(Self.layout, on_axis(thread_layout.shape, axis))]:
        """The share of one thread: every element whose place in the pattern of threads is that thread's.

        ```mojo
        from layout import Layout, LayoutTensor

        def main():
            var numbers: List[Int32] = [0, 1, 2, 3, 4, 5, 6, 7]
            var t = LayoutTensor[DType.int32, Layout.row_major(2, 4)](numbers)
            var share = t.distribute[Layout.row_major(1, 2)](1)
            print(share[0, 0], share[0, 1], share[1, 0])  # 1 3 5
        ```
        """
        comptime threads = on_axis(thread_layout.shape, axis)
        comptime among = outside(Self.layout, threads)
        var offset = 0
        var result = RuntimeLayout[among]()
        comptime for i in range(Self.rank):
            comptime if axis < 0 or i == axis:
                offset += self._share_offset[thread_layout[i], i](Int(thread_id))
            comptime if Self.layout.shape[i].is_value() and threads[i].is_value():
                comptime place = _leaves_before(among.shape, i)
                comptime count = threads[i].value()
                comptime if among.shape[i].value() == UNKNOWN_VALUE:
                    var first = 0
                    comptime if axis < 0 or i == axis:
                        first = _place_of_thread[thread_layout[i]](Int(thread_id))
                    result.shape.set_leaf[place](_quotient(max(self.dim[i]() - first, 0) + count - 1, count))
                result.stride.set_leaf[place](self.runtime_layout.stride.value[i]() * count)
        comptime if swizzle:
            comptime permutation = swizzle.value()
            offset = permutation(offset // Self.element_size) * Self.element_size
        return self._view[among](offset, result)

    @always_inline
    def _share_offset[threads: Layout, mode: Int](self, thread: Int) -> Int:
        # Where the first element of a thread is, in one direction; `threads` is the pattern of that direction.
        var offset = 0
        comptime if threads.shape.is_value():
            var place = _place_of_thread[threads](thread)
            comptime if Self.layout.shape[mode].is_value():
                return place * self.runtime_layout.stride.value[mode]()
            else:
                return RuntimeLayout[mode_inside(Self.layout[mode], threads.shape)]()(place)
        else:
            comptime within = mode_inside(Self.layout[mode], threads.shape)
            comptime for k in range(comptime (threads.rank())):
                offset += RuntimeLayout[within[k]]()(_place_of_thread[threads[k]](thread))
        return offset

    @always_inline
    def slice[
        *bounds: Slice
    ](self) -> Self.With[sliced(Self.layout, _starts[*bounds](), _ends[*bounds](Self.layout))]:
        """The elements from one coordinate to another.

        ```mojo
        from layout import Layout, LayoutTensor

        def main():
            var numbers: List[Int32] = [0, 1, 2, 3, 4, 5, 6, 7]
            var t = LayoutTensor[DType.int32, Layout.row_major(2, 4)](numbers)
            print(t.slice[:, 1:3]())
        ```
        """
        comptime assert bounds.__len__() == Self.rank, "a slice has bounds for each mode"
        comptime part = sliced(Self.layout, _starts[*bounds](), _ends[*bounds](Self.layout))
        var offset = 0
        var result = RuntimeLayout[part]()
        comptime for i in range(Self.rank):
            comptime first = slice_start(bounds[i])
            offset += self.runtime_layout.mode_offset[i](first)
            comptime if Self.layout.shape[i].is_value():
                result.stride.set_leaf[comptime (_leaves_before(part.shape, i))](
                    self.runtime_layout.stride.value[i]()
                )
        return self._view[part](offset, result)

    @always_inline
    def slice_1d[
        bounds: Slice, axis: Int
    ](self, *others: Int) -> Self.With[
        Layout(slice_end(bounds, Self.layout.shape[axis].size()) - slice_start(bounds), Self.layout.stride[axis])
    ]:
        """A part of a row in direction `axis`; `others` are the indices of the other directions."""
        comptime first = slice_start(bounds)
        var offset = self.runtime_layout.mode_offset[axis](first)
        comptime for i in range(Self.rank):
            comptime if i != axis:
                offset += self.runtime_layout.mode_offset[i](others[i if i < axis else i - 1])
        return {self.ptr + offset}

    @always_inline
    def split[
        count: Int, axis: Int = 0
    ](self) -> StaticTuple[Self.With[with_mode(Self.layout, axis, Self.layout.shape[axis].size() // count)], count]:
        """`count` equal parts in one direction."""
        comptime size = Self.layout.shape[axis].size() // count
        comptime assert size * count == Self.layout.shape[axis].size(), "the parts must have the same size"
        comptime part = with_mode(Self.layout, axis, size)
        var result = StaticTuple[Self.With[part], count]()
        comptime for i in range(count):
            result[i] = self._view[part](self.runtime_layout.mode_offset[axis](i * size))
        return result

    @always_inline
    def split[
        axis: Int = 0
    ](self, count: Int, idx: Int) -> Self.With[with_mode(Self.layout, axis, UNKNOWN_VALUE)]:
        """Part `idx` of `count` parts in one direction; the last one may be smaller."""
        comptime part = with_mode(Self.layout, axis, UNKNOWN_VALUE)
        var whole = self.dim[axis]()
        var size = (whole + count - 1) // count
        var result = RuntimeLayout[part]()
        comptime for i in range(Self.rank):
            comptime place = _leaves_before(part.shape, i)
            comptime if i == axis:
                result.shape.set_leaf[place](max(min(size, whole - idx * size), 0))
            else:
                result.shape.set_leaf[place](self.runtime_layout.shape.value[i]())
            result.stride.set_leaf[place](self.runtime_layout.stride.value[i]())
        return self._view[part](self.runtime_layout.mode_offset[axis](idx * size), result)

    # -- the same numbers by another layout --------------------------------------------------------------

    @always_inline
    def reshape[dst_layout: Layout](self) -> Self.With[dst_layout]:
        """The same memory by another layout."""
        return self._view[dst_layout](0)

    @always_inline
    def reshape[dst_layout: Layout](self, runtime_layout: RuntimeLayout[dst_layout]) -> Self.With[dst_layout]:
        """The same memory by another layout."""
        return self._view[dst_layout](0, runtime_layout)

    @always_inline
    def composition[rhs_layout: Layout](self) -> Self.With[composition(Self.layout, rhs_layout)]:
        """The elements that another layout picks."""
        return self._view[composition(Self.layout, rhs_layout)](0)

    @always_inline
    def coalesce(self) -> Self.With[coalesce(Self.layout)]:
        """The elements with as few modes as possible, the leftmost mode running fastest."""
        return self._view[coalesce(Self.layout)](0)

    @always_inline
    def transpose(self) -> Self.With[Self.layout.transpose()]:
        """The same numbers with the modes in opposite order."""
        comptime turned = Self.layout.transpose()
        var result = RuntimeLayout[turned]()
        comptime for i in range(Self.rank):
            comptime from_leaf = _leaves_before(Self.layout.shape, i)
            comptime to_leaf = _leaves_before(turned.shape, Self.rank - 1 - i)
            comptime for k in range(comptime (Self.layout.shape[i].count_values())):
                result.shape.set_leaf[to_leaf + k](self.runtime_layout.shape.leaf[from_leaf + k]())
                result.stride.set_leaf[to_leaf + k](self.runtime_layout.stride.leaf[from_leaf + k]())
        return self._view[turned](0, result)

    @always_inline
    def bitcast[
        new_dtype: DType
    ](
        self,
    ) -> LayoutTensor[
        new_dtype,
        Self.layout,
        Self.origin,
        address_space = Self.address_space,
        element_layout = Self.element_layout,
        masked = Self.masked,
    ]:
        """The same bytes as numbers of another type of the same size."""
        return {self.ptr.bitcast[Scalar[new_dtype]](), self.runtime_layout}

    @always_inline
    def origin_cast[
        target: Origin
    ](
        self,
    ) -> LayoutTensor[
        Self.dtype,
        Self.layout,
        target,
        address_space = Self.address_space,
        element_layout = Self.element_layout,
        masked = Self.masked,
        alignment = Self.alignment,
    ]:
        """The same view with another origin."""
        return {
            UnsafePointer[Scalar[Self.dtype], target, address_space = Self.address_space](
                mlir_value=self.ptr.address
            ),
            self.runtime_layout,
        }

    @always_inline
    def get_immutable(
        self,
    ) -> LayoutTensor[
        Self.dtype,
        Self.layout,
        ImmAnyOrigin,
        address_space = Self.address_space,
        element_layout = Self.element_layout,
        masked = Self.masked,
        alignment = Self.alignment,
    ]:
        """The same view, for reading."""
        return self.origin_cast[ImmAnyOrigin]()

    @always_inline
    def address_space_cast[
        target: AddressSpace
    ](
        self,
    ) -> LayoutTensor[
        Self.dtype,
        Self.layout,
        Self.origin,
        address_space=target,
        element_layout = Self.element_layout,
        masked = Self.masked,
        alignment = Self.alignment,
    ]:
        """The same view of memory in another address space."""
        return {self.ptr.address_space_cast[target](), self.runtime_layout}

    # -- all elements -----------------------------------------------------------------------------

    @always_inline
    def _walk[body: def(Int, Int) capturing -> None](self, other: LayoutTensor):
        # Calls `body` with the offsets of every element and of the other tensor's: few elements without a loop, so that
        # offsets fold; tensors of one shape by nested loops; others by the number of the element.
        comptime same_rank = other.rank == Self.rank and Self.layout.shape.is_flat() and other.layout.shape.is_flat()
        comptime same_shape = same_rank and Self.layout.shape == other.layout.shape and Self.layout.known_shape()
        comptime if Self.layout.known_shape() and Self.layout.size() <= _UNROLLED:
            comptime for i in range(comptime (Self.layout.size())):
                body(self.runtime_layout(i), other.runtime_layout(i))
        elif same_shape:
            self._nested[0, body](other, 0, 0)
        else:
            comptime if same_rank:
                var same = True
                comptime for i in range(Self.rank):
                    same = same and self.dim[i]() == other.dim[i]()
                if same:
                    self._nested[0, body](other, 0, 0)
                    return
            for i in range(self.size()):
                body(self.runtime_layout(i), other.runtime_layout(i))

    @always_inline
    def _nested[
        depth: Int, body: def(Int, Int) capturing -> None
    ](self, other: LayoutTensor, mine: Int, theirs: Int):
        # A loop for each mode; the innermost one is the first where that is contiguous, else the last.
        comptime if depth == Self.rank:
            body(mine, theirs)
        else:
            comptime mode = Self.rank - 1 - depth if Self.layout.stride[0].value() == 1 else depth
            for i in range(self.dim[mode]()):
                self._nested[depth + 1, body](
                    other, mine + i * self.stride[mode](), theirs + i * other.stride[mode]()
                )

    @always_inline
    def fill(self, value: Scalar[Self.dtype]) -> Self:
        """Sets every number."""

        @__parameter
        @always_inline
        def set(place: Int, _same: Int):
            self._store(place, Self.element_type(value))

        self._walk[set](self)
        return self

    @always_inline
    def copy_from(self, other: LayoutTensor[Self.dtype, ...]):
        """Copies the elements of a tensor with as many of them, in the order of the leftmost mode."""
        comptime assert Self.element_size == other.element_size, "the elements must have the same size"

        @__parameter
        @always_inline
        def copy(mine: Int, theirs: Int):
            self._store(mine, other._load(theirs))

        self._walk[copy](other)

    @always_inline
    def copy_from_async(self, other: LayoutTensor[Self.dtype, ...]):
        """Starts copying the elements of a tensor in global memory to this one in shared memory."""
        comptime assert Self.element_size == other.element_size, "the elements must have the same size"
        comptime assert Self._contiguous_element and other._contiguous_element, "elements must lie in a row"
        comptime assert Self.mut, "the elements of this tensor may not be changed"

        @__parameter
        @always_inline
        def copy(mine: Int, theirs: Int):
            _start_copy[Self.element_size](self.ptr + mine, other.ptr + theirs)

        self._walk[copy](other)

    @always_inline
    def _stack_copy(
        self,
    ) -> LayoutTensor[Self.dtype, Layout.row_major(Self.layout.shape), MutAnyOrigin, element_layout = Self.element_layout]:
        # A copy in memory of the calling function, which this is inlined into.
        comptime packed = Layout.row_major(Self.layout.shape)
        comptime assert Self.layout.known_shape(), "only a tensor of known size can be copied to the stack"
        comptime assert Self.element_size == 1, "only a tensor of numbers can be copied to the stack"
        var result = LayoutTensor[Self.dtype, packed, MutAnyOrigin].stack_allocation()
        result.copy_from(self)
        return result

    @always_inline
    def _combine[
        op: def(Self.element_type, Self.element_type) thin -> Self.element_type
    ](self, other: LayoutTensor[Self.dtype, ...]):
        # Every element becomes what `op` makes of it and the other tensor's.

        @__parameter
        @always_inline
        def change(mine: Int, theirs: Int):
            var element = rebind[Self.element_type](other._load(theirs))
            self._store(mine, op(self._load(mine), element))

        self._walk[change](other)

    @always_inline
    def _combine[
        op: def(Self.element_type, Self.element_type) thin -> Self.element_type
    ](self, value: Scalar[Self.dtype]):
        # Every element becomes what `op` makes of it and a number.

        @__parameter
        @always_inline
        def change(place: Int, _same: Int):
            self._store(place, op(self._load(place), Self.element_type(value)))

        self._walk[change](self)

    @always_inline
    def __iadd__(mut self, other: LayoutTensor[Self.dtype, ...]):
        """Adds the elements of another tensor."""
        self._combine[_add](other)

    @always_inline
    def __iadd__(mut self, value: Scalar[Self.dtype]):
        """Adds a number to every element."""
        self._combine[_add](value)

    @always_inline
    def __isub__(mut self, other: LayoutTensor[Self.dtype, ...]):
        """Subtracts the elements of another tensor."""
        self._combine[_sub](other)

    @always_inline
    def __isub__(mut self, value: Scalar[Self.dtype]):
        """Subtracts a number from every element."""
        self._combine[_sub](value)

    @always_inline
    def __imul__(mut self, other: LayoutTensor[Self.dtype, ...]):
        """Multiplies with the elements of another tensor."""
        self._combine[_mul](other)

    @always_inline
    def __imul__(mut self, value: Scalar[Self.dtype]):
        """Multiplies every element with a number."""
        self._combine[_mul](value)

    @always_inline
    def __itruediv__(mut self, other: LayoutTensor[Self.dtype, ...]):
        """Divides by the elements of another tensor."""
        self._combine[_div](other)

    @always_inline
    def __itruediv__(mut self, value: Scalar[Self.dtype]):
        """Divides every element by a number."""
        self._combine[_div](value)

    @always_inline
    def __add__(self, other: LayoutTensor[Self.dtype, ...]) -> type_of(self._stack_copy()):
        """The sums, on the stack of the calling function."""
        var result = self._stack_copy()
        result += other
        return result

    @always_inline
    def __add__(self, value: Scalar[Self.dtype]) -> type_of(self._stack_copy()):
        """The sums with a number, on the stack of the calling function."""
        var result = self._stack_copy()
        result += value
        return result

    @always_inline
    def __sub__(self, other: LayoutTensor[Self.dtype, ...]) -> type_of(self._stack_copy()):
        """The differences, on the stack of the calling function."""
        var result = self._stack_copy()
        result -= other
        return result

    @always_inline
    def __sub__(self, value: Scalar[Self.dtype]) -> type_of(self._stack_copy()):
        """The differences to a number, on the stack of the calling function."""
        var result = self._stack_copy()
        result -= value
        return result

    @always_inline
    def __mul__(self, other: LayoutTensor[Self.dtype, ...]) -> type_of(self._stack_copy()):
        """The products, on the stack of the calling function."""
        var result = self._stack_copy()
        result *= other
        return result

    @always_inline
    def __mul__(self, value: Scalar[Self.dtype]) -> type_of(self._stack_copy()):
        """The products with a number, on the stack of the calling function."""
        var result = self._stack_copy()
        result *= value
        return result

    @always_inline
    def __truediv__(self, other: LayoutTensor[Self.dtype, ...]) -> type_of(self._stack_copy()):
        """The quotients, on the stack of the calling function."""
        var result = self._stack_copy()
        result /= other
        return result

    @always_inline
    def __truediv__(self, value: Scalar[Self.dtype]) -> type_of(self._stack_copy()):
        """The quotients by a number, on the stack of the calling function."""
        var result = self._stack_copy()
        result /= value
        return result

    # -- text -----------------------------------------------------------------------------------

    def write_to(self, mut writer: Some[Writer]):
        """Writes the elements, rows on lines of their own."""
        comptime columns = Self.rank - 1
        var width = self.dim[columns]()
        var rows = self.size() // max(width, 1)
        for row in range(rows):
            if row > 0:
                writer.write("\n")
            var base = self._row_offset(row)
            for column in range(width):
                if column > 0:
                    writer.write(" ")
                writer.write(self._load(base + self.runtime_layout.mode_offset[columns](column)))

    def _row_offset(self, row: Int) -> Int:
        # Where a row starts; the mode before the last runs fastest.
        var rest = row
        var offset = 0
        comptime for k in range(Self.rank - 1):
            comptime mode = Self.rank - 2 - k
            var dimension = self.dim[mode]()
            offset += self.runtime_layout.mode_offset[mode](rest % dimension)
            rest //= dimension
        return offset

    def __str__(self) -> String:
        """The text that `print` shows."""
        return String.write(self)


@always_inline
def stack_allocation_like[
    layout: Layout, dtype: DType, *, address_space: AddressSpace, target_address_space: AddressSpace = AddressSpace.GENERIC
](
    in_tensor: LayoutTensor[dtype, layout, _, address_space=address_space, ...]
) -> LayoutTensor[dtype, layout, MutAnyOrigin, address_space=target_address_space]:
    """A tensor of the same layout on the stack.

    Example:

    ```mojo
    from layout import Layout, LayoutTensor
    from layout.layout_tensor import stack_allocation_like

    var first = LayoutTensor[DType.int32, Layout.row_major(2, 2), MutAnyOrigin].stack_allocation()
    var second = stack_allocation_like(first)
    second[0, 1] = 7
    print(second[0, 1])  # 7
    ```
    """
    return LayoutTensor[dtype, layout, MutAnyOrigin, address_space=target_address_space].stack_allocation()


def _tile_layout(layout: Layout, sizes: IntTuple, masked: Bool) -> Layout:
    var tile = inside(layout, sizes)
    return clipped(tile) if masked else tile


def _starts[*bounds: Slice]() -> List[Int]:
    var result = List[Int]()
    comptime for i in range(bounds.__len__()):
        result.append(slice_start(bounds[i]))
    return result^


def _ends[*bounds: Slice](layout: Layout) -> List[Int]:
    var result = List[Int]()
    comptime for i in range(bounds.__len__()):
        result.append(slice_end(bounds[i], layout.shape[i].size()))
    return result^


@always_inline
def _place_of_thread[threads: Layout](thread: Int) -> Int:
    # Which place of a direction of the pattern a thread has.
    comptime count = threads.shape.value()
    comptime step = threads.stride.value()
    comptime if count == 1 or step == 0:
        return 0
    else:
        return _remainder(_quotient(thread, step), count)


@always_inline
def _index[rank: Int](coordinate: VariadicList[Int]) -> IndexList[rank]:
    var result = IndexList[rank]()
    comptime for i in range(rank):
        result[i] = coordinate[i]
    return result


@always_inline
def _add[dtype: DType, width: Int](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
    return a + b


@always_inline
def _sub[dtype: DType, width: Int](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
    return a - b


@always_inline
def _mul[dtype: DType, width: Int](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
    return a * b


@always_inline
def _div[dtype: DType, width: Int](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
    return a / b
