"""Parts of a TileTensor: tiles, vectors, the share of a thread, slices."""

from std.layout._tensor_parts import _ends, _starts
from std.layout._tiling import (
    element_of,
    inside,
    is_contiguous,
    outside,
    sizes_of,
    slice_end,
    slice_start,
    sliced,
    with_mode,
)
from std.layout.int_tuple import UNKNOWN_VALUE, IntTuple
from std.layout.layout import Layout as StaticLayout
from std.layout.runtime_tuple import _leaves_before
from std.layout.swizzle import Swizzle
from std.layout.tensor_storage import PointerStorage
from std.layout.tile_layout import Layout, TensorLayout, tuple_of
from std.layout.tile_tensor import TileTensor
from std.sys.info import simd_width_of
from std.utils.coord import Coord, CoordLike
from std.utils.index import IndexList
from std.utils.static_tuple import StaticTuple


struct AllOfMode(TrivialRegisterPassable):
    """The type of `All`.

    ```mojo
    from layout.tile_tensor import AllOfMode

    _ = AllOfMode()
    ```
    """

    @always_inline
    def __init__(out self):
        """The mark."""
        pass


@fieldwise_init
struct IndexOrSlice(ImplicitlyCopyable, Movable):
    """What `slice` takes for a mode: an index, or bounds.

    ```mojo
    from layout import TileTensor, row_major

    var numbers: List[Int32] = [0, 1, 2, 3, 4, 5]
    print(TileTensor(numbers, row_major[2, 3]()).slice[1, 0:2]())  # [3, 4]
    ```
    """

    var bounds: Slice
    """From where to where."""
    var is_index: Bool
    """Whether the mode is dropped."""

    @implicit
    def __init__(out self, index: Int):
        """One place."""
        self.bounds = Slice(index, index + 1)
        self.is_index = True

    @implicit
    def __init__(out self, bounds: Slice):
        """Places from one to another."""
        self.bounds = bounds
        self.is_index = False

    @implicit
    def __init__(out self, bounds: ContiguousSlice):
        """Places from one to another."""
        self.bounds = Slice(bounds.start, bounds.end, None)
        self.is_index = False


comptime All = AllOfMode()
"""In `slice`: all places of a mode.

```mojo
from layout import All, TileTensor, row_major

var numbers: List[Int32] = [0, 1, 2, 3, 4, 5]
print(TileTensor(numbers, row_major[2, 3]()).slice(1, All))  # [3, 4, 5]
```
"""


