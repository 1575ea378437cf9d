"""Factors of the rows of a product whose first factor was not normed: warps that have nothing to copy find them while others multiply."""

from std.gpu import warp
from std.gpu.grid_controls import wait_on_dependent_grids
from std.gpu.sync import mbarrier_arrive, mbarrier_init, mbarrier_wait_parity
from std.math import sqrt
from std.memory import stack_allocation
from std.memory.address_space import AddressSpace

comptime SQUARES = 8
"""Numbers of a row whose squares are summed up together."""
comptime FINDERS = 96
"""Threads that find factors, `MEMBERS` for a row."""
comptime MEMBERS = 8
"""Lanes that find the factor of a row together."""
comptime _MOST = 64
"""Rows that have factors."""
comptime _Numbers = UnsafePointer[Float32, MutAnyOrigin, address_space=AddressSpace.SHARED]
comptime _Barrier = UnsafePointer[Int64, MutAnyOrigin, address_space=AddressSpace.SHARED]


@fieldwise_init
struct RowSquares(TrivialRegisterPassable):
    """Sums of squares of rows, `count` for each, `SQUARES` numbers in each; rows are divided by the root of the mean of their squares."""

    var sums: UnsafePointer[Float32, MutAnyOrigin]
    var count: Int32
    var epsilon: Float32

    @always_inline
    def __init__(out self):
        """None."""
        self.sums = UnsafePointer[Float32, MutAnyOrigin]()
        self.count = 0
        self.epsilon = 0

    @always_inline
    def factor(self, row: Int, member: Int) -> Float32:
        """The factor of a row, in an order that depends on its length alone; all members call it, each with its number."""
        var own = self.sums + row * Int(self.count)
        var count = Int(self.count)
        var sum = Float32(0)
        if count % 4 == 0:
            var four = SIMD[DType.float32, 4](0)
            for i in range(member * 4, count, MEMBERS * 4):
                four += own.load[width=4, alignment=16](i)
            sum = four.reduce_add()
        else:
            for i in range(member, count, MEMBERS):
                sum += own[i]
        comptime for step in range(3):
            sum += warp.shuffle_xor(sum, UInt32(1 << step))
        return 1 / sqrt(sum / Float32(count * SQUARES) + self.epsilon)


struct RowFactors[is_there: Bool](TrivialRegisterPassable):
    """Numbers with which the rows of a result are multiplied, in shared memory."""

    var numbers: _Numbers
    var found: _Barrier

    @always_inline
    def __init__(out self):
        self.numbers = _Numbers()
        self.found = _Barrier()
        comptime if Self.is_there:
            self.numbers = stack_allocation[_MOST, DType.float32, address_space=AddressSpace.SHARED]()
            self.found = stack_allocation[1, DType.int64, address_space=AddressSpace.SHARED]()

    @always_inline
    def init(self):
        """Gets ready; one thread does it, and a barrier follows."""
        comptime if Self.is_there:
            mbarrier_init(self.found, FINDERS)

    @always_inline
    def find(self, squares: RowSquares, thread: Int, rows: Int):
        """What one of the threads that find them does."""
        comptime if Self.is_there:
            wait_on_dependent_grids()
            for first in range(0, rows, FINDERS // MEMBERS):
                var row = first + thread // MEMBERS
                var number = squares.factor(min(row, rows - 1), thread % MEMBERS)
                if thread % MEMBERS == 0 and row < rows:
                    self.numbers[row] = number
            _ = mbarrier_arrive(self.found)

    @always_inline
    def of(self, row: Int) -> Float32:
        """The factor of a row, when it is found."""
        mbarrier_wait_parity(self.found, 0)
        return self.numbers[row]
