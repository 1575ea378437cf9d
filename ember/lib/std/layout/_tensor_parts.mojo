"""Parts of a LayoutTensor: tiles, vectors, the share of a thread, slices."""

from std.layout._tiling import (
    element_of,
    mode_inside,
    mode_outside,
    on_axis,
    outside,
    sizes_of,
    slice_end,
    slice_start,
    sliced,
    with_mode,
)
from std.layout.int_tuple import UNKNOWN_VALUE
from std.layout.layout import Layout
from std.layout.layout_tensor import LayoutTensor
from std.layout.runtime_layout import RuntimeLayout, _quotient, _remainder
from std.layout.runtime_tuple import _leaves_before
from std.layout.swizzle import Swizzle
from std.layout.tensor_iterator import LayoutTensorIter
from std.utils.static_tuple import StaticTuple


__extension LayoutTensor:
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
