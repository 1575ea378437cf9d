"""The memory of what sequences were: keys and values of all layers, in pages that sequences share out."""

from __future__ import annotations

from dataclasses import dataclass

from ember.dtype import DType
from ember.graph import BufferType, BufferValue, DeviceRef, TensorType, TensorValue
from ember.graph.api.types import Type

_SCALE_BYTES = 4


@dataclass(frozen=True)
class PagedCacheType:
    """What a cache holds: `[pages, 2, layers, page_size, heads, size]`.

    Of `int8`, the numbers of a head have a scale of four bytes behind them.
    """

    layers: int
    heads: int
    size: int
    page_size: int = 128
    dtype: DType = DType.float32
    device: DeviceRef = DeviceRef.CPU()

    def shape(self, pages: int) -> tuple[int, ...]:
        """The shape of so many pages."""
        return (pages, 2, self.layers, self.page_size, self.heads, self.row)

    @property
    def row(self) -> int:
        """How many elements the numbers of a head take."""
        return self.size + _SCALE_BYTES if self.dtype is DType.int8 else self.size

    def bytes_per_page(self) -> int:
        """How much memory a page takes."""
        elements = 2 * self.layers * self.page_size * self.heads * self.row
        return elements * self.dtype.size_in_bytes

    def input_types(self) -> list[Type]:
        """The inputs of a graph that uses the cache, in the order of `PagedCache`."""
        u32, device = DType.uint32, self.device
        shape: list[int | str] = ["kv_pages", 2, self.layers, self.page_size, self.heads, self.row]
        return [
            BufferType(self.dtype, shape, device),
            TensorType(u32, ["offsets"], device),
            TensorType(u32, ["batch"], device),
            TensorType(u32, ["batch", "table"], device),
        ]


@dataclass
class PagedCache:
    """The cache in a graph, and which parts of it a ragged batch uses."""

    pages: BufferValue
    row_offsets: TensorValue
    """Where in the batch's tokens each sequence begins, and the end of the last."""
    lengths: TensorValue
    """How many tokens of each sequence are in the cache."""
    table: TensorValue
    """Which pages each sequence has."""
