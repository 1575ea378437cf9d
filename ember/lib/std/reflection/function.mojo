"""Functions looked at by programs."""

from std.reflection.reflect import get_function_name, get_linkage_name


struct ReflectedFn[func_type: AnyType, //, func: func_type](TrivialRegisterPassable):
    """What is known of a function.

    Example:

    ```mojo
    from std.reflection import reflect_fn

    def add(a: Int, b: Int) -> Int:
        return a + b

    print(reflect_fn[add].display_name())  # add
    ```

    ```mojo
    from std.reflection import reflect_fn

    def add(a: Int, b: Int) -> Int:
        return a + b

    print("add" in String(reflect_fn[add].linkage_name()))  # True
    ```
    """

    @staticmethod
    def display_name() -> StaticString:
        """The function's name in the source."""
        return get_function_name[Self.func]()

    @staticmethod
    def linkage_name() -> StaticString:
        """The function's name in object files."""
        return get_linkage_name[Self.func]()


comptime reflect_fn[func_type: AnyType, //, func: func_type] = ReflectedFn[func]
"""What is known of a function.

Example:

```mojo
from std.reflection import reflect_fn

def add(a: Int, b: Int) -> Int:
    return a + b

print(reflect_fn[add].display_name())  # add
```
"""
