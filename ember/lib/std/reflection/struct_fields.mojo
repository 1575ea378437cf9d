"""The fields of a struct as functions: the names `Reflected` had in 2025."""

from std.reflection.reflect import Reflected

comptime ReflectedType = Reflected
"""The name of `Reflected` for what `struct_field_type_by_name` gives.

Example:

```mojo
from std.reflection import ReflectedType

var number: ReflectedType[Int].T = 3
print(number)  # 3
```
"""


def is_struct_type[T: AnyType]() -> Bool:
    """True for struct types.

    Example:

    ```mojo
    from std.reflection import is_struct_type

    print(is_struct_type[String]())  # True
    ```
    """
    return True


def struct_field_count[T: AnyType]() -> Int:
    """How many fields a struct has.

    Example:

    ```mojo
    from std.reflection import struct_field_count

    @fieldwise_init
    struct Point:
        var x: Int
        var y: Int

    print(struct_field_count[Point]())  # 2
    ```
    """
    return __struct_field_count[T]()


def struct_field_names[T: AnyType]() -> InlineArray[StaticString, __struct_field_count[T]()]:
    """The names of a struct's fields.

    Example:

    ```mojo
    from std.reflection import struct_field_names

    @fieldwise_init
    struct Point:
        var x: Int
        var y: Int

    print(struct_field_names[Point]()[0])  # x
    ```
    """
    return Reflected[T].field_names()


comptime struct_field_types[T: AnyType] = __struct_field_types[T]
"""The types of a struct's fields.

Example:

```mojo
from std.reflection import get_type_name, struct_field_types

@fieldwise_init
struct Point:
    var x: Int
    var name: String

comptime types = struct_field_types[Point]()
print(get_type_name[types[1]]())  # String
```
"""


def struct_field_index_by_name[T: AnyType, name: StringLiteral]() -> Int:
    """The number of the field with a name.

    Example:

    ```mojo
    from std.reflection import struct_field_index_by_name

    @fieldwise_init
    struct Point:
        var x: Int
        var y: Int

    print(struct_field_index_by_name[Point, "y"]())  # 1
    ```
    """
    comptime index = Reflected[T].field_index[name]()
    comptime assert index >= 0, "the struct has no field of this name"
    return index


def struct_field_type_by_name[T: AnyType, name: StringLiteral]() -> Reflected[
    __struct_field_type[T, Reflected[T].field_index[name]()]
]:
    """The type of the field with a name: the parameter `T` of what this gives.

    Example:

    ```mojo
    from std.reflection import struct_field_type_by_name

    @fieldwise_init
    struct Point:
        var x: Int
        var name: String

    comptime field_type = struct_field_type_by_name[Point, "name"]()
    var value: field_type.T = "Ada"
    print(value)  # Ada
    ```
    """
    return Reflected[__struct_field_type[T, Reflected[T].field_index[name]()]]()


@always_inline
def struct_field_ref[idx: Int, T: AnyType](ref s: T) -> ref[s] __struct_field_type[T, idx]:
    """A field of a struct by its number.

    Example:

    ```mojo
    from std.reflection import struct_field_ref

    @fieldwise_init
    struct Point:
        var x: Int
        var y: Int

    var p = Point(1, 2)
    struct_field_ref[1](p) = 7
    print(p.y)  # 7
    ```
    """
    return __struct_field_ref[idx](s)
