"""UnsafeUnion: memory that holds a value of one of several types, as a union of C does."""


struct UnsafeUnion[*Ts: AnyType](Copyable, ImplicitlyCopyable, Movable):
    """Room for a value of any of the types; nobody knows which one is there.

    Parameters:
        Ts: The types; none of them may have a destructor.

    Example:

    ```mojo
    from std.ffi import UnsafeUnion

    var number = UnsafeUnion[Float32, UInt32](Float32(1))
    print(number.unsafe_get[UInt32]())  # 1065353216
    number.unsafe_set(UInt32(0))
    print(number.unsafe_get[Float32](), number.unsafe_ptr[UInt32]()[])  # 0.0 0
    ```
    """

    comptime _Storage = __mlir_type[`!pop.union<`, *Self.Ts, `>`]

    var _storage: Self._Storage

    @always_inline
    def __init__(out self, *, unsafe_uninitialized: Bool):
        """Room without a value."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()

    @always_inline
    @implicit
    def __init__[T: Copyable](out self, var value: T):
        """Holds a value."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        self.unsafe_set(value^)

    @always_inline
    def unsafe_ptr[T: AnyType](ref self) -> UnsafePointer[T, origin_of(self)]:
        """Where a value of a type would be."""
        comptime assert Self.Ts.contains[T](), "the union has no such type"
        return UnsafePointer[T, origin_of(self)](mlir_value=__address_of(self._storage))

    @always_inline
    def unsafe_get[T: AnyType](ref self) -> ref[origin_of(self)] T:
        """What is there, seen as a value of a type."""
        return self.unsafe_ptr[T]()[]

    @always_inline
    def unsafe_set[T: AnyType](mut self, var value: T):
        """Puts a value there."""
        self.unsafe_ptr[T]().init_pointee_move(value^)
