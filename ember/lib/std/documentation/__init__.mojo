"""What documentation shows."""


def doc_hidden():
    """The decorator of what documentation leaves out.

    Example:

    ```mojo
    from std.documentation import doc_hidden

    @doc_hidden
    def helper() -> Int:
        return 1

    print(helper())  # 1
    ```
    """
    pass


comptime doc_private = doc_hidden
"""An older name of `doc_hidden`.

Example:

```mojo
from std.documentation import doc_private

@doc_private
def inner() -> Int:
    return 2

print(inner())  # 2
```
"""
