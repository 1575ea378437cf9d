"""Tuple: a fixed number of values, each of its own type."""


struct Tuple[*element_types: AnyType](
    Comparable, Copyable, Equatable, Hashable, ImplicitlyCopyable, Movable, Representable, Sized, Stringable, Writable
):
    """Values of the given types, one after the other."""

    comptime _Storage = __mlir_type[`!kgen.struct<(`, *Self.element_types, `)>`]
    comptime _count = Self.element_types.__len__()

    var storage: Self._Storage

    @always_inline
    def __init__(out self, var *args: *Self.element_types):
        """Takes the values."""
        self.storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        comptime for i in range(Self._count):
            __get_address_as_uninit_lvalue[Self.element_types[i]](
                self._address[i]()
            ) = __get_address_as_owned_value[Self.element_types[i]](args._element_address[i]())

    @always_inline
    def __init__(out self, *, copy: Self):
        """Copies every value."""
        self.storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        comptime for i in range(Self._count):
            __get_address_as_uninit_lvalue[Self.element_types[i]](self._address[i]()) = copy[i].copy()

    @always_inline
    def __init__(out self, *, deinit move: Self):
        """Takes every value over."""
        self.storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        comptime for i in range(Self._count):
            __get_address_as_uninit_lvalue[Self.element_types[i]](
                self._address[i]()
            ) = __get_address_as_owned_value[Self.element_types[i]](move._address[i]())

    @always_inline
    def __deinit__(deinit self):
        """Drops every value."""
        comptime for i in range(Self._count):
            comptime if not __trivially_destructible[Self.element_types[i]]():
                _ = __get_address_as_owned_value[Self.element_types[i]](self._address[i]())

    @always_inline
    def _address[i: Int](self) -> __mlir_type.`!kgen.pointer<none>`:
        return __mlir_op.`kgen.struct.gep`[`struct` = Self._Storage, index=i](__address_of(self.storage))

    @staticmethod
    @always_inline
    def __len__() -> Int:
        """How many values there are."""
        return Self._count

    @always_inline
    def __getitem__[i: Int](ref self) -> ref[self] Self.element_types[i]:
        """The value at a position known at compile time."""
        return __get_address_as_lvalue[Self.element_types[i], origin_of(self)](self._address[i]())

    @always_inline
    def get[i: Int, T: AnyType](ref self) -> ref[self] T:
        """The value at a position, with its type spelled out."""
        return __get_address_as_lvalue[T, origin_of(self)](self._address[i]())

    def __contains__[T: Equatable](self, value: T) -> Bool:
        """True when a value of the same type is equal."""
        comptime for i in range(Self._count):
            comptime if _same_type[Self.element_types[i], T]():
                if rebind[T](self[i]) == value:
                    return True
        return False

    def __eq__(self, other: Self) -> Bool:
        """True when all values are equal."""
        comptime for i in range(Self._count):
            if self[i] != other[i]:
                return False
        return True

    def __ne__(self, other: Self) -> Bool:
        """True when a value differs."""
        return not (self == other)

    def __lt__(self, other: Self) -> Bool:
        """Compares value by value, the first difference decides."""
        comptime for i in range(Self._count):
            if self[i] < other[i]:
                return True
            if other[i] < self[i]:
                return False
        return False

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds every value."""
        comptime for i in range(Self._count):
            self[i].__hash__(hasher)

    def write_to(self, mut writer: Some[Writer]):
        """Writes `(1, a, 2.5)`; one value gets a comma: `(1,)`."""
        writer.write_string("(")
        comptime for i in range(Self._count):
            comptime if i > 0:
                writer.write_string(", ")
            writer.write(self[i])
        comptime if Self._count == 1:
            writer.write_string(",")
        writer.write_string(")")

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `Tuple[Int, String](Int(1), 'a')`."""
        writer.write_string(__type_name[Self]())
        writer.write_string("(")
        comptime for i in range(Self._count):
            comptime if i > 0:
                writer.write_string(", ")
            self[i].write_repr_to(writer)
        writer.write_string(")")

    def __str__(self) -> String:
        """The text that `print` shows."""
        var text = String()
        self.write_to(text)
        return text^

    def __repr__(self) -> String:
        """The source form."""
        var text = String()
        self.write_repr_to(text)
        return text^

    def reverse(var self) -> Tuple[*Self.element_types.reverse()]:
        """The values in opposite order."""
        comptime Reversed = Tuple[*Self.element_types.reverse()]
        var result = __mlir_op.`kgen.undefined`[_type=Reversed]()
        comptime for i in range(Self._count):
            comptime T = Self.element_types[Self._count - 1 - i]
            __get_address_as_uninit_lvalue[T](result._address[i]()) = self[Self._count - 1 - i].copy()
        return result


def _same_type[A: AnyType, B: AnyType]() -> Bool:
    # Whether two types are one.
    return __same_type[A, B]()
