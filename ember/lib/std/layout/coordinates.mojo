"""From coordinates to indices and back."""

from std.layout.int_tuple import IntTuple, _TUPLE
from std.layout.shapes import prefix_product


def crd2idx(crd: IntTuple, shape: IntTuple, stride: IntTuple) -> Int:
    """The offset of a coordinate: an integer counts the places from the left, a tuple says each mode's.

    ```mojo
    from layout.int_tuple import IntTuple, crd2idx

    def main():
        print(crd2idx(IntTuple(1, 2), IntTuple(3, 4), IntTuple(4, 1)))  # 6
    ```
    """
    return _offset_at(crd._codes, 0, shape._codes, stride._codes, 0)


def crd2idx(crd: IntTuple, shape: IntTuple) -> Int:
    """The number of a coordinate, counting from the left."""
    return crd2idx(crd, shape, prefix_product(shape))


def _offset_at(crd: List[Int], at: Int, shape: List[Int], stride: List[Int], place: Int) -> Int:
    # The offset of the coordinate stored at `at` in the part of the shape stored at `place`. Shape and stride have the
    # same nesting, so a place is the same in both.
    if crd[at] > _TUPLE:
        return _offset_of_index(crd[at], shape, stride, place)
    var element = at + 2
    var mode = place + 2 if shape[place] <= _TUPLE else place
    var offset = 0
    for _ in range(_TUPLE - crd[at]):
        offset += _offset_at(crd, element, shape, stride, mode)
        element += _length_of(crd, element)
        mode += _length_of(shape, mode)
    return offset


def _offset_of_index(index: Int, shape: List[Int], stride: List[Int], place: Int) -> Int:
    # The offset of an integer that counts the places from the left; past the end the last dimension goes on.
    var rest = index
    var offset = 0
    var last = 0
    var i = place
    var end = place + _length_of(shape, place)
    while i < end:
        if shape[i] <= _TUPLE:
            i += 2
        else:
            offset += rest % shape[i] * stride[i]
            rest //= shape[i]
            last = shape[i] * stride[i]
            i += 1
    return offset + rest * last


def _length_of(codes: List[Int], place: Int) -> Int:
    return 1 if codes[place] > _TUPLE else codes[place + 1]


def idx2crd(idx: Int, shape: IntTuple, stride: IntTuple) -> IntTuple:
    """The coordinate with an offset, in a layout without overlaps.

    ```mojo
    from layout.int_tuple import IntTuple, idx2crd

    def main():
        print(idx2crd(6, IntTuple(3, 4), IntTuple(4, 1)))  # (1, 2)
    ```
    """
    var dimensions = shape._values()
    var strides = stride._values()
    for i in range(len(dimensions)):
        dimensions[i] = idx // strides[i] % dimensions[i] if strides[i] != 0 else 0
    return shape._with_values(dimensions)


def idx2crd(idx: Int, shape: IntTuple) -> IntTuple:
    """The coordinate with a number, counting from the left."""
    return idx2crd(idx, shape, prefix_product(shape))
