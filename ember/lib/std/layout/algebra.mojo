"""The algebra of layouts: coalescing, composition, complement, division, product, inverses."""

from std.layout.int_tuple import UNKNOWN_VALUE, IntTuple, _times
from std.layout.layout import Layout, LayoutList
from std.layout.shapes import _divide, compact_order, prefix_product


def size(layout: Layout) -> Int:
    """How many coordinates a layout has.

    Example:

    ```mojo
    from layout.layout import Layout, size

    print(size(Layout.row_major(4, 6)))  # 24
    ```
    """
    return layout.size()


def size(shape: IntTuple) -> Int:
    """How many coordinates a shape has."""
    return shape.size()


def cosize(layout: Layout) -> Int:
    """One more than the largest offset of a layout.

    Example:

    ```mojo
    from layout.layout import Layout, cosize

    print(cosize(Layout(4, 3)))  # 10
    ```
    """
    return layout.cosize()


def make_layout(*layouts: Layout) -> Layout:
    """A layout with the given ones as its modes.

    ```mojo
    from layout.layout import Layout, make_layout

    def main():
        print(make_layout(Layout(2), Layout(3, 2)))  # ((2, 3):(1, 2))
    ```
    """
    var result = Layout()
    for i in range(layouts.__len__()):
        result.append(layouts[i])
    return result


def make_layout(layouts: LayoutList) -> Layout:
    """A layout with the given ones as its modes."""
    var result = Layout()
    for layout in layouts:
        result.append(layout)
    return result


def make_ordered_layout(shape: IntTuple, order: IntTuple) -> Layout:
    """A layout without gaps, whose dimensions lie as `order` numbers them, the least contiguous.

    ```mojo
    from layout import IntTuple
    from layout.layout import make_ordered_layout

    def main():
        print(make_ordered_layout(IntTuple(2, 3, 4), IntTuple(1, 2, 0)))  # ((2, 3, 4):(4, 8, 1))
    ```
    """
    return Layout(shape, compact_order(shape, order))


def sublayout(layout: Layout, *modes: Int) -> Layout:
    """Some modes of a layout.

    Example:

    ```mojo
    from layout.layout import Layout, sublayout

    print(sublayout(Layout.row_major(2, 3, 4), 0, 2))  # ((2, 4):(12, 1))
    ```
    """
    var result = Layout()
    for i in range(modes.__len__()):
        result.append(layout[modes[i]])
    return result


def is_row_major[rank: Int](layout: Layout) -> Bool:
    """True when the rightmost of `rank` flat dimensions is contiguous and there are no gaps.

    Example:

    ```mojo
    from layout.layout import Layout, is_row_major

    print(is_row_major[2](Layout.row_major(2, 3)), is_row_major[2](Layout.col_major(2, 3)))  # True False
    ```
    """
    if layout.rank() != rank or not layout.shape.is_flat():
        return False
    return layout == Layout.row_major(layout.shape)


def is_contiguous_dim(layout: Layout, dim: Int) -> Bool:
    """True when neighbours in a direction are neighbours in memory.

    Example:

    ```mojo
    from layout.layout import Layout, is_contiguous_dim

    print(is_contiguous_dim(Layout.row_major(2, 3), 1))  # True
    ```
    """
    var flat = coalesce(layout[dim])
    return flat.shape.is_value() and (flat.stride.value() == 1 or flat.shape.value() == 1)


# -- fewer modes ---------------------------------------------------------------------------------------


def coalesce(layout: Layout, keep_rank: Bool = False) -> Layout:
    """The same function of an integer coordinate with as few modes as possible.

    ```mojo
    from layout.layout import Layout, coalesce

    def main():
        print(coalesce(Layout((2, (1, 6)), (1, (6, 2)))))  # (12:1)
    ```
    """
    if keep_rank:
        var modes = Layout()
        for i in range(layout.rank()):
            modes.append(coalesce(layout[i]))
        return modes
    return _from_lists(_merged(layout))


@fieldwise_init
struct _Flat(Copyable, Movable, Sized):
    # The dimensions of a layout without nesting.
    var shape: List[Int]
    var stride: List[Int]

    def __len__(self) -> Int:
        return len(self.shape)

    def add(mut self, dimension: Int, stride: Int):
        self.shape.append(dimension)
        self.stride.append(stride)


