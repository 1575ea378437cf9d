"""RuntimeLayout: a Layout whose unknown dimensions and strides are known at run time."""

from std.layout.algebra import coalesce as _coalesce
from std.layout.algebra import make_layout as _make_layout
from std.layout.int_tuple import IntTuple
from std.layout.layout import Layout
from std.layout.runtime_tuple import RuntimeTuple, _leaves_before
from std.utils.index import IndexList


struct RuntimeLayout[layout: Layout, /, *, element_type: DType = DType.int64, linear_idx_type: DType = DType.int64](
    Defaultable, Stringable, TrivialRegisterPassable, Writable
):
    """A layout; what `layout` knows takes no room and folds away.

    ```mojo
    from layout import Layout, RuntimeLayout
    from std.utils.index import IndexList

    def main():
        comptime rows = Layout.row_major[2]()
        var layout = RuntimeLayout[rows].row_major(IndexList[2](3, 4))
        print(layout, layout(IndexList[2](1, 2)))  # ((3, 4):(4, 1)) 6
    ```

    ```mojo
    from layout import Layout, RuntimeLayout
    from std.utils import Index

    comptime shape = Layout.row_major(4, 6)
    var layout = RuntimeLayout[shape].col_major(Index(4, 6))
    print(layout.size(), layout.dim[1](), layout.dim(0), layout.mode_offset[1](2))
    print(layout.sublayout[0](), layout.to_layout())
    ```
    """

    comptime rank = Self.layout.rank()
    """How many modes there are."""

    comptime Shape = RuntimeTuple[Self.layout.shape, element_type = Self.element_type]
    """The type of the shape."""
    comptime Stride = RuntimeTuple[Self.layout.stride, element_type = Self.element_type]
    """The type of the strides."""

    var shape: Self.Shape
    """How many places there are in each direction."""

    var stride: Self.Stride
    """How far apart neighbours are in each direction."""

    @always_inline
    def __init__(out self):
        """What is known; the rest is 0."""
        self.shape = Self.Shape()
        self.stride = Self.Stride()

    @always_inline
    def __init__(out self, shape: Self.Shape, stride: Self.Stride):
        """A shape with its strides."""
        self.shape = shape
        self.stride = stride

    @staticmethod
    @always_inline
    def row_major[t: DType](shape: IndexList[Self.layout.shape.count_values(), element_type=t]) -> Self:
        """The given shape, the rightmost dimension contiguous."""
        var result = Self()
        var step = 1
        comptime for i in range(Self.Shape.count):
            comptime place = Self.Shape.count - 1 - i
            result.shape.set_leaf[place](shape[place])
            result.stride.set_leaf[place](step)
            step *= shape[place]
        return result

    @staticmethod
    @always_inline
    def col_major[t: DType](shape: IndexList[Self.layout.shape.count_values(), element_type=t]) -> Self:
        """The given shape, the leftmost dimension contiguous."""
        var result = Self()
        var step = 1
        comptime for i in range(Self.Shape.count):
            result.shape.set_leaf[i](shape[i])
            result.stride.set_leaf[i](step)
            step *= shape[i]
        return result

    @always_inline
    def mode_offset[mode: Int](self, coordinate: Int) -> Int:
        """The offset of a coordinate of one mode; that of a nested mode counts its places from the left."""
        comptime first = _leaves_before(Self.layout.shape, mode)
        comptime last = first + Self.layout.shape[mode].count_values() - 1
        var rest = coordinate
        var offset = 0
        comptime for k in range(first, last):
            var dimension = self.shape.leaf[k]()
            offset += _remainder(rest, dimension) * self.stride.leaf[k]()
            rest = _quotient(rest, dimension)
        return offset + rest * self.stride.leaf[last]()

    @always_inline
    def __call__(self, index: Int) -> Int:
        """The offset of a place, counted from the left."""
        comptime last = Self.Shape.count - 1
        var rest = index
        var offset = 0
        comptime for k in range(last):
            var dimension = self.shape.leaf[k]()
            offset += _remainder(rest, dimension) * self.stride.leaf[k]()
            rest = _quotient(rest, dimension)
        return offset + rest * self.stride.leaf[last]()

    @always_inline
    def __call__[n: Int, t: DType](self, coordinate: IndexList[n, element_type=t]) -> Int:
        """The offset of a coordinate, given for each mode or for each dimension of all modes."""
        comptime assert n == Self.rank or n == Self.Shape.count, "a coordinate has one index for each mode"
        var offset = 0
        comptime for i in range(n):
            comptime if n == Self.rank:
                offset += self.mode_offset[i](coordinate[i])
            else:
                offset += coordinate[i] * self.stride.leaf[i]()
        return offset

    @always_inline
    def __call__[t: IntTuple](self, coordinate: RuntimeTuple[t, element_type=_]) -> Int:
        """The offset of a coordinate."""
        comptime assert coordinate.count == Self.Shape.count, "a coordinate has one index for each dimension"
        var offset = 0
        comptime for i in range(Self.Shape.count):
            offset += coordinate.leaf[i]() * self.stride.leaf[i]()
        return offset

    @always_inline
    def size(self) -> Int:
        """How many coordinates there are."""
        return self.shape.size()

    @always_inline
    def dim[mode: Int](self) -> Int:
        """How many places a mode has."""
        comptime first = _leaves_before(Self.layout.shape, mode)
        var result = 1
        comptime for k in range(comptime (Self.layout.shape[mode].count_values())):
            result *= self.shape.leaf[first + k]()
        return result

    @always_inline
    def dim(self, mode: Int) -> Int:
        """How many places a mode has."""
        var result = 0
        comptime for i in range(Self.rank):
            if i == mode:
                result = self.dim[i]()
        return result

    @always_inline
    def sublayout[mode: Int](self) -> RuntimeLayout[Self.layout[mode]]:
        """The layout of one mode."""
        return RuntimeLayout[Self.layout[mode]](self.shape[mode], self.stride[mode])

    def to_layout(self) -> Layout:
        """The same with everything known."""
        return Layout(self.shape.to_int_tuple(), self.stride.to_int_tuple())

    def write_to(self, mut writer: Some[Writer]):
        """Writes `((2, 3):(3, 1))`."""
        self.to_layout().write_to(writer)

    def __str__(self) -> String:
        """The text that `print` shows."""
        return String.write(self)


