"""The layouts of parts of tensors: tiles, vectors, shares of threads, slices."""

from std.layout.algebra import _divided_by_shape, coalesce
from std.layout.int_tuple import UNKNOWN_VALUE, IntTuple, _times
from std.layout.layout import Layout


def sizes_of[*sizes: Int]() -> IntTuple:
    """Parameters as a shape."""
    var result = IntTuple()
    comptime for i in range(sizes.__len__()):
        result.append(sizes[i])
    return result


def inside(layout: Layout, tile: IntTuple) -> Layout:
    """The layout of a tile, mode by mode."""
    var result = Layout()
    for i in range(layout.rank()):
        result.append(mode_inside(layout[i], tile[i]))
    return result if layout.rank() > 1 else result[0]


def outside(layout: Layout, tile: IntTuple) -> Layout:
    """The layout of the tiles, mode by mode."""
    var result = Layout()
    for i in range(layout.rank()):
        result.append(mode_outside(layout[i], tile[i]))
    return result if layout.rank() > 1 else result[0]


def mode_inside(mode: Layout, tile: IntTuple) -> Layout:
    """What of a mode is in a tile."""
    if mode.shape.is_value() and tile.is_value():
        return Layout(tile, mode.stride)
    return _divided_by_shape(mode, tile)[0]


def mode_outside(mode: Layout, tile: IntTuple) -> Layout:
    """How often the tile fits into a mode, and how far apart the tiles are."""
    if mode.shape.is_value() and tile.is_value():
        return Layout(_rounded_up(mode.shape.value(), tile.value()), _times(mode.stride.value(), tile.value()))
    return _divided_by_shape(mode, tile)[1]


def _rounded_up(a: Int, b: Int) -> Int:
    return UNKNOWN_VALUE if a == UNKNOWN_VALUE else (a + b - 1) // b


def clipped(layout: Layout) -> Layout:
    """The layout of a tile at the border, whose dimensions are known at run time."""
    return layout.make_shape_unknown()


def element_of(layout: Layout, vector: IntTuple) -> Layout:
    """The layout of a vector's numbers."""
    return coalesce(inside(layout, vector))


def is_contiguous(layout: Layout) -> Bool:
    """True for numbers that lie in a row."""
    return layout == Layout(layout.size(), 1) or layout.size() == 1


def on_axis(shape: IntTuple, axis: Int) -> IntTuple:
    """The shape with all modes but one reduced to a single place."""
    if axis < 0:
        return shape
    var result = IntTuple()
    for i in range(len(shape)):
        result.append(shape[i] if i == axis else IntTuple(1))
    return result


def sliced(layout: Layout, starts: List[Int], ends: List[Int]) -> Layout:
    """The layout of the places from `starts` to `ends`."""
    var result = Layout()
    for i in range(layout.rank()):
        result.append(Layout(ends[i] - starts[i], layout.stride[i]))
    return result if layout.rank() > 1 else result[0]


def slice_start(bounds: Slice) -> Int:
    """Where a slice starts."""
    return bounds.start.or_else(0)


def slice_end(bounds: Slice, dimension: Int) -> Int:
    """Where a slice ends in a dimension; the dimension is only used where the slice does not say."""
    return bounds.end.or_else(dimension)


def with_mode(layout: Layout, axis: Int, dimension: Int) -> Layout:
    """The layout with another dimension in one mode."""
    return Layout(layout.shape.replace_entry(axis, dimension), layout.stride)


def without_mode(layout: Layout, axis: Int) -> Layout:
    """The other modes."""
    var result = Layout()
    for i in range(layout.rank()):
        if i != axis:
            result.append(layout[i])
    return result if result.rank() > 1 else result[0]
