"""The same numbers of a TileTensor by another layout, type or origin."""

from std.layout.algebra import coalesce
from std.layout.layout import Layout as StaticLayout
from std.layout.layout_tensor import LayoutTensor
from std.layout.tile_layout import Layout, TensorLayout, _dynamic, _leaves, _shape_of, tuple_of
from std.layout.tile_tensor import TileTensor, _is_row_major
from std.utils.coord import Coord, CoordLike


__extension TileTensor:
    @always_inline
    def to_layout_tensor(self) -> Self.Tensor:
        """The same view as a LayoutTensor."""
        return {self.ptr, self.layout.runtime_layout()}

    @always_inline
    def _viewed[
        origin: Origin, layout: StaticLayout, element: StaticLayout, space: AddressSpace, //
    ](
        self, view: LayoutTensor[Self.dtype, layout, origin, address_space=space, element_layout=element]
    ) -> Self.With[layout]:
        return {{mlir_value = view.ptr.address}, Layout(view.runtime_layout)}

    @always_inline
    def as_immut(self) -> Self.WithOrigin[ImmAnyOrigin]:
        """The same view, for reading."""
        return {{mlir_value = self.ptr.address}, self.layout}

    @always_inline
    def as_imm(self) -> Self.WithOrigin[ImmAnyOrigin]:
        """The same view, for reading."""
        return self.as_immut()

    @always_inline
    def as_any_origin(self) -> Self.WithOrigin[MutAnyOrigin]:
        """The same view with anybody's origin."""
        return {{mlir_value = self.ptr.address}, self.layout}

    @always_inline
    def as_unsafe_any_origin(self) -> Self.WithOrigin[MutAnyOrigin]:
        """The same view with anybody's origin."""
        return {{mlir_value = self.ptr.address}, self.layout}

    @always_inline
    def transpose(self) -> Self.With[Self.LayoutType.static.transpose()]:
        """The same numbers with the modes in opposite order."""
        return self._viewed(self.to_layout_tensor().transpose())

    @always_inline
    def coalesce(self) -> Self.With[_flat(Self.LayoutType.static)]:
        """The elements with as few modes as possible: one if they lie in a row."""
        comptime assert Self.all_dims_known, "the layout must be known"
        return {self.ptr, {}}

    @always_inline
    def reshape[*sizes: Int](self) -> Self.With[StaticLayout.row_major(_shape_of[*sizes]())]:
        """The same memory with other dimensions, the last one contiguous."""
        return {self.ptr, {}}

    @always_inline
    def reshape[*Ts: CoordLike](self, shape: Coord[*Ts]) -> Self.With[StaticLayout.row_major(tuple_of[Coord[*Ts]]())]:
        """The same memory with other dimensions, the last one contiguous."""
        comptime layout = StaticLayout.row_major(tuple_of[Coord[*Ts]]())
        return {self.ptr, Layout(Layout[layout]().runtime_layout().row_major(_leaves(shape)))}

    @always_inline
    def reshape[L: TensorLayout, //](
        self, layout: L
    ) -> TileTensor[Self.dtype, L, Self.origin, Storage = Self.Storage, address_space = Self.address_space]:
        """The same memory by another layout."""
        return {self.ptr, layout}

    @always_inline
    def bitcast[
        new_dtype: DType
    ](self) -> TileTensor[
        new_dtype, Self.LayoutType, Self.origin, Storage = Self.Storage, address_space = Self.address_space
    ]:
        """The same bytes as numbers of another type of the same size."""
        return {self.ptr.bitcast[Scalar[new_dtype]](), self.layout}

    @always_inline
    def make_dynamic[dtype: DType](self) -> Self.With[_dynamic(Self.LayoutType.static)]:
        """The same view with a layout that is known only at run time."""
        comptime static = Self.LayoutType.static
        return {self.ptr, Layout[static](self.layout.runtime_layout()).make_dynamic[dtype]()}


@always_inline
def lt_to_tt[
    dtype: DType, layout: StaticLayout, origin: Origin, space: AddressSpace, //
](tensor: LayoutTensor[dtype, layout, origin, address_space=space]) -> TileTensor[
    dtype, Layout[layout], origin, address_space=space
]:
    """A LayoutTensor as a TileTensor.

    ```mojo
    from layout import Layout, LayoutTensor, lt_to_tt

    var numbers: List[Float32] = [1, 2, 3, 4]
    var t = lt_to_tt(LayoutTensor[DType.float32, Layout.row_major(2, 2)](numbers))
    print(t)  # [[1.0, 2.0], [3.0, 4.0]]
    ```
    """
    return {tensor.ptr, Layout(tensor.runtime_layout)}


def _flat(layout: StaticLayout) -> StaticLayout:
    # The modes of rows that follow one another are one mode, however deep they are.
    return StaticLayout(layout.size()) if _is_row_major(layout) else coalesce(layout)