@always_inline
def make_layout[
    l1: Layout, l2: Layout, /, *, linear_idx_type: DType = DType.int64
](
    a: RuntimeLayout[l1, element_type=_, linear_idx_type=_], b: RuntimeLayout[l2, element_type=_, linear_idx_type=_]
) -> RuntimeLayout[_make_layout(l1, l2), element_type = b.element_type, linear_idx_type=linear_idx_type]:
    """A layout whose two modes are the given layouts.

    Example:

    ```mojo
    from layout import Layout, RuntimeLayout
    from layout.runtime_layout import make_layout
    from std.utils import Index

    var rows = RuntimeLayout[Layout.row_major(2, 3)].row_major(Index(2, 3))
    print(make_layout(rows, rows))  # (((2, 3), (2, 3)):((3, 1), (3, 1)))
    ```
    """
    var result = RuntimeLayout[
        _make_layout(l1, l2), element_type = b.element_type, linear_idx_type=linear_idx_type
    ]()
    comptime for i in range(a.shape.count):
        result.shape.set_leaf[i](a.shape.leaf[i]())
        result.stride.set_leaf[i](a.stride.leaf[i]())
    comptime for i in range(b.shape.count):
        result.shape.set_leaf[a.shape.count + i](b.shape.leaf[i]())
        result.stride.set_leaf[a.shape.count + i](b.stride.leaf[i]())
    return result


def coalesce[
    l: Layout, keep_rank: Bool = False
](
    layout: RuntimeLayout[l, element_type=_, linear_idx_type=_]
) -> RuntimeLayout[
    _coalesce(l, keep_rank), element_type = layout.element_type, linear_idx_type = layout.linear_idx_type
]:
    """The same offsets with fewer modes: those known to continue their neighbours join them.

    Example:

    ```mojo
    from layout import Layout, RuntimeLayout
    from layout.runtime_layout import coalesce
    from std.utils import Index

    print(coalesce(RuntimeLayout[Layout.col_major(2, 3)].col_major(Index(2, 3))))  # (6:1)
    ```
    """
    comptime assert l.all_dims_known() or _coalesce(l, keep_rank) == l, "modes of unknown sizes cannot be joined"
    var result = RuntimeLayout[
        _coalesce(l, keep_rank), element_type = layout.element_type, linear_idx_type = layout.linear_idx_type
    ]()
    comptime if not l.all_dims_known():
        comptime for i in range(layout.shape.count):
            result.shape.set_leaf[i](layout.shape.leaf[i]())
            result.stride.set_leaf[i](layout.stride.leaf[i]())
    return result


@always_inline
def _quotient(a: Int, b: Int) -> Int:
    # Coordinates are not negative, so a division by a power of two is a shift.
    return Int(UInt(a) // UInt(b))


@always_inline
def _remainder(a: Int, b: Int) -> Int:
    return Int(UInt(a) % UInt(b))
