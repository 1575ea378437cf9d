"""The same numbers of a LayoutTensor by another layout, type, origin or address space."""

from std.layout.algebra import coalesce, composition
from std.layout.layout import Layout
from std.layout.layout_tensor import LayoutTensor
from std.layout.runtime_layout import RuntimeLayout
from std.layout.runtime_tuple import _leaves_before


__extension LayoutTensor:
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

    @always_inline
    def as_imm(
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
        return self.get_immutable()