def _merged(layout: Layout) -> _Flat:
    # Flat dimensions, none of them 1, none a continuation of the one before.
    var dimensions = layout.shape._values()
    var strides = layout.stride._values()
    var result = _Flat(List[Int](), List[Int]())
    for i in range(len(dimensions)):
        if dimensions[i] == 1:
            continue
        var last = len(result) - 1
        if last >= 0 and _continues(result.shape[last], result.stride[last], dimensions[i], strides[i]):
            result.shape[last] *= dimensions[i]
        else:
            result.add(dimensions[i], strides[i])
    return result^


def _continues(dimension: Int, stride: Int, next: Int, next_stride: Int) -> Bool:
    if dimension == UNKNOWN_VALUE or stride == UNKNOWN_VALUE or next == UNKNOWN_VALUE:
        return False
    return dimension * stride == next_stride


def _from_lists(flat: _Flat) -> Layout:
    if len(flat) == 0:
        return Layout(1, 0)
    if len(flat) == 1:
        return Layout(flat.shape[0], flat.stride[0])
    return Layout(IntTuple(elements=flat.shape), IntTuple(elements=flat.stride))


# -- one layout after another --------------------------------------------------------------------------


def composition(layout_a: Layout, layout_b: Layout) -> Layout:
    """The layout that gives `layout_a(layout_b(c))` for every coordinate of `layout_b`.

    ```mojo
    from layout.layout import Layout, composition

    def main():
        print(composition(Layout((4, 3), (3, 1)), Layout(6, 2)))  # ((2, 3):(6, 1))
    ```
    """
    var flat = _merged(layout_a)
    if len(flat) == 0:
        flat.add(1, 0)
        if layout_a.shape.is_value():
            flat.stride[0] = layout_a.stride.value()
    return _composed(flat, layout_b.shape, layout_b.stride)


def composition(layout_a: Layout, tiler: LayoutList) -> Layout:
    """Each mode of `layout_a` composed with its layout of the tiler; more modes stay as they are."""
    var result = Layout()
    for i in range(layout_a.rank()):
        result.append(composition(layout_a[i], tiler[i]) if i < len(tiler) else layout_a[i])
    return result


def _composed(a: _Flat, shape: IntTuple, stride: IntTuple) -> Layout:
    if shape.is_value():
        return _composed_with_mode(a, shape.value(), stride.value())
    var result = Layout()
    for i in range(len(shape)):
        result.append(_composed(a, shape[i], stride[i]))
    return result


def _composed_with_mode(a: _Flat, count: Int, step: Int) -> Layout:
    # Takes every `step`-th place of `a`, `count` times: the step skips the first dimensions of `a` in part or whole,
    # the count is then shared out to what is left of them.
    if step == 0 or count == 1:
        return Layout(count, 0)
    var result = _Flat(List[Int](), List[Int]())
    var rest_count = count
    var rest_step = step
    for i in range(len(a) - 1):
        var available = _divide(a.shape[i], rest_step)
        var taken = _least(available, rest_count)
        if taken != 1:
            result.add(taken, _times(rest_step, a.stride[i]))
        rest_count = _divide(rest_count, available)
        rest_step = _divide(rest_step, a.shape[i])
    var last = len(a) - 1
    if rest_count != 1 or len(result) == 0:
        result.add(rest_count, _times(rest_step, a.stride[last]))
    return _from_lists(result)


def _least(a: Int, b: Int) -> Int:
    return UNKNOWN_VALUE if a == UNKNOWN_VALUE or b == UNKNOWN_VALUE else min(a, b)


# -- what a layout leaves out --------------------------------------------------------------------------


def complement(layout: Layout, size: Int = 1) -> Layout:
    """The offsets below `size` that `layout` leaves out, as a layout: together they reach each offset once.

    ```mojo
    from layout.layout import Layout, complement

    def main():
        print(complement(Layout(4, 2), 24))  # ((2, 3):(1, 8))
    ```
    """
    var flat = _sorted_by_stride(_merged(layout))
    var result = Layout()
    var covered = 1
    for i in range(len(flat)):
        if flat.stride[i] == 0:
            continue
        result.append(Layout(_quotient(flat.stride[i], covered), covered))
        covered = _times(flat.shape[i], flat.stride[i])
    result.append(Layout(_quotient_up(size, covered), covered))
    return coalesce(result)


