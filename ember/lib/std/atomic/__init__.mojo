"""Atomic: a number that several threads change."""


struct Consistency(Equatable, TrivialRegisterPassable, Writable):
    """How strongly an atomic operation orders others.

    Example:

    ```mojo
    from std.atomic import Atomic, Consistency

    var hits = Atomic[Int64](0)
    _ = hits.fetch_add[ordering=Consistency.RELAXED](1)
    print(hits.load(), Consistency.RELAXED == Consistency.ACQUIRE, Consistency.RELEASE)  # 1 False RELEASE
    ```
    """

    var value: Int
    """A number for the order."""

    comptime RELAXED = Consistency(0)
    """No order."""
    comptime MONOTONIC = Consistency(0)
    """No order; another name of `RELAXED`."""
    comptime ACQUIRE = Consistency(1)
    """What comes later stays later."""
    comptime RELEASE = Consistency(2)
    """What came earlier stays earlier."""
    comptime ACQUIRE_RELEASE = Consistency(3)
    """Both `ACQUIRE` and `RELEASE`."""
    comptime SEQUENTIAL = Consistency(4)
    """All threads see one order."""

    @always_inline
    def __init__(out self, value: Int):
        """Wraps a number."""
        self.value = value

    @always_inline
    def __eq__(self, other: Self) -> Bool:
        """True for the same order."""
        return self.value == other.value

    @always_inline
    def __ne__(self, other: Self) -> Bool:
        """True for another order."""
        return self.value != other.value

    def write_to(self, mut writer: Some[Writer]):
        """Writes the name of the order."""
        comptime NAMES: StaticString = "RELAXED ACQUIRE RELEASE ACQUIRE_RELEASE SEQUENTIAL"
        writer.write(NAMES.split(" ")[self.value])

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes the name of the order after that of the type."""
        writer.write("Ordering.", self)


comptime Ordering = Consistency
"""Another name of `Consistency`.

Example:

