"""Layout: from coordinates to offsets, by a shape and a stride that may be nested."""

from std.utils.index import IndexList

from std.layout.algebra import (
    apply_tiler,
    blocked_product,
    coalesce,
    complement,
    composition,
    cosize,
    downcast,
    expand_modes_alike,
    expand_strides,
    hierarchical_unzip,
    is_contiguous_dim,
    is_row_major,
    left_inverse,
    logical_divide,
    logical_product,
    make_layout,
    make_ordered_layout,
    right_inverse,
    size,
    sublayout,
    tile_to_shape,
    tiled_divide,
    upcast,
    zip_modes,
    zipped_divide,
)
from std.layout.coordinates import _offset_of_index
from std.layout.int_tuple import (
    UNKNOWN_VALUE,
    IntTuple,
    crd2idx,
    fill_like,
    idx2crd,
    prefix_product,
    suffix_product,
)
from std.layout.picture import format_layout, format_thread_values, print_layout, print_thread_values

comptime LayoutList = List[Layout]
"""Layouts, one for each mode of another: a tiler.

Example:

```mojo
from layout.layout import Layout, LayoutList

var tiler: LayoutList = [Layout(2), Layout(4)]
print(len(tiler))  # 2
```
"""


struct Layout(Defaultable, Equatable, ImplicitlyCopyable, Movable, Sized, Stringable, Writable):
    """A function from coordinates to offsets.

    `shape` says which coordinates there are, `stride` how far apart neighbours in each direction are. Both have the same
    nesting; an integer coordinate of a nested mode counts its places from the left.

    ```mojo
    from layout import Layout, IntTuple

    def main():
        comptime layout = Layout.row_major(2, 3)
        print(layout, comptime(layout(IntTuple(1, 2))))  # ((2, 3):(3, 1)) 5
    ```

    ```mojo
    from layout import IntTuple, Layout

    var layout = Layout.col_major(2, 3)
    print(layout.idx(IntTuple(1, 2)), layout.idx2crd(5), layout.rank())  # 5 (1, 2) 2
    print(layout.size(), layout.cosize(), layout.depth())  # 6 6 1
    print(layout.all_dims_known(), layout.known_shape(), layout.transpose())  # True True ((3, 2):(2, 1))
    print(layout.coalesce(), layout.composition(Layout(2)), Layout(2).complement(4))  # (6:1) (2:1) (2:2)
    layout.append(Layout(4))
    print(layout.rank(), layout.make_shape_unknown[0]().known_shape())  # 3 False
    ```
    """

    var shape: IntTuple
    """How many places there are in each direction."""

    var stride: IntTuple
    """How far apart neighbours are in each direction."""

    # -- making ---------------------------------------------------------------------------------

    def __init__(out self):
        """The layout without modes."""
        self.shape = IntTuple()
        self.stride = IntTuple()

    @implicit
    def __init__(out self, shape: IntTuple):
        """A shape whose leftmost dimension is contiguous."""
        self.shape = shape
        self.stride = prefix_product(shape)

    def __init__(out self, shape: IntTuple, stride: IntTuple):
        """A shape with its strides, of the same nesting."""
        self.shape = shape
        self.stride = stride

    def __init__(out self, *, copy: Self):
        """The same layout."""
        self.shape = copy.shape
        self.stride = copy.stride

    @staticmethod
    def row_major(*dims: Int) -> Layout:
        """A shape whose rightmost dimension is contiguous."""
        return Layout.row_major(_dimensions(dims))

    @staticmethod
    def row_major(shape: IntTuple) -> Layout:
        """A shape whose rightmost dimension is contiguous."""
        return Layout(shape, suffix_product(shape))

    @staticmethod
    def row_major[rank: Int]() -> Layout:
        """`rank` unknown dimensions, the rightmost one contiguous."""
        return Layout.row_major(_unknown(rank))

    @staticmethod
    def row_major[rank: Int](dims: IndexList[rank]) -> Layout:
        """A shape whose rightmost dimension is contiguous."""
        return Layout.row_major(IntTuple(dims))

    @staticmethod
    def col_major(*dims: Int) -> Layout:
        """A shape whose leftmost dimension is contiguous."""
        return Layout(_dimensions(dims))

    @staticmethod
    def col_major(shape: IntTuple) -> Layout:
        """A shape whose leftmost dimension is contiguous."""
        return Layout(shape)

    @staticmethod
    def col_major[rank: Int]() -> Layout:
        """`rank` unknown dimensions, the leftmost one contiguous."""
        return Layout(_unknown(rank))

    @staticmethod
    def col_major[rank: Int](dims: IndexList[rank]) -> Layout:
        """A shape whose leftmost dimension is contiguous."""
        return Layout(IntTuple(dims))

    # -- from coordinates to offsets ----------------------------------------------------------------

    def __call__(self, coordinate: IntTuple) -> Int:
        """The offset of a coordinate; an integer counts the places from the left."""
        return crd2idx(coordinate, self.shape, self.stride)

    def __call__(self, index: Int) -> Int:
        """The offset of a place, counted from the left."""
        return _offset_of_index(index, self.shape._codes, self.stride._codes, 0)

    def __call__(self, first: Int, second: Int, *others: Int) -> Int:
        """The offset of a coordinate given mode by mode."""
        var offset = self._mode_offset(0, first) + self._mode_offset(1, second)
        for i in range(others.__len__()):
            offset += self._mode_offset(i + 2, others[i])
        return offset

    def _mode_offset(self, mode: Int, index: Int) -> Int:
        return _offset_of_index(index, self.shape._codes, self.stride._codes, self.shape._start(mode))

    def idx(self, coordinate: IntTuple) -> Int:
        """The offset of a coordinate."""
        return self(coordinate)

    def idx2crd(self, idx: Int) -> IntTuple:
        """The coordinate that has an offset, in a layout without overlaps."""
        return idx2crd(idx, self.shape, self.stride)

    # -- what it is -----------------------------------------------------------------------------

    def rank(self) -> Int:
        """How many modes there are."""
        return len(self.shape)

    def __len__(self) -> Int:
        """How many modes there are."""
        return len(self.shape)

    def size(self) -> Int:
        """How many coordinates there are; unknown when a dimension is."""
        return self.shape.size()

    def cosize(self) -> Int:
        """One more than the largest offset; unknown when a dimension or stride is."""
        var dimensions = self.shape._values()
        var strides = self.stride._values()
        var last = 0
        for i in range(len(dimensions)):
            if dimensions[i] == UNKNOWN_VALUE or strides[i] == UNKNOWN_VALUE:
                return UNKNOWN_VALUE
            last += (dimensions[i] - 1) * max(strides[i], -strides[i])
        return last + 1

    def depth(self) -> Int:
        """How deep the nesting is."""
        return self.shape.depth()

    def all_dims_known(self) -> Bool:
        """True when all dimensions and strides are known."""
        return self.shape.all_known() and self.stride.all_known()

    def known_shape(self) -> Bool:
        """True when all dimensions are known."""
        return self.shape.all_known()

    def __eq__(self, other: Self) -> Bool:
        """True for the same shape and stride."""
        return self.shape == other.shape and self.stride == other.stride

    def __ne__(self, other: Self) -> Bool:
        """True when the shape or the stride differs."""
        return not self == other

    # -- modes ----------------------------------------------------------------------------------

    def __getitem__(self, index: Int) -> Layout:
        """The layout of one mode."""
        return Layout(self.shape[index], self.stride[index])

    def __iter__(self) -> _LayoutIter:
        """Walks the modes."""
        return _LayoutIter(self, 0)

    def append(mut self, mode: Layout):
        """Adds a mode at the end."""
        self.shape.append(mode.shape)
        self.stride.append(mode.stride)

    def transpose(self) -> Layout:
        """The modes in opposite order."""
        if self.shape.is_value():
            return self
        var result = Layout()
        for i in range(self.rank() - 1, -1, -1):
            result.append(self[i])
        return result

    def make_shape_unknown[axis: Int = UNKNOWN_VALUE](self) -> Layout:
        """The same with the dimensions of one mode, or of all, unknown."""
        comptime if axis == UNKNOWN_VALUE:
            return Layout(fill_like(self.shape, UNKNOWN_VALUE), self.stride)
        else:
            return Layout(
                self.shape.replace_entry(axis, fill_like(self.shape[axis], UNKNOWN_VALUE)), self.stride
            )

    # -- the algebra as methods ---------------------------------------------------------------------

    def coalesce(self, keep_rank: Bool = False) -> Layout:
        """The same function with as few modes as possible; see `coalesce`."""
        return coalesce(self, keep_rank)

    def composition(self, other: Layout) -> Layout:
        """This layout after the other one; see `composition`."""
        return composition(self, other)

    def complement(self, size: Int = 1) -> Layout:
        """The offsets that this layout leaves out; see `complement`."""
        return complement(self, size)

    # -- text -----------------------------------------------------------------------------------

    def write_to(self, mut writer: Some[Writer]):
        """Writes `((2, 3):(3, 1))`."""
        writer.write("(", self.shape, ":", self.stride, ")")

    def __str__(self) -> String:
        """The text that `print` shows."""
        return String.write(self)