def _quotient(a: Int, b: Int) -> Int:
    return UNKNOWN_VALUE if a == UNKNOWN_VALUE or b == UNKNOWN_VALUE else max(a // b, 1)


def _quotient_up(a: Int, b: Int) -> Int:
    return UNKNOWN_VALUE if a == UNKNOWN_VALUE or b == UNKNOWN_VALUE else (a + b - 1) // b


def _sorted_by_stride(flat: _Flat) -> _Flat:
    var shape = flat.shape.copy()
    var stride = flat.stride.copy()
    for i in range(1, len(shape)):
        var k = i
        while k > 0 and (stride[k] < stride[k - 1] or (stride[k] == stride[k - 1] and shape[k] < shape[k - 1])):
            swap(stride[k], stride[k - 1])
            swap(shape[k], shape[k - 1])
            k -= 1
    return _Flat(shape^, stride^)


# -- division: a layout cut into tiles ------------------------------------------------------------------


def logical_divide(layout_a: Layout, tiler: Layout) -> Layout:
    """Cuts a layout into tiles: the first mode is the places in a tile, the second the tiles.

    ```mojo
    from layout.layout import Layout, logical_divide

    def main():
        print(logical_divide(Layout(16, 3), Layout(4)))  # ((4, 4):(3, 12))
    ```
    """
    return composition(layout_a, make_layout(tiler, complement(tiler, layout_a.size())))


def logical_divide(layout_a: Layout, tiler: LayoutList) -> Layout:
    """Cuts each mode with its layout of the tiler; more modes stay as they are."""
    var result = Layout()
    for i in range(layout_a.rank()):
        result.append(logical_divide(layout_a[i], tiler[i]) if i < len(tiler) else layout_a[i])
    return result


def zipped_divide(layout_a: Layout, tiler: LayoutList) -> Layout:
    """Cuts each mode, then gathers: the first mode is a tile, the second says which tile.

    ```mojo
    from layout.layout import Layout, MakeLayoutList, zipped_divide

    def main():
        var divided = zipped_divide(Layout.row_major(4, 4), MakeLayoutList(Layout(2), Layout(2)))
        print(divided)  # (((2, 2), (2, 2)):((4, 1), (8, 2)))
    ```
    """
    return hierarchical_unzip(layout_a, tiler)


def zipped_divide(layout_a: Layout, tile: Layout) -> Layout:
    """Cuts a layout into tiles of the shape of `tile`; the first mode is a tile, the second says which tile.

    A tile that is not nested is one layout for all modes together.
    """
    if tile.shape.is_value():
        return logical_divide(layout_a, tile)
    return _divided_by_shape(layout_a, tile.shape)


def _divided_by_shape(layout: Layout, tile: IntTuple) -> Layout:
    # (tile, rest) for a tile whose nesting follows that of the layout.
    if tile.is_value() or layout.shape.is_value():
        return logical_divide(layout, Layout(tile))
    var inside = Layout()
    var outside = Layout()
    for i in range(layout.rank()):
        if i < len(tile):
            var divided = _divided_by_shape(layout[i], tile[i])
            inside.append(divided[0])
            outside.append(divided[1])
        else:
            outside.append(layout[i])
    return make_layout(inside, outside)


def tiled_divide(layout_a: Layout, tiler: LayoutList) -> Layout:
    """As `zipped_divide`, with the modes that say which tile side by side: `(tile, rest, rest, …)`.

    ```mojo
    from layout.layout import Layout, MakeLayoutList, tiled_divide

    def main():
        print(tiled_divide(Layout.row_major(4, 4), MakeLayoutList(Layout(2), Layout(2))))
    ```
    """
    return _spread_rest(zipped_divide(layout_a, tiler))


def tiled_divide(layout_a: Layout, tile: Layout) -> Layout:
    """As `zipped_divide`, with the modes that say which tile side by side."""
    return _spread_rest(zipped_divide(layout_a, tile))


def _spread_rest(divided: Layout) -> Layout:
    var result = make_layout(divided[0])
    for i in range(divided[1].rank()):
        result.append(divided[1][i])
    return result


def hierarchical_unzip(layout_a: Layout, tiler: LayoutList) -> Layout:
    """Cuts each mode by its layout of a tiler, and gathers the first halves and the second halves.

    Example:

    ```mojo
    from layout.layout import Layout, MakeLayoutList, hierarchical_unzip

    var tiler = MakeLayoutList(Layout(2), Layout(2))
    print(hierarchical_unzip(Layout.row_major(4, 4), tiler))  # (((2, 2), (2, 2)):((4, 1), (8, 2)))
    ```
    """
    var inside = Layout()
    var outside = Layout()
    for i in range(layout_a.rank()):
        if i < len(tiler):
            var divided = logical_divide(layout_a[i], tiler[i])
            inside.append(divided[0])
            outside.append(divided[1])
        else:
            outside.append(layout_a[i])
    return make_layout(inside, outside)


def hierarchical_unzip(layout_a: Layout, tiler: Layout) -> Layout:
    """Cuts a layout as a whole: the first mode is a tile, the second says which tile."""
    return logical_divide(layout_a, tiler)


def apply_tiler[
    func: def(Layout, Layout) thin -> Layout
](layout_a: Layout, tiler: LayoutList) -> Layout:
    """Applies a function to each mode and its layout of the tiler; more modes stay as they are.

    Example:

    ```mojo
    from layout.layout import Layout, MakeLayoutList, apply_tiler, composition

    print(apply_tiler[composition](Layout.row_major(4, 4), MakeLayoutList(Layout(2), Layout(2))))  # ((2, 2):(4, 1))
    ```
    """
    var result = Layout()
    for i in range(layout_a.rank()):
        result.append(func(layout_a[i], tiler[i]) if i < len(tiler) else layout_a[i])
    return result


# -- product: a layout repeated ---------------------------------------------------------------------------


def logical_product(layout_a: Layout, layout_b: Layout) -> Layout:
    """Repeats `layout_a` as `layout_b` says: the first mode is `layout_a`, the second its repetitions.

    ```mojo
    from layout.layout import Layout, logical_product

    def main():
        print(logical_product(Layout((2, 2), (4, 1)), Layout(6)))  # (((2, 2), (2, 3)):((4, 1), (2, 8)))
    ```
    """
    var around = complement(layout_a, layout_a.size() * layout_b.cosize())
    return make_layout(layout_a, composition(around, layout_b))


def logical_product(layout_a: Layout, tiler: LayoutList) -> Layout:
    """Repeats each mode as its layout of the tiler says."""
    if len(tiler) == 1:
        return logical_product(layout_a, tiler[0])
    var result = Layout()
    for i in range(layout_a.rank()):
        result.append(logical_product(layout_a[i], tiler[i]) if i < len(tiler) else layout_a[i])
    return result


def zip_modes(layout_a: Layout, layout_b: Layout) -> Layout:
    """Pairs the modes of two layouts; what one lacks is a single place.

    Example:

    ```mojo
    from layout.layout import Layout, zip_modes

    print(zip_modes(Layout.row_major(2, 2), Layout.row_major(3, 3)))  # (((2, 3), (2, 3)):((2, 3), (1, 1)))
    ```
    """
    var result = Layout()
    for i in range(max(layout_a.rank(), layout_b.rank())):
        result.append(make_layout(_mode_or_one(layout_a, i), _mode_or_one(layout_b, i)))
    return result


def _mode_or_one(layout: Layout, i: Int) -> Layout:
    return layout[i] if i < layout.rank() else Layout(1, 0)


def blocked_product(layout_a: Layout, layout_b: Layout, coalesce_output: Bool = False) -> Layout:
    """A matrix of blocks: `layout_a` is a block, `layout_b` says where the blocks are.

    ```mojo
    from layout.layout import Layout, blocked_product

    def main():
        print(blocked_product(Layout.row_major(2, 2), Layout.row_major(2, 2)))
    ```
    """
    var product = logical_product(layout_a, layout_b)
    var result = zip_modes(product[0], product[1])
    return coalesce(result, keep_rank=True) if coalesce_output else result


def tile_to_shape(tile: Layout, target_shape: IntTuple) -> Layout:
    """Repeats a tile until it has a shape, from the leftmost direction on.

    Example:

    ```mojo
    from layout import IntTuple
    from layout.layout import Layout, tile_to_shape

    print(tile_to_shape(Layout.row_major(2, 2), IntTuple(4, 4)))  # (((2, 2), (2, 2)):((2, 4), (1, 8)))
    ```
    """
    return blocked_product(tile, Layout(_repetitions(tile, target_shape)))


def tile_to_shape(tile: Layout, target_shape: IntTuple, order: IntTuple) -> Layout:
    """Repeats a tile until it has a shape, first in the direction with the least number in `order`."""
    return blocked_product(tile, make_ordered_layout(_repetitions(tile, target_shape), order))


def _repetitions(tile: Layout, target_shape: IntTuple) -> IntTuple:
    var counts = IntTuple()
    for i in range(len(target_shape)):
        counts.append(_divide(target_shape[i].size(), tile.shape[i].size()))
    return counts


# -- inverses -----------------------------------------------------------------------------------------


def right_inverse(layout: Layout) -> Layout:
    """The longest layout with `layout(right_inverse(i)) == i`.

    ```mojo
    from layout.layout import Layout, right_inverse

    def main():
        print(right_inverse(Layout.row_major(4, 2)))  # ((2, 4):(4, 1))
    ```
    """
    var dimensions = layout.shape._values()
    var strides = layout.stride._values()
    var result = _Flat(List[Int](), List[Int]())
    var reached = 1
    while True:
        var place = 1
        var found = False
        for i in range(len(dimensions)):
            if strides[i] == reached and dimensions[i] != 1:
                result.add(dimensions[i], place)
                reached *= dimensions[i]
                found = True
                break
            place *= dimensions[i]
        if not found:
            break
    var merged = _merged(_from_lists(result))
    if len(merged) == 0:
        return Layout(1, 0)
    return Layout(IntTuple(elements=merged.shape), IntTuple(elements=merged.stride))


def left_inverse(layout: Layout) -> Layout:
    """The layout with `left_inverse(layout(i)) == i`, for a layout without overlaps.

    ```mojo
    from layout.layout import Layout, left_inverse

    def main():
        var back = left_inverse(Layout((4, 2), (1, 8)))
        print(back(9))  # 5
    ```
    """
    return right_inverse(make_layout(layout, complement(layout)))


# -- other element sizes ------------------------------------------------------------------------------


def upcast(layout: Layout, factor: Int) -> Layout:
    """The layout of elements that are `factor` times as large.

    ```mojo
    from layout.layout import Layout, upcast

    def main():
        print(upcast(Layout((4, 3), (2, 4)), 4))  # ((2, 3):(1, 1))
    ```
    """
    var dimensions = layout.shape._values()
    var strides = layout.stride._values()
    for i in range(len(dimensions)):
        var stride = strides[i]
        if stride == 0:
            continue
        strides[i] = _divide(stride, factor)
        if stride % factor != 0:
            dimensions[i] = _divide(dimensions[i], _divide(factor, stride))
    return Layout(layout.shape._with_values(dimensions), layout.stride._with_values(strides))


def downcast(layout: Layout, factor: Int) -> Layout:
    """The layout of the first parts of elements that are cut into `factor` parts.

    Example:

    ```mojo
    from layout.layout import Layout, downcast

    print(downcast(Layout(4, 1), 2))  # (4:2)
    ```
    """
    var strides = layout.stride._values()
    for i in range(len(strides)):
        strides[i] = _times(strides[i], factor)
    return Layout(layout.shape, layout.stride._with_values(strides))


def expand_modes_alike(layout_a: Layout, layout_b: Layout) -> LayoutList:
    """Both layouts with the finer nesting of the two in each mode.

    Example:

    ```mojo
    from layout.layout import Layout, expand_modes_alike

    print(len(expand_modes_alike(Layout.row_major(4, 4), Layout.row_major(4, 4))))  # 2
    ```
    """
    var result = LayoutList()
    result.append(_nested_as(layout_a, layout_b.shape))
    result.append(_nested_as(layout_b, layout_a.shape))
    return result^


def _nested_as(layout: Layout, shape: IntTuple) -> Layout:
    if shape.is_value():
        return layout
    if layout.shape.is_value():
        return composition(layout, Layout(shape))
    var result = Layout()
    for i in range(layout.rank()):
        result.append(_nested_as(layout[i], shape[i]))
    return result


def expand_strides(shape: IntTuple, stride: Int) -> IntTuple:
    """Strides for the dimensions of a shape, the leftmost of which has the given one.

    Example:

    ```mojo
    from layout import IntTuple
    from layout.layout import expand_strides

    print(expand_strides(IntTuple(2, 3, 4), 2))  # (2, 4, 12)
    ```
    """
    return prefix_product(shape, stride)