__extension TileTensor:
    @always_inline
    def tile[*sizes: Int](self, *coordinate: Int) -> Self.With[_tile[*sizes](Self.LayoutType.static)]:
        """One of the tiles of the given sizes, by its coordinate among the tiles."""
        comptime assert sizes.__len__() == Self.rank, "a tile has one size for each mode"
        var place = IndexList[Self.rank]()
        comptime for i in range(Self.rank):
            place[i] = coordinate[i]
        return self.tile[*sizes](Coord(place))

    @always_inline
    def tile[
        *sizes: Int, C: CoordLike
    ](self, coordinate: C) -> Self.With[_tile[*sizes](Self.LayoutType.static)] where C.is_tuple:
        """One of the tiles of the given sizes, by its coordinate among the tiles."""
        comptime assert sizes.__len__() == Self.rank, "a tile has one size for each mode"
        comptime layout = _tile[*sizes](Self.LayoutType.static)
        var whole = self.to_layout_tensor()
        var offset = 0
        var result = Layout[layout]()
        comptime for i in range(Self.rank):
            offset += whole._tile_offset[i, sizes[i]](coordinate[i].value())
            whole._fill_tile[i, sizes[i]](result._runtime, coordinate[i].value())
        return {self.ptr + offset, result}

    @always_inline
    def tile[
        *Shape: CoordLike, *Place: CoordLike
    ](self, shape: Coord[*Shape], coordinate: Coord[*Place]) -> Self.With[
        StaticLayout(tuple_of[Coord[*Shape]](), Self.LayoutType.static.stride)
    ]:
        """One of the tiles of a shape, by its coordinate among the tiles."""
        comptime layout = StaticLayout(tuple_of[Coord[*Shape]](), Self.LayoutType.static.stride)
        var whole = self.layout.runtime_layout()
        var offset = 0
        var result = Layout[layout]()
        comptime for i in range(Self.flat_rank):
            offset += coordinate._leaf[i]().value() * shape._leaf[i]().value() * whole.stride.leaf[i]()
            result._runtime.shape.set_leaf[i](shape._leaf[i]().value())
            result._runtime.stride.set_leaf[i](whole.stride.leaf[i]())
        return {self.ptr + offset, result}

    @always_inline
    def tile_with_offset[
        *sizes: Int
    ](self, *coordinate: Int) -> Tuple[
        Self.With[_tile[*sizes](Self.LayoutType.static)], IndexList[Self.rank], Int
    ]:
        """A tile, the coordinate of its first element, and that element's distance from the start."""
        var place = IndexList[Self.rank]()
        comptime for i in range(Self.rank):
            place[i] = coordinate[i]
        return self.tile_with_offset[*sizes](Coord(place))

    @always_inline
    def tile_with_offset[
        *sizes: Int, *Ts: CoordLike
    ](self, coordinate: Coord[*Ts]) -> Tuple[
        Self.With[_tile[*sizes](Self.LayoutType.static)], IndexList[Self.rank], Int
    ]:
        """A tile, the coordinate of its first element, and that element's distance from the start."""
        var corner = IndexList[Self.rank]()
        comptime for i in range(Self.rank):
            corner[i] = coordinate[i].value() * sizes[i]
        var part = self.tile[*sizes](coordinate)
        return (part, corner, (Int(part.ptr) - Int(self.ptr)) // Self.dtype.size_of())

    @always_inline
    def vectorize[
        *sizes: Int
    ](self) -> Self.With[
        _outside[*sizes](Self.LayoutType.static), PointerStorage[element_width = _product[*sizes]()]
    ] where sizes.__len__() > 0:
        """The same numbers as elements that are vectors, which lie in a row."""
        comptime element = element_of(Self.LayoutType.static, sizes_of[*sizes]())
        comptime assert is_contiguous(element), "the numbers of a vector must lie in a row"
        var view = self.to_layout_tensor().vectorize[*sizes]()
        return {{mlir_value = view.ptr.address}, Layout(view.runtime_layout)}

    @always_inline
    def vectorize(
        self,
    ) -> Self.With[
        _rows_of_vectors(Self.LayoutType.static, simd_width_of[Self.dtype]()),
        PointerStorage[element_width = simd_width_of[Self.dtype]()],
    ]:
        """The numbers of a matrix as vectors as wide as the machine's, along the rows."""
        return self.vectorize[1, simd_width_of[Self.dtype]()]()

    @always_inline
    def distribute[
        L: TensorLayout, //, thread_layout: L, swizzle: Optional[Swizzle] = None, I: Intable = Int
    ](self, thread_id: I) -> Self.With[outside(Self.LayoutType.static, L.static.shape)]:
        """The share of one thread: every element whose place in the pattern of threads is that thread's."""
        return self._viewed(self.to_layout_tensor().distribute[L.static, swizzle=swizzle](thread_id))

    @always_inline
    def distribute[
        thread_layout: StaticLayout, swizzle: Optional[Swizzle] = None, I: Intable = Int
    ](self, thread_id: I) -> Self.With[outside(Self.LayoutType.static, thread_layout.shape)]:
        """The share of one thread."""
        return self._viewed(self.to_layout_tensor().distribute[thread_layout, swizzle=swizzle](thread_id))

    @always_inline
    def slice[
        *bounds: Slice
    ](self) -> Self.With[
        sliced(Self.LayoutType.static, _starts[*bounds](), _ends[*bounds](Self.LayoutType.static))
    ]:
        """The elements from one coordinate to another."""
        return self._viewed(self.to_layout_tensor().slice[*bounds]())

    @always_inline
    def slice[
        *places: IndexOrSlice
    ](self) -> Self.With[_chosen[*places](Self.LayoutType.static)] where _has_index[*places]():
        """The elements at indices, which drop their modes, and between bounds of the other modes."""
        comptime assert places.__len__() == Self.rank, "a slice has an index or bounds for each mode"
        comptime layout = _chosen[*places](Self.LayoutType.static)
        var whole = self.layout.runtime_layout()
        var offset = 0
        var result = Layout[layout]()
        comptime for i in range(Self.rank):
            offset += whole.mode_offset[i](comptime (slice_start(places[i].bounds)))
            comptime if not places[i].is_index:
                result._runtime.stride.set_leaf[comptime (_slices_before[*places](i))](whole.stride.value[i]())
        return {self.ptr + offset, result}

    @always_inline
    def slice(
        self, first: Tuple[Int, Int], *others: Tuple[Int, Int]
    ) -> Self.With[StaticLayout(_unknown_like(Self.LayoutType.static.shape), Self.LayoutType.static.stride)]:
        """The elements between bounds of each mode that are known only now."""
        comptime layout = StaticLayout(_unknown_like(Self.LayoutType.static.shape), Self.LayoutType.static.stride)
        var whole = self.layout.runtime_layout()
        var offset = 0
        var result = Layout[layout]()
        comptime for i in range(Self.rank):
            var begin = first[0]
            var end = first[1]
            comptime if i > 0:
                begin = others[i - 1][0]
                end = others[i - 1][1]
            offset += begin * whole.stride.leaf[i]()
            result._runtime.shape.set_leaf[i](end - begin)
            result._runtime.stride.set_leaf[i](whole.stride.leaf[i]())
        return {self.ptr + offset, result}

    @always_inline
    def slice[
        *Ts: AnyType
    ](self, *places: *Ts) -> Self.With[_kept[*Ts](Self.LayoutType.static)] where _is_selection[*Ts]():
        """The elements with the given indices; `All` keeps a mode, an index drops it."""
        comptime assert Ts.__len__() == Self.rank, "a slice has an index or 'All' for each mode"
        var whole = self.layout.runtime_layout()
        var offset = 0
        var result = Layout[_kept[*Ts](Self.LayoutType.static)]()
        comptime for i in range(Self.rank):
            comptime if __same_type[Ts[i], AllOfMode]():
                comptime place = _kept_before[i, *Ts]()
                result._runtime.shape.set_leaf[place](whole.shape.leaf[i]())
                result._runtime.stride.set_leaf[place](whole.stride.leaf[i]())
            else:
                comptime assert conforms_to(Ts[i], CoordLike)
                offset += places[i].value() * whole.stride.leaf[i]()
        return {self.ptr + offset, result}

    @always_inline
    def split[
        count: Int, axis: Int = 0
    ](self) -> StaticTuple[
        Self.With[
            with_mode(Self.LayoutType.static, axis, Self.LayoutType.static.shape[axis].size() // count)
        ],
        count,
    ]:
        """`count` equal parts in one direction."""
        comptime size = Self.LayoutType.static.shape[axis].size() // count
        comptime assert size * count == Self.LayoutType.static.shape[axis].size(), "the parts must have the same size"
        comptime part = with_mode(Self.LayoutType.static, axis, size)
        var parts = self.to_layout_tensor().split[count, axis]()
        var result = StaticTuple[Self.With[part], count]()
        comptime for i in range(count):
            result[i] = self._viewed(parts[i])
        return result

    @always_inline
    def split[
        axis: Int = 0
    ](self, count: Int, idx: Int) -> Self.With[with_mode(Self.LayoutType.static, axis, UNKNOWN_VALUE)]:
        """Part `idx` of `count` parts in one direction; the last one may be smaller."""
        return self._viewed(self.to_layout_tensor().split[axis](count, idx))


def _has_index[*places: IndexOrSlice]() -> Bool:
    comptime for i in range(places.__len__()):
        comptime if places[i].is_index:
            return True
    return False


def _slices_before[*places: IndexOrSlice](mode: Int) -> Int:
    var count = 0
    comptime for i in range(places.__len__()):
        count += Int(i < mode and not places[i].is_index)
    return count


def _chosen[*places: IndexOrSlice](layout: StaticLayout) -> StaticLayout:
    # What is left when indices drop their modes; nothing where the number of modes is wrong, as overloads are tried.
    var result = StaticLayout()
    comptime for i in range(places.__len__()):
        comptime if not places[i].is_index:
            if i < layout.rank():
                var end = slice_end(places[i].bounds, layout.shape[i].size())
                result.append(StaticLayout(end - slice_start(places[i].bounds), layout.stride[i]))
    return result[0] if result.rank() == 1 else result


def _tile[*sizes: Int](layout: StaticLayout) -> StaticLayout:
    # The layout of a tile; nothing where the sizes do not fit, as overloads are tried.
    if sizes.__len__() != layout.rank():
        return StaticLayout()
    return inside(layout, sizes_of[*sizes]())


def _product[*sizes: Int]() -> Int:
    var result = 1
    comptime for i in range(sizes.__len__()):
        result *= sizes[i]
    return result


def _unknown_like(shape: IntTuple) -> IntTuple:
    return shape._with_values(List[Int](length=shape.count_values(), fill=UNKNOWN_VALUE))


def _is_selection[*Ts: AnyType]() -> Bool:
    # Whether these are indices and `All`.
    comptime for i in range(Ts.__len__()):
        comptime if not (__same_type[Ts[i], AllOfMode]() or conforms_to(Ts[i], CoordLike)):
            return False
    return True


def _kept_before[mode: Int, *Ts: AnyType]() -> Int:
    var count = 0
    comptime for i in range(mode):
        comptime if __same_type[Ts[i], AllOfMode]():
            count += 1
    return count


def _kept[*Ts: AnyType](layout: StaticLayout) -> StaticLayout:
    var result = StaticLayout()
    comptime for i in range(Ts.__len__()):
        comptime if __same_type[Ts[i], AllOfMode]():
            result.append(layout[i])
    return result[0] if result.rank() == 1 else result


def _rows_of_vectors(layout: StaticLayout, width: Int) -> StaticLayout:
    # The layout of vectors along the rows of a matrix; others are asked, too, where an overload for them is meant.
    return outside(layout, IntTuple(1, width)) if layout.rank() == 2 else layout


def _outside[*sizes: Int](layout: StaticLayout) -> StaticLayout:
    # The layout of vectors of the given sizes; asked without sizes, too, where an overload without them is meant.
    comptime if sizes.__len__() == 0:
        return layout
    else:
        return outside(layout, sizes_of[*sizes]())
