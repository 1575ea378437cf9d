"""Changing all numbers of a TileTensor."""

from std.layout.tile_tensor import TileTensor
from std.math import exp, recip


__extension TileTensor:
    @always_inline
    def fill(self, value: Scalar[Self.dtype]) -> Self:
        """Sets every number."""
        _ = self.to_layout_tensor().fill(value)
        return self

    @always_inline
    def copy_from(self, other: TileTensor):
        """Copies the elements of a tensor with as many of them; numbers of another type are converted."""
        for i in range(self.num_elements()):
            var value = other._load(other.layout.runtime_layout()(i)).cast[Self.dtype]()
            self._store(self.layout.runtime_layout()(i), rebind[Self.ElementType](value))

    @always_inline
    def __iadd__(mut self, other: TileTensor[Self.dtype, ...]):
        """Adds the elements of a tensor with as many of them."""
        for i in range(self.num_elements()):
            var place = self.layout.runtime_layout()(i)
            self._store(place, self._load(place) + other._at[Self.element_size](i))

    @always_inline
    def __isub__(mut self, other: TileTensor[Self.dtype, ...]):
        """Subtracts the elements of a tensor with as many of them."""
        for i in range(self.num_elements()):
            var place = self.layout.runtime_layout()(i)
            self._store(place, self._load(place) - other._at[Self.element_size](i))

    @always_inline
    def __imul__(mut self, other: TileTensor[Self.dtype, ...]):
        """Multiplies by the elements of a tensor with as many of them."""
        for i in range(self.num_elements()):
            var place = self.layout.runtime_layout()(i)
            self._store(place, self._load(place) * other._at[Self.element_size](i))

    @always_inline
    def __itruediv__(mut self, other: TileTensor[Self.dtype, ...]):
        """Divides by the elements of a tensor with as many of them."""
        for i in range(self.num_elements()):
            var place = self.layout.runtime_layout()(i)
            self._store(place, self._load(place) / other._at[Self.element_size](i))

    @always_inline
    def _at[width: Int](self, place: Int) -> SIMD[Self.dtype, width]:
        return rebind[SIMD[Self.dtype, width]](self._load(self.layout.runtime_layout()(place)))

    @always_inline
    def min(self, other: TileTensor[Self.dtype, ...]):
        """Keeps the smaller of two elements."""
        for i in range(self.num_elements()):
            var place = self.layout.runtime_layout()(i)
            self._store(place, _smaller(self._load(place), other._at[Self.element_size](i)))

    @always_inline
    def max(self, other: TileTensor[Self.dtype, ...]):
        """Keeps the larger of two elements."""
        for i in range(self.num_elements()):
            var place = self.layout.runtime_layout()(i)
            self._store(place, _larger(self._load(place), other._at[Self.element_size](i)))

    @always_inline
    def abs(self):
        """Makes all numbers positive."""
        for i in range(self.num_elements()):
            var place = self.layout.runtime_layout()(i)
            self._store(place, self._load(place).__abs__())

    @always_inline
    def exp(self):
        """Puts e to the power of each number in its place."""
        for i in range(self.num_elements()):
            var place = self.layout.runtime_layout()(i)
            self._store(place, exp(self._load(place)))

    @always_inline
    def recip(self):
        """Puts one divided by each number in its place."""
        for i in range(self.num_elements()):
            var place = self.layout.runtime_layout()(i)
            self._store(place, recip(self._load(place)))


@always_inline
def _smaller[dtype: DType, width: Int](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
    return min(a, b)


@always_inline
def _larger[dtype: DType, width: Int](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
    return max(a, b)
