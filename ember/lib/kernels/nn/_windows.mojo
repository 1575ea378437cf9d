"""Windows over up to three spatial axes between the first axis (the batch) and the last (the channels)."""

from extensibility import ManagedTensorSlice
from std.utils.index import IndexList


struct Volume(TrivialRegisterPassable):
    """A tensor [batch, …, channels] seen with three spatial axes; those it lacks have one place."""

    var batch: Int
    var sizes: IndexList[3]
    var channels: Int

    @always_inline
    def __init__[rank: Int, //](out self, shape: IndexList[rank]):
        self.batch = shape[0]
        self.sizes = in_space[rank - 2](shape, 1, 1)
        self.channels = shape[rank - 1]

    @always_inline
    def offset(self, n: Int, place: IndexList[3]) -> Int:
        """Where the channels of a place begin."""
        var row = (n * self.sizes[0] + place[0]) * self.sizes[1] + place[1]
        return (row * self.sizes[2] + place[2]) * self.channels

    @always_inline
    def contains(self, place: IndexList[3]) -> Bool:
        return (
            0 <= place[0] < self.sizes[0] and 0 <= place[1] < self.sizes[1] and 0 <= place[2] < self.sizes[2]
        )

    @always_inline
    def places(self) -> Int:
        return self.sizes[0] * self.sizes[1] * self.sizes[2]

    @always_inline
    def place(self, flat: Int) -> IndexList[3]:
        return IndexList[3](
            flat // (self.sizes[1] * self.sizes[2]), flat // self.sizes[2] % self.sizes[1], flat % self.sizes[2]
        )


@always_inline
def in_space[size: Int, //, count: Int](values: IndexList[size], missing: Int, first: Int = 0) -> IndexList[3]:
    """`count` numbers from the place `first` on as the last of three; in place of those before them stands `missing`."""
    var result = IndexList[3](fill=missing)
    comptime for i in range(count):
        result[3 - count + i] = values[first + i]
    return result


@always_inline
def befores[count: Int](paddings: IndexList[2 * count]) -> IndexList[3]:
    """What is added before each spatial axis."""
    var result = IndexList[3](fill=0)
    comptime for i in range(count):
        result[3 - count + i] = paddings[2 * i]
    return result


@always_inline
def afters[count: Int](paddings: IndexList[2 * count]) -> IndexList[3]:
    """What is added after each spatial axis."""
    var result = IndexList[3](fill=0)
    comptime for i in range(count):
        result[3 - count + i] = paddings[2 * i + 1]
    return result