```mojo
from std.atomic import Ordering, fence

fence[Ordering.RELEASE]()
```
"""


def _ordering_name[ordering: Consistency]() -> StringLiteral:
    # LLVM's name of an ordering.
    comptime if ordering.value == 0:
        return "monotonic"
    elif ordering.value == 1:
        return "acquire"
    elif ordering.value == 2:
        return "release"
    elif ordering.value == 3:
        return "acq_rel"
    else:
        return "seq_cst"


@always_inline
def fence[ordering: Consistency = Consistency.SEQUENTIAL, *, scope: StaticString = ""]():
    """Orders the memory operations before it and after it.

    Example:

    ```mojo
    from std.atomic import fence

    fence()
    ```
    """
    __mlir_op.`pop.fence`[ordering="seq_cst", scope=""]()


struct Atomic[T: TrivialRegisterPassable, *, scope: StringLiteral = ""](Movable):
    """A number changed in one step, whoever else changes it.

    Example:

    ```mojo
    from std.atomic import Atomic

    var hits = Atomic[Int64](5)
    print(hits.fetch_add(2), hits.load())  # 5 7
    ```

    ```mojo
    from std.atomic import Atomic

    var x = Atomic[Int64](7)
    print(x.fetch_sub(2), x.exchange(12))  # 7 5
    print(x.fetch_and(10), x.fetch_or(1), x.fetch_xor(3))  # 12 8 9
    x.max(99)
    x.min(50)
    var expected = Int64(50)
    print(x.compare_exchange(expected, 1), x.compare_exchange_weak(expected, 2))  # True False
    x.store(3)
    print(x.load())  # 3
    ```
    """

    var value: Self.T
    """The number."""

    @always_inline
    @implicit
    def __init__(out self, value: Self.T):
        """Starts with a number."""
        self.value = value

    @always_inline
    def _address(self) -> __mlir_type.`!kgen.pointer<none>`:
        return __address_of(self.value)

    @always_inline
    def load[*, ordering: Consistency = Consistency.SEQUENTIAL](self) -> Self.T:
        """Reads the number."""
        return __mlir_op.`pop.load`[
            _type = Self.T, ordering="seq_cst"
        ](self._address())

    @always_inline
    def store[*, ordering: Consistency = Consistency.SEQUENTIAL](self, value: Self.T):
        """Writes the number."""
        __mlir_op.`pop.store`[ordering="seq_cst"](value.value, self._address())

    @staticmethod
    @always_inline
    def load[
        *, ordering: Consistency = Consistency.SEQUENTIAL
    ](ptr: UnsafePointer[Self.T, _, address_space=_]) -> Self.T:
        """Reads a number somewhere."""
        return __mlir_op.`pop.load`[_type = Self.T, ordering="seq_cst"](ptr.address)

    @staticmethod
    @always_inline
    def store[
        *, ordering: Consistency = Consistency.SEQUENTIAL
    ](ptr: UnsafePointer[Self.T, _, address_space=_], value: Self.T):
        """Writes a number somewhere."""
        __mlir_op.`pop.store`[ordering="seq_cst"](value.value, ptr.address)

    @always_inline
    def _combine[kind: StringLiteral](self, rhs: Self.T) -> Self.T:
        return __mlir_op.`pop.atomic.rmw`[kind=kind, ordering="seq_cst", scope = Self.scope, _type = Self.T](
            self._address(), rhs.value
        )

    @always_inline
    def fetch_add[*, ordering: Consistency = Consistency.SEQUENTIAL](self, rhs: Self.T) -> Self.T:
        """Adds and gives the old number."""
        return self._combine["add"](rhs)

    @staticmethod
    @always_inline
    def _combine_at[
        kind: StringLiteral, ordering: Consistency
    ](ptr: UnsafePointer[Self.T, _, address_space=_], rhs: Self.T) -> Self.T:
        comptime order = _ordering_name[ordering]()
        return __mlir_op.`pop.atomic.rmw`[
            kind=kind, ordering=order, scope = Self.scope, _type = Self.T
        ](ptr.address, rhs.value)

    @staticmethod
    @always_inline
    def fetch_add[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Self.T, _, address_space=_], rhs: Self.T
    ) -> Self.T:
        """Adds somewhere and gives the old number."""
        return Self._combine_at["add", ordering](ptr, rhs)

    @staticmethod
    @always_inline
    def fetch_sub[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Self.T, _, address_space=_], rhs: Self.T
    ) -> Self.T:
        """Subtracts somewhere and gives the old number."""
        return Self._combine_at["sub", ordering](ptr, rhs)

    @staticmethod
    @always_inline
    def exchange[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Self.T, _, address_space=_], rhs: Self.T
    ) -> Self.T:
        """Replaces somewhere and gives the old number."""
        return Self._combine_at["xchg", ordering](ptr, rhs)

    @staticmethod
    @always_inline
    def fetch_and[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Self.T, _, address_space=_], rhs: Self.T
    ) -> Self.T:
        """Combines somewhere with `&` and gives the old number."""
        return Self._combine_at["and", ordering](ptr, rhs)

    @staticmethod
    @always_inline
    def fetch_or[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Self.T, _, address_space=_], rhs: Self.T
    ) -> Self.T:
        """Combines somewhere with `|` and gives the old number."""
        return Self._combine_at["or", ordering](ptr, rhs)

    @staticmethod
    @always_inline
    def fetch_xor[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Self.T, _, address_space=_], rhs: Self.T
    ) -> Self.T:
        """Combines somewhere with `^` and gives the old number."""
        return Self._combine_at["xor", ordering](ptr, rhs)

    @staticmethod
    @always_inline
    def max[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Self.T, _, address_space=_], rhs: Self.T
    ):
        """Keeps the larger number somewhere."""
        _ = Self._combine_at["max", ordering](ptr, rhs)

    @staticmethod
    @always_inline
    def min[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Self.T, _, address_space=_], rhs: Self.T
    ):
        """Keeps the smaller number somewhere."""
        _ = Self._combine_at["min", ordering](ptr, rhs)

    @always_inline
    def fetch_sub[*, ordering: Consistency = Consistency.SEQUENTIAL](self, rhs: Self.T) -> Self.T:
        """Subtracts and gives the old number."""
        return self._combine["sub"](rhs)

    @always_inline
    def exchange[*, ordering: Consistency = Consistency.SEQUENTIAL](self, rhs: Self.T) -> Self.T:
        """Replaces and gives the old number."""
        return self._combine["xchg"](rhs)

    @always_inline
    def fetch_and(self, rhs: Self.T) -> Self.T:
        """Combines with `&` and gives the old number."""
        return self._combine["and"](rhs)

    @always_inline
    def fetch_or(self, rhs: Self.T) -> Self.T:
        """Combines with `|` and gives the old number."""
        return self._combine["or"](rhs)

    @always_inline
    def fetch_xor(self, rhs: Self.T) -> Self.T:
        """Combines with `^` and gives the old number."""
        return self._combine["xor"](rhs)

    @always_inline
    def max[*, ordering: Consistency = Consistency.SEQUENTIAL](self, rhs: Self.T):
        """Keeps the larger number."""
        _ = self._combine["max"](rhs)

    @always_inline
    def min[*, ordering: Consistency = Consistency.SEQUENTIAL](self, rhs: Self.T):
        """Keeps the smaller number."""
        _ = self._combine["min"](rhs)

    @always_inline
    def __iadd__(mut self, rhs: Self.T):
        """Adds."""
        _ = self._combine["add"](rhs)

    @always_inline
    def __isub__(mut self, rhs: Self.T):
        """Subtracts."""
        _ = self._combine["sub"](rhs)

    @always_inline
    def compare_exchange[
        *,
        success_ordering: Consistency = Consistency.SEQUENTIAL,
        failure_ordering: Consistency = Consistency.SEQUENTIAL,
        weak: Bool = False,
    ](self, mut expected: Self.T, desired: Self.T) -> Bool:
        """Stores `desired` if the number is `expected`; otherwise `expected` becomes the number."""
        return Self.compare_exchange[weak=weak](UnsafePointer(to=self.value), expected, desired)

    @staticmethod
    @always_inline
    def compare_exchange[
        *,
        success_ordering: Consistency = Consistency.SEQUENTIAL,
        failure_ordering: Consistency = Consistency.SEQUENTIAL,
        weak: Bool = False,
    ](ptr: UnsafePointer[Self.T, _, address_space=_], mut expected: Self.T, desired: Self.T) -> Bool:
        """Stores `desired` somewhere if the number there is `expected`; otherwise `expected` becomes the number."""
        var results = __mlir_op.`pop.atomic.cmpxchg`[
            success_ordering="seq_cst", failure_ordering="seq_cst", scope = Self.scope, weak=weak
        ](ptr.address, expected.value, desired.value)
        var stored = Bool(mlir_value=__mlir_op.`kgen.struct.extract`[index=1](results))
        if not stored:
            expected = Self.T(mlir_value=__mlir_op.`kgen.struct.extract`[index=0](results))
        return stored

    @always_inline
    def compare_exchange_weak(self, mut expected: Self.T, desired: Self.T) -> Bool:
        """As `compare_exchange`."""
        return self.compare_exchange(expected, desired)
