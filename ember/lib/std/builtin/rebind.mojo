"""Reading a value as another type that is in fact the same."""


@always_inline
def rebind_var[src: AnyType, //, dest: AnyType](var value: src) -> dest:
    """Moves a value whose type is known by the programmer to be `dest`.

    Example:

    ```mojo
    from std.builtin.rebind import rebind_var

    var number = rebind_var[Int](7)
    print(number)  # 7
    ```
    """
    return __get_address_as_owned_value[dest](__address_of(value^))


@always_inline
def trait_downcast[T: AnyType, //](value: T) -> T:
    """The value: traits are checked when code is instantiated, so nothing is left to do.

    Example:

    ```mojo
    from std.builtin.rebind import trait_downcast

    print(trait_downcast(3))  # 3
    ```
    """
    return value


comptime downcast[T: AnyType, Trait] = T
"""The type: traits are checked when code is instantiated, so nothing is left to do.

Example:

```mojo
from std.builtin.rebind import downcast

var number: downcast[Int, Copyable] = 3
print(number)  # 3
```
"""
