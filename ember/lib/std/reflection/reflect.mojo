"""reflect: questions about a type."""


struct Reflected[T: AnyType](TrivialRegisterPassable):
    """Answers about the type `T`.

    Example:

    ```mojo
    from std.reflection import reflect

    @fieldwise_init
    struct Point:
        var x: Int
        var y: Int

    print(reflect[Point].field_count(), reflect[Point].field_names()[1])  # 2 y
    ```

    ```mojo
    from std.reflection import reflect

    @fieldwise_init
    struct Point:
        var x: Int
        var y: Int

    comptime point = reflect[Point]
    print(point.base_name(), point.is_struct(), point.field_index["y"]())  # Point True 1
    print(point.field_offset[name="y"](), point.name().endswith("Point"))  # 8 True
    var p = Point(1, 2)
    print(point.field_ref[1](p))  # 2
    ```
    """

    @always_inline
    def __init__(out self):
        """Makes one."""
        pass

    @staticmethod
    def name() -> StaticString:
        """The name of the type with its parameters."""
        return __qualified_type_name[Self.T]()

    @staticmethod
    def base_name() -> StaticString:
        """The name of the type without its parameters."""
        var full = StaticString(__type_name[Self.T]())
        var bracket = full.find("[")
        return full if bracket < 0 else full._part(0, bracket)

    @staticmethod
    def is_struct() -> Bool:
        """True for structs and closures, not for types of the IR."""
        return __is_struct[Self.T]()

    @staticmethod
    def field_count() -> Int:
        """How many fields the struct has."""
        return __struct_field_count[Self.T]()

    @staticmethod
    def field_names() -> InlineArray[StaticString, __struct_field_count[Self.T]()]:
        """The names of the fields."""
        var names = InlineArray[StaticString, __struct_field_count[Self.T]()](fill=StaticString(""))
        comptime for i in range(__struct_field_count[Self.T]()):
            names[i] = StaticString(__struct_field_name[Self.T, i]())
        return names

    comptime field_types = __struct_field_types[Self.T]
    """The types of the fields: `field_types()[i]`."""

    comptime field_at[index: Int] = Reflected[__struct_field_type[Self.T, index]]
    """What is known of the type of a field, by its number."""

    comptime field[name: StringLiteral] = Reflected[__struct_field_type[Self.T, Self.field_index[name]()]]
    """What is known of the type of a field, by its name: `field[name].T`."""

    @staticmethod
    def field_index[name: StringLiteral]() -> Int:
        """The number of the field with this name."""
        comptime found = Self._find[name]()
        comptime assert found >= 0, "'" + __type_name[Self.T]() + "' has no field '" + name + "'"
        return found

    @staticmethod
    def _find[name: StringLiteral]() -> Int:
        comptime for i in range(__struct_field_count[Self.T]()):
            comptime if __struct_field_name[Self.T, i]() == name:
                return i
        return -1

    @staticmethod
    def field_offset[*, index: Int]() -> Int:
        """Where a field begins, in bytes."""
        return __struct_field_offset[Self.T, index]()

    @staticmethod
    def field_offset[*, name: StringLiteral]() -> Int:
        """Where a field begins, in bytes."""
        return __struct_field_offset[Self.T, Self.field_index[name]()]()

    @staticmethod
    @always_inline
    def field_ref[index: Int](ref value: Self.T) -> ref[value] __struct_field_type[Self.T, index]:
        """A field by number."""
        return __struct_field_ref[index](value)


comptime reflect[T: AnyType] = Reflected[T]
"""Answers about a type: a shorter name of `Reflected`.

Example:

```mojo
from std.reflection import reflect

print(reflect[List[Int]].base_name())  # List
```
"""


def get_type_name[T: AnyType, *, qualified_builtins: Bool = False]() -> StaticString:
    """The name of a type.

    Example:

    ```mojo
    from std.reflection import get_type_name

    print(get_type_name[String]())  # String
    ```
    """
    return __type_name[T]()


def get_base_type_name[T: AnyType]() -> StaticString:
    """The name of a type without its parameters.

    Example:

    ```mojo
    from std.reflection import get_base_type_name

    print(get_base_type_name[List[Int]]())  # List
    ```
    """
    return Reflected[T].base_name()


def get_function_name[F: AnyType, //, function: F]() -> StaticString:
    """The name of a function.

    Example:

    ```mojo
    from std.reflection import get_function_name

    def triple(x: Int) -> Int:
        return 3 * x

    print(get_function_name[triple]())  # triple
    ```
    """
    return __function_name[function]()


def get_linkage_name[F: AnyType, //, function: F]() -> StaticString:
    """The name of a function in object files.

    Example:

    ```mojo
    from std.reflection import get_linkage_name

    def triple(x: Int) -> Int:
        return 3 * x

    print("triple" in String(get_linkage_name[triple]()))  # True
    ```
    """
    return __linkage_name[function]()
