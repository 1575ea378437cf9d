"""Atomic in the spelling of 2025, by number format."""

from std.atomic import Consistency, _ordering_name, fence


struct Atomic[dtype: DType, *, scope: StringLiteral = ""](Movable):
    """A number changed in one step, whoever else changes it.

    Example:

    ```mojo
    from std.os import Atomic

    var hits = Atomic[DType.int64](5)
    hits += 1
    print(hits.load())  # 6
    ```

    ```mojo
    from std.os import Atomic

    var x = Atomic[DType.int64](6)
    print(x.fetch_add(1), x.fetch_sub(2), x.exchange(12))  # 6 7 5
    print(x.fetch_and(10), x.fetch_or(1), x.fetch_xor(3))  # 12 8 9
    x.max(99)
    x.min(50)
    var expected = Int64(50)
    print(x.compare_exchange(expected, 1), x.compare_exchange_weak(expected, 2))  # True False
    Atomic[DType.int64].store(UnsafePointer(to=x.value), 3)
    print(x.load())  # 3
    ```
    """

    var value: Scalar[Self.dtype]
    """The number."""

    @always_inline
    @implicit
    def __init__(out self, value: Scalar[Self.dtype]):
        """Starts with a number."""
        self.value = value

    @always_inline
    def _address(self) -> __mlir_type.`!kgen.pointer<none>`:
        return __address_of(self.value)

    @always_inline
    def load[*, ordering: Consistency = Consistency.SEQUENTIAL](self) -> Scalar[Self.dtype]:
        """Reads the number."""
        return Scalar[Self.dtype](
            mlir_value=__mlir_op.`pop.load`[
                _type = __mlir_type[`!pop.simd<`, 1, `, `, Self.dtype, `>`], ordering="seq_cst"
            ](self._address())
        )

    @always_inline
    def store[*, ordering: Consistency = Consistency.SEQUENTIAL](self, value: Scalar[Self.dtype]):
        """Writes the number."""
        __mlir_op.`pop.store`[ordering="seq_cst"](value.value, self._address())

    @staticmethod
    @always_inline
    def load(ptr: UnsafePointer[Scalar[Self.dtype], _, address_space=_]) -> Scalar[Self.dtype]:
        """Reads a number somewhere."""
        return Scalar[Self.dtype](
            mlir_value=__mlir_op.`pop.load`[_type = __mlir_type[`!pop.simd<`, 1, `, `, Self.dtype, `>`], ordering="seq_cst"](ptr.address)
        )

    @staticmethod
    @always_inline
    def store(ptr: UnsafePointer[Scalar[Self.dtype], _, address_space=_], value: Scalar[Self.dtype]):
        """Writes a number somewhere."""
        __mlir_op.`pop.store`[ordering="seq_cst"](value.value, ptr.address)

    @always_inline
    def _combine[kind: StringLiteral](self, rhs: Scalar[Self.dtype]) -> Scalar[Self.dtype]:
        return Scalar[Self.dtype](
            mlir_value=__mlir_op.`pop.atomic.rmw`[kind=kind, ordering="seq_cst", scope = Self.scope, _type = __mlir_type[`!pop.simd<`, 1, `, `, Self.dtype, `>`]](
                self._address(), rhs.value
            )
        )

    @always_inline
    def fetch_add[*, ordering: Consistency = Consistency.SEQUENTIAL](self, rhs: Scalar[Self.dtype]) -> Scalar[Self.dtype]:
        """Adds and gives the old number."""
        return self._combine["add"](rhs)

    @staticmethod
    @always_inline
    def _combine_at[
        kind: StringLiteral, ordering: Consistency
    ](ptr: UnsafePointer[Scalar[Self.dtype], _, address_space=_], rhs: Scalar[Self.dtype]) -> Scalar[Self.dtype]:
        comptime order = _ordering_name[ordering]()
        return Scalar[Self.dtype](
            mlir_value=__mlir_op.`pop.atomic.rmw`[
            kind=kind, ordering=order, scope = Self.scope, _type = __mlir_type[`!pop.simd<`, 1, `, `, Self.dtype, `>`]
        ](ptr.address, rhs.value)
        )

    @staticmethod
    @always_inline
    def fetch_add[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Scalar[Self.dtype], _, address_space=_], rhs: Scalar[Self.dtype]
    ) -> Scalar[Self.dtype]:
        """Adds somewhere and gives the old number."""
        return Self._combine_at["add", ordering](ptr, rhs)

    @staticmethod
    @always_inline
    def fetch_sub[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Scalar[Self.dtype], _, address_space=_], rhs: Scalar[Self.dtype]
    ) -> Scalar[Self.dtype]:
        """Subtracts somewhere and gives the old number."""
        return Self._combine_at["sub", ordering](ptr, rhs)

    @staticmethod
    @always_inline
    def exchange[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Scalar[Self.dtype], _, address_space=_], rhs: Scalar[Self.dtype]
    ) -> Scalar[Self.dtype]:
        """Replaces somewhere and gives the old number."""
        return Self._combine_at["xchg", ordering](ptr, rhs)

    @staticmethod
    @always_inline
    def fetch_and[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Scalar[Self.dtype], _, address_space=_], rhs: Scalar[Self.dtype]
    ) -> Scalar[Self.dtype]:
        """Combines somewhere with `&` and gives the old number."""
        return Self._combine_at["and", ordering](ptr, rhs)

    @staticmethod
    @always_inline
    def fetch_or[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Scalar[Self.dtype], _, address_space=_], rhs: Scalar[Self.dtype]
    ) -> Scalar[Self.dtype]:
        """Combines somewhere with `|` and gives the old number."""
        return Self._combine_at["or", ordering](ptr, rhs)

    @staticmethod
    @always_inline
    def fetch_xor[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Scalar[Self.dtype], _, address_space=_], rhs: Scalar[Self.dtype]
    ) -> Scalar[Self.dtype]:
        """Combines somewhere with `^` and gives the old number."""
        return Self._combine_at["xor", ordering](ptr, rhs)

    @staticmethod
    @always_inline
    def max[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Scalar[Self.dtype], _, address_space=_], rhs: Scalar[Self.dtype]
    ):
        """Keeps the larger number somewhere."""
        _ = Self._combine_at["max", ordering](ptr, rhs)

    @staticmethod
    @always_inline
    def min[*, ordering: Consistency = Consistency.SEQUENTIAL](
        ptr: UnsafePointer[Scalar[Self.dtype], _, address_space=_], rhs: Scalar[Self.dtype]
    ):
        """Keeps the smaller number somewhere."""
        _ = Self._combine_at["min", ordering](ptr, rhs)

    @always_inline
    def fetch_sub[*, ordering: Consistency = Consistency.SEQUENTIAL](self, rhs: Scalar[Self.dtype]) -> Scalar[Self.dtype]:
        """Subtracts and gives the old number."""
        return self._combine["sub"](rhs)

    @always_inline
    def exchange[*, ordering: Consistency = Consistency.SEQUENTIAL](self, rhs: Scalar[Self.dtype]) -> Scalar[Self.dtype]:
        """Replaces and gives the old number."""
        return self._combine["xchg"](rhs)

    @always_inline
    def fetch_and(self, rhs: Scalar[Self.dtype]) -> Scalar[Self.dtype]:
        """Combines with `&` and gives the old number."""
        return self._combine["and"](rhs)

    @always_inline
    def fetch_or(self, rhs: Scalar[Self.dtype]) -> Scalar[Self.dtype]:
        """Combines with `|` and gives the old number."""
        return self._combine["or"](rhs)

    @always_inline
    def fetch_xor(self, rhs: Scalar[Self.dtype]) -> Scalar[Self.dtype]:
        """Combines with `^` and gives the old number."""
        return self._combine["xor"](rhs)

    @always_inline
    def max[*, ordering: Consistency = Consistency.SEQUENTIAL](self, rhs: Scalar[Self.dtype]):
        """Keeps the larger number."""
        _ = self._combine["max"](rhs)

    @always_inline
    def min[*, ordering: Consistency = Consistency.SEQUENTIAL](self, rhs: Scalar[Self.dtype]):
        """Keeps the smaller number."""
        _ = self._combine["min"](rhs)

    @always_inline
    def __iadd__(mut self, rhs: Scalar[Self.dtype]):
        """Adds."""
        _ = self._combine["add"](rhs)

    @always_inline
    def __isub__(mut self, rhs: Scalar[Self.dtype]):
        """Subtracts."""
        _ = self._combine["sub"](rhs)

    @always_inline
    def compare_exchange[
        *, success_ordering: Consistency = Consistency.SEQUENTIAL, failure_ordering: Consistency = Consistency.SEQUENTIAL
    ](self, mut expected: Scalar[Self.dtype], desired: Scalar[Self.dtype]) -> Bool:
        """Stores `desired` if the number is `expected`; otherwise `expected` becomes the number."""
        var results = __mlir_op.`pop.atomic.cmpxchg`[
            success_ordering="seq_cst", failure_ordering="seq_cst", scope = Self.scope, weak=False
        ](self._address(), expected.value, desired.value)
        var stored = Bool(mlir_value=__mlir_op.`kgen.struct.extract`[index=1](results))
        if not stored:
            expected = Scalar[Self.dtype](mlir_value=__mlir_op.`kgen.struct.extract`[index=0](results))
        return stored

    @always_inline
    def compare_exchange_weak(self, mut expected: Scalar[Self.dtype], desired: Scalar[Self.dtype]) -> Bool:
        """As `compare_exchange`."""
        return self.compare_exchange(expected, desired)
