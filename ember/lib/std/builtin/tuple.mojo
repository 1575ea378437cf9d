"""Tuple: a fixed number of values, each of its own type."""

from std.format import write_value
from std.memory.maybe_uninitialized import MaybeUninit


struct Tuple[*element_types: AnyType](
    Comparable where conforms_to(element_types, Comparable),
    Copyable where conforms_to(element_types, Copyable),
    Defaultable where conforms_to(element_types, Defaultable),
    Equatable where conforms_to(element_types, Equatable),
    Hashable where conforms_to(element_types, Hashable),
    ImplicitlyCopyable where conforms_to(element_types, ImplicitlyCopyable),
    Movable,
    Representable where conforms_to(element_types, Writable) or conforms_to(element_types, Stringable),
    Sized,
    Stringable where conforms_to(element_types, Writable) or conforms_to(element_types, Stringable),
    Writable where conforms_to(element_types, Writable) or conforms_to(element_types, Stringable),
):
    """Values of the given types, one after the other.

    Example:

    ```mojo
    var pair = (1, "one")
    print(pair[0], pair[1], len(pair))  # 1 one 2
    var number, name = pair
    print(name, number)  # one 1
    ```

    ```mojo
    var pair = (1, "one")
    print(pair.reverse(), pair.concat((2.5,)))  # (one, 1) (1, one, 2.5)
    print(pair.get[0, Int](), pair.first_of[Int]())  # 1 1

    def show[i: Int](var number: Int):
        print(i, number)

    (4, 5).consume_elements(show)
    # prints: 0 4
    # prints: 1 5
    (6,).deinit_with(show)
    # prints: 0 6
    ```
    """

    comptime Ts = Self.element_types
    """The types of the elements."""
    comptime _count = Self.element_types.__len__()

    var storage: __mlir_type[`!kgen.pack<`, Self.element_types, `>`]
    """The elements, one after the other."""

    @always_inline
    def __init__(out self, var *args: *Self.element_types):
        """Takes the values."""
        var taken = args^._taken()
        self.storage = __mlir_op.`kgen.undefined`[_type = __mlir_type[`!kgen.pack<`, Self.element_types, `>`]]()
        comptime for i in range(Self._count):
            __get_address_as_uninit_lvalue[Self.element_types[i]](
                __address_of(__pack_element[i](self.storage))
            ) = __get_address_as_owned_value[Self.element_types[i]](taken._element_address(i))

    @always_inline
    def __init__(out self) where Self._count > 0 and conforms_to(Self.element_types, Defaultable):
        """The default value of every type."""
        self.storage = __mlir_op.`kgen.undefined`[_type = __mlir_type[`!kgen.pack<`, Self.element_types, `>`]]()
        comptime for i in range(Self._count):
            __get_address_as_uninit_lvalue[Self.element_types[i]](
                __address_of(__pack_element[i](self.storage))
            ) = Self.element_types[i]()

    @always_inline
    def __init__[T: AnyType, //](out self, *, _reverse_of: T):
        """Copies the values of a tuple, last one first."""
        self.storage = __mlir_op.`kgen.undefined`[_type = __mlir_type[`!kgen.pack<`, Self.element_types, `>`]]()
        comptime for i in range(Self._count):
            __get_address_as_uninit_lvalue[Self.element_types[i]](
                __address_of(__pack_element[i](self.storage))
            ) = _reverse_of[Self._count - 1 - i].copy()

    @always_inline
    def __init__[A: AnyType, B: AnyType, //](out self, *, _values_of: A, and_of: B):
        """Copies the values of two tuples."""
        self.storage = __mlir_op.`kgen.undefined`[_type = __mlir_type[`!kgen.pack<`, Self.element_types, `>`]]()
        comptime for i in range(A._count):
            __get_address_as_uninit_lvalue[Self.element_types[i]](
                __address_of(__pack_element[i](self.storage))
            ) = _values_of[i].copy()
        comptime for i in range(B._count):
            comptime place = A._count + i
            __get_address_as_uninit_lvalue[Self.element_types[place]](
                __address_of(__pack_element[place](self.storage))
            ) = and_of[i].copy()

    @always_inline
    def __init__[*Before: AnyType, Last: AnyType](out self, *, var _taken: Tuple[*Before], var _and: Last):
        """The values of a tuple, and one more."""
        var taken = MaybeUninit(_taken^)  # which drops nothing
        self.storage = __mlir_op.`kgen.undefined`[_type = __mlir_type[`!kgen.pack<`, Self.element_types, `>`]]()
        comptime last = Self._count - 1
        comptime for i in range(last):
            __get_address_as_uninit_lvalue[Self.element_types[i]](
                __address_of(__pack_element[i](self.storage))
            ) = __get_address_as_owned_value[Self.element_types[i]](__address_of(__pack_element[i](taken.assume_initialized().storage)))
        __get_address_as_uninit_lvalue[Self.element_types[last]](
            __address_of(__pack_element[last](self.storage))
        ) = rebind_var[Self.element_types[last]](_and^)

    @staticmethod
    @always_inline
    def __len__() -> Int:
        """How many values there are."""
        return Self._count

    @always_inline
    def __getitem__[i: Int](ref self) -> ref[self] Self.element_types[i]:
        """The value at a position known at compile time."""
        return __pack_element[i](self.storage)

    @always_inline
    def get[i: Int, T: AnyType](ref self) -> ref[self] T:
        """The value at a position, with its type spelled out."""
        return rebind[T](__pack_element[i](self.storage))

    @always_inline
    def first_of[T: AnyType](ref self) -> ref[self] T:
        """The first value of a type."""
        comptime for i in range(Self._count):
            comptime if __same_type[Self.element_types[i], T]():
                return rebind[T](__pack_element[i](self.storage))
        comptime assert conforms_to(Self.element_types, Never), "the tuple has no value of this type"

    def consume_elements[F: def[i: Int](var Self.element_types[i]) -> None, //](var self, elt_handler: F, /):
        """Gives every value away: `elt_handler[i](value)`."""
        var given = MaybeUninit(self^)  # which drops nothing
        comptime for i in range(Self._count):
            elt_handler[i](
                __get_address_as_owned_value[Self.element_types[i]](
                    __address_of(__pack_element[i](given.assume_initialized().storage))
                )
            )

    def deinit_with[F: def[i: Int](var Self.element_types[i]) -> None, //](var self, deinit_func: F, /):
        """Ends every value with a function: `deinit_func[i](value)`."""
        self^.consume_elements(deinit_func)

    def reverse(self) -> Tuple[*__pack_reversed[Self.element_types]]:
        """The values in opposite order."""
        return Tuple[*__pack_reversed[Self.element_types]](_reverse_of=self)

    def concat[*others: AnyType](self, other: Tuple[*others]) -> Tuple[*Self.element_types, *others]:
        """The values of both."""
        return Tuple[*Self.element_types, *others](_values_of=self, and_of=other)

    def __contains__[T: Equatable](self, value: T) -> Bool:
        """True when a value of the same type is equal."""
        comptime for i in range(Self._count):
            comptime if __same_type[Self.element_types[i], T]():
                if rebind[T](self[i]) == value:
                    return True
        return False

    def __eq__(self, other: Self) -> Bool where conforms_to(Self.element_types, Equatable):
        """True when all values are equal."""
        comptime for i in range(Self._count):
            if self[i] != other[i]:
                return False
        return True

    def __ne__(self, other: Self) -> Bool where conforms_to(Self.element_types, Equatable):
        """True when a value differs."""
        return not (self == other)

    def __lt__(self, other: Self) -> Bool where conforms_to(Self.element_types, Comparable):
        """Compares value by value, the first difference decides."""
        comptime for i in range(Self._count):
            if self[i] < other[i]:
                return True
            if other[i] < self[i]:
                return False
        return False

    def __hash__[H: Hasher](self, mut hasher: H) where conforms_to(Self.element_types, Hashable):
        """Feeds every value."""
        comptime for i in range(Self._count):
            self[i].__hash__(hasher)

    def write_to(self, mut writer: Some[Writer]) where conforms_to(Self.element_types, Writable) or conforms_to(Self.element_types, Stringable):
        """Writes `(1, a, 2.5)`; one value gets a comma: `(1,)`."""
        writer.write_string("(")
        comptime for i in range(Self._count):
            comptime if i > 0:
                writer.write_string(", ")
            write_value(self[i], writer)
        comptime if Self._count == 1:
            writer.write_string(",")
        writer.write_string(")")

    def write_repr_to(self, mut writer: Some[Writer]) where conforms_to(Self.element_types, Writable) or conforms_to(Self.element_types, Stringable):
        """Writes `Tuple[Int, String](Int(1), 'a')`."""
        writer.write_string(__type_name[Self]())
        writer.write_string("(")
        comptime for i in range(Self._count):
            comptime if i > 0:
                writer.write_string(", ")
            self[i].write_repr_to(writer)
        comptime if Self._count == 1:
            writer.write_string(",")
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
