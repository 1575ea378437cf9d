"""LayoutTensorBuild: tensors described step by step, `tb[dtype]().row_major[4, 4]().shared().alloc()`."""

from std.layout._tiling import sizes_of
from std.layout.int_tuple import IntTuple
from std.layout.layout import Layout
from std.layout.layout_tensor import LayoutTensor
from std.layout.runtime_layout import RuntimeLayout


struct LayoutTensorBuild[
    dtype: DType,
    *,
    __layout: Layout = Layout(1),
    __address_space: AddressSpace = AddressSpace.GENERIC,
    __circular: Bool = False,
](TrivialRegisterPassable):
    """What is known of a tensor so far: its layout and its memory.

    ```mojo
    from layout.tensor_builder import LayoutTensorBuild as tb

    var t = tb[DType.float32]().row_major[2, 3]().local().alloc().fill(1)
    print(t.layout, t[1, 2])  # ((2, 3):(3, 1)) 1.0
    ```

    ```mojo
    from layout.tensor_builder import LayoutTensorBuild as tb

    var numbers: List[Float32] = [1, 2, 3, 4]
    var t = tb[DType.float32]().col_major[2, 2]().view(numbers.unsafe_ptr())
    print(t[1, 0], t[0, 1], len(numbers))  # 2.0 3.0 4
    comptime shared_tile = tb[DType.float32]().row_major[2, 2]().shared()
    ```
    """

    comptime _With[layout: Layout] = LayoutTensorBuild[
        Self.dtype, __layout=layout, __address_space = Self.__address_space, __circular = Self.__circular
    ]
    comptime _In[space: AddressSpace] = LayoutTensorBuild[
        Self.dtype, __layout = Self.__layout, __address_space=space, __circular = Self.__circular
    ]

    @always_inline
    def __init__(out self):
        """Nothing but the type of the numbers."""
        pass

    @always_inline
    def row_major[*shape: Int](self) -> Self._With[Layout.row_major(sizes_of[*shape]())]:
        """With this shape, the rightmost dimension contiguous."""
        return {}

    @always_inline
    def col_major[*shape: Int](self) -> Self._With[Layout.col_major(sizes_of[*shape]())]:
        """With this shape, the leftmost dimension contiguous."""
        return {}

    @always_inline
    def layout[shape0: Int](self) -> Self._With[Layout(shape0)]:
        """With so many numbers in a row."""
        return {}

    @always_inline
    def layout[layout: Layout](self) -> Self._With[layout]:
        """With this layout."""
        return {}

    @always_inline
    def shared(self) -> Self._In[AddressSpace.SHARED]:
        """In the memory that the threads of a block share."""
        return {}

    @always_inline
    def local(self) -> Self._In[AddressSpace.GENERIC]:
        """In the thread's own memory."""
        return {}

    @always_inline
    def alloc(
        self,
    ) -> LayoutTensor[Self.dtype, Self.__layout, MutAnyOrigin, address_space = Self.__address_space]:
        """The tensor, in new memory."""
        return LayoutTensor[
            Self.dtype, Self.__layout, MutAnyOrigin, address_space = Self.__address_space
        ].stack_allocation()

    @always_inline
    def view[
        origin: Origin, //
    ](
        self, ptr: UnsafePointer[Scalar[Self.dtype], origin, address_space = Self.__address_space]
    ) -> LayoutTensor[Self.dtype, Self.__layout, origin, address_space = Self.__address_space]:
        """The tensor, in memory that is there."""
        return {ptr}
