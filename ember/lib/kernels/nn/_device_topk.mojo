"""The first numbers of rows on devices: a block for each row keeps a list of those that can be among them, in order.

As many threads have a number as good as the last that is wanted, which leaves few others. A list that gets full is sorted and cut, so that any row ends.
"""

from extensibility import ManagedTensorSlice
from nn._device import each_row_on_device
from std.atomic import Atomic, Consistency
from std.bit import next_power_of_two
from std.gpu import barrier, thread_idx
from std.gpu.host import DeviceContext
from std.memory import bitcast, stack_allocation
from std.utils.index import IndexList

comptime _THREADS = 1024
"""Of a block; also the most numbers that are found at a time."""
comptime _ROOM = 2 * _THREADS
"""Of the list."""
comptime _TOGETHER = 8
"""Numbers of a thread that are on their way."""


@always_inline
def comes_first[dtype: DType, //, largest: Bool](a: Scalar[dtype], b: Scalar[dtype]) -> Bool:
    """Whether `a` stands before `b` in the order from the largest, or from the smallest; what is not a number counts as the largest."""
    comptime if largest:
        comptime if dtype.is_floating_point():
            return a > b or (a != a and b == b)
        else:
            return a > b
    else:
        comptime if dtype.is_floating_point():
            return a < b or (a == a and b != b)
        else:
            return a < b


@always_inline
def code_type(dtype: DType) -> DType:
    """Whole numbers that can stand for the order of others."""
    return DType.uint64 if dtype.size_of() == 8 else DType.uint32


@always_inline
def code_of[dtype: DType, //, largest: Bool](x: Scalar[dtype]) -> Scalar[code_type(dtype)]:
    """A whole number that is smaller the earlier `x` stands, in the order of `comes_first`; equals have the same."""
    comptime Code = Scalar[code_type(dtype)]
    comptime top = Code(1) << Code(8 * code_type(dtype).size_of() - 1)
    var code: Code
    comptime if dtype.is_floating_point():
        comptime wide = DType.float64 if dtype.size_of() == 8 else DType.float32
        var number = x.cast[wide]() + 0  # one zero only
        code = bitcast[code_type(dtype), 1](number)
        code = ~code if code >= top else code | top
        if number != number:
            code = ~Code(0)
    elif dtype.is_signed():
        comptime wide = DType.int64 if dtype.size_of() == 8 else DType.int32
        code = bitcast[code_type(dtype), 1](x.cast[wide]()) ^ top
    else:
        code = x.cast[code_type(dtype)]()
    return ~code if largest else code


@fieldwise_init
struct _Item[code: DType](TrivialRegisterPassable):
    """A number of a row: its code, and where it is."""

    var number: Scalar[Self.code]
    var place: UInt32

    @always_inline
    def __init__(out self):
        """One behind all others."""
        self.number = ~Scalar[Self.code](0)
        self.place = ~UInt32(0)

    @always_inline
    def is_before(self, other: Self) -> Bool:
        return self.number < other.number or (self.number == other.number and self.place < other.place)


struct _List[code: DType]:
    """Numbers in shared memory."""

    var numbers: UnsafePointer[Scalar[Self.code], MutAnyOrigin, address_space = AddressSpace.SHARED]
    var places: UnsafePointer[UInt32, MutAnyOrigin, address_space = AddressSpace.SHARED]
    var _count: UnsafePointer[UInt32, MutAnyOrigin, address_space = AddressSpace.SHARED]

    @always_inline
    def __init__(out self):
        self.numbers = stack_allocation[_ROOM, Self.code, address_space = AddressSpace.SHARED]()
        self.places = stack_allocation[_ROOM, DType.uint32, address_space = AddressSpace.SHARED]()
        self._count = stack_allocation[1, DType.uint32, address_space = AddressSpace.SHARED]()

    @always_inline
    def __getitem__(self, i: Int) -> _Item[Self.code]:
        return {self.numbers[i], self.places[i]}

    @always_inline
    def put(self, i: Int, item: _Item[Self.code]):
        self.numbers[i] = item.number
        self.places[i] = item.place

    @always_inline
    def append(self, item: _Item[Self.code]):
        """Puts one behind those that are there; others may do so, too."""
        self.put(Int(Atomic[UInt32].fetch_add[ordering = Consistency.RELAXED](self._count, 1)), item)

    @always_inline
    def count(self) -> Int:
        """How many are there, when all threads have put theirs; none may put more before all know."""
        barrier()
        var result = Int(self._count[0])
        barrier()
        return result

    @always_inline
    def cut(self, count: Int):
        """Leaves the first ones; all threads call it, as the next two."""
        if thread_idx.x == 0:
            self._count[0] = UInt32(count)
        barrier()

    @always_inline
    def sorted_place(self, count: Int, place: Int) -> _Item[Self.code]:
        """Sorts the first ones, and gives the one at a place."""
        self.sort(count)
        var result = self[place]
        barrier()
        return result

    def sort(self, count: Int):
        """Sorts the first ones."""
        var all = Int(next_power_of_two(UInt32(count)))
        for i in range(count + Int(thread_idx.x), all, _THREADS):
            self.put(i, _Item[Self.code]())
        barrier()
        var size = 2
        while size <= all:
            var step = size // 2
            while step > 0:
                for pair in range(Int(thread_idx.x), all // 2, _THREADS):
                    var low = pair // step * 2 * step + pair % step
                    var is_rising = low & size == 0
                    var a = self[low]
                    var b = self[low + step]
                    if b.is_before(a) == is_rising:
                        self.put(low, b)
                        self.put(low + step, a)
                barrier()
                step //= 2
            size *= 2


@always_inline
def best_on_device[
    rank: Int, dtype: DType, //,
    axis: Int,
    largest: Bool,
    found: def(IndexList[rank], Scalar[dtype], Int) capturing -> None,
](x: ManagedTensorSlice[dtype=dtype, rank=rank, ...], count: Int, ctx: DeviceContext) raises:
    """Calls `found` with a place of the result, a number and where it was, for the `count` first numbers of each row along an axis."""
    comptime code = code_type(dtype)
    comptime Item = _Item[code]
    var length = x.dim_size[axis]()

    @__parameter
    @always_inline
    def row(start: IndexList[rank]):
        var list = _List[code]()
        var thread = Int(thread_idx.x)
        var last = Item()

        @__parameter
        @always_inline
        def number(i: Int) -> Scalar[dtype]:
            var place = start
            place[axis] = i
            return x.load[1](place)

        @__parameter
        @always_inline
        def visit[see: def(Item) capturing -> None](done: Int):
            # Numbers behind those that are done, as many times in all threads.
            for base in range(thread, length + thread, _TOGETHER * _THREADS):
                var codes = InlineArray[Scalar[code], _TOGETHER](fill=0)
                comptime for k in range(_TOGETHER):
                    codes[k] = code_of[largest](number(min(base + k * _THREADS, length - 1)))
                comptime for k in range(_TOGETHER):
                    var item = Item(codes[k], UInt32(base + k * _THREADS))
                    if base + k * _THREADS >= length or (done > 0 and not last.is_before(item)):
                        item = Item()
                    see(item)

        for done in range(0, count, _THREADS):
            var wanted = min(count - done, _THREADS)
            var own = Item()

            @__parameter
            @always_inline
            def keep_first(item: Item):
                if item.is_before(own):
                    own = item

            visit[keep_first](done)
            list.put(thread, own)
            var bound = list.sorted_place(_THREADS, wanted - 1)
            list.cut(0)

            @__parameter
            @always_inline
            def collect(item: Item):
                if item.place != Item().place and not bound.is_before(item):
                    list.append(item)
                var size = list.count()
                if size > _THREADS:
                    bound = list.sorted_place(size, wanted - 1)
                    list.cut(wanted)

            visit[collect](done)
            last = list.sorted_place(list.count(), wanted - 1)
            if thread < wanted:
                var place = start
                place[axis] = done + thread
                var at = Int(list[thread].place)
                found(place, number(at), at)
            barrier()

    each_row_on_device[axis, row, _THREADS](x.shape(), ctx)
