"""LayoutTensor: numbers in memory, found by a layout.

Here are sizes and single elements. The files `_tensor_*.mojo` extend the struct with the rest.
"""

from std.builtin.value import _DeviceView
from std.layout._tensor_elementwise import *
from std.layout._tensor_parts import *
from std.layout._tensor_views import *
from std.layout._tiling import clipped, inside, is_contiguous, sizes_of
from std.layout.int_tuple import IntTuple
from std.layout.layout import Layout, zipped_divide
from std.layout.runtime_layout import RuntimeLayout
from std.layout.tensor_copy import (
    ThreadScope,
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

    var t = LayoutTensor[DType.int32, Layout.row_major(4, 4), MutAnyOrigin].stack_allocation[stack_alignment=16]()
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
    print(copy[1, 1], t.get_immutable()[1, 2], t.as_imm()[1, 2], t.bitcast[DType.uint32]()[1, 3])  # 6 7 7 8
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

    comptime _converts_to_any_origin = True
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

    # -- text -----------------------------------------------------------------------------------

    def write_to(self, mut writer: Some[Writer]):
        """Writes a matrix row by row, a space behind each element; other tensors in a line, the leftmost index runs fastest."""
        comptime if self.runtime_layout.shape.count == 2:
            for row in range(self.runtime_layout.shape.leaf[0]()):
                if row > 0:
                    writer.write("\n")
                for column in range(self.runtime_layout.shape.leaf[1]()):
                    var place = row * self.runtime_layout.stride.leaf[0]() + column * self.runtime_layout.stride.leaf[1]()
                    writer.write(self._load(place), " ")
        else:
            for i in range(self.size()):
                comptime if Self.layout.known_shape():
                    if i > 0:
                        writer.write(" ")
                writer.write(self._load(self.runtime_layout(i)))
                comptime if not Self.layout.known_shape():
                    writer.write(" ")

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


@always_inline
def _index[rank: Int](coordinate: VariadicList[Int]) -> IndexList[rank]:
    var result = IndexList[rank]()
    comptime for i in range(rank):
        result[i] = coordinate[i]
    return result


def _compute_distribute_layout[data_layout: Layout, threads_layout: Layout, axis: Optional[Int] = None]() -> Layout:
    # A layout as what a pattern of threads covers at once, and the places of that pattern.
    comptime if axis:
        return zipped_divide(data_layout, Layout(threads_layout.shape[axis.value()]))
    else:
        return zipped_divide(data_layout, threads_layout)