@fieldwise_init
struct _LayoutIter(Copyable, CheckedIterator):
    """Walks the modes of a layout."""

    comptime Element = Layout

    var layout: Layout
    var index: Int

    def __iter__(self) -> Self:
        return self.copy()

    def __has_next__(self) -> Bool:
        return self.index < self.layout.rank()

    def __next__(mut self) -> Layout:
        self.index += 1
        return self.layout[self.index - 1]


def MakeLayoutList(*layouts: Layout) -> LayoutList:
    """A tiler of the given layouts.

    ```mojo
    from layout.layout import Layout, MakeLayoutList, logical_divide

    def main():
        print(logical_divide(Layout.row_major(4, 4), MakeLayoutList(Layout(2), Layout(2))))
    ```
    """
    var result = LayoutList()
    for i in range(layouts.__len__()):
        result.append(layouts[i].copy())
    return result^


def MakeTileLayoutList[*tile_sizes: Int]() -> LayoutList:
    """A tiler of contiguous tiles of the given sizes.

    Example:

    ```mojo
    from layout.layout import MakeTileLayoutList

    print(MakeTileLayoutList[2, 4]()[1])  # (4:1)
    ```
    """
    var result = LayoutList()
    comptime for i in range(tile_sizes.__len__()):
        result.append(Layout(tile_sizes[i]))
    return result^


def _dimensions(dims: VariadicList[Int]) -> IntTuple:
    if dims.__len__() == 1:
        return IntTuple(dims[0])
    var shape = IntTuple()
    for i in range(dims.__len__()):
        shape.append(dims[i])
    return shape


def _unknown(rank: Int) -> IntTuple:
    return IntTuple(elements=List[Int](length=rank, fill=UNKNOWN_VALUE))
