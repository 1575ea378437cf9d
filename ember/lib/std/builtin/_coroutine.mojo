"""Coroutine: what calling an asynchronous function gives."""


struct Coroutine[T: Movable, origins: OriginSet = ImmStaticOrigin](Movable):
    """The work of an asynchronous function; it is done by the time the coroutine exists.

    Example:

    ```mojo
    async def answer() -> Int:
        return 42

    var work = answer()
    print(work^.__await__())  # 42
    ```
    """

    var _result: Self.T

    @implicit
    @always_inline
    def __init__(out self, var value: Self.T):
        """Work that came to this result."""
        self._result = value^

    @always_inline
    def __await__(deinit self) -> Self.T:
        """The result of the work."""
        return self._result^


comptime RaisingCoroutine = Coroutine
"""The same, for a function that may raise.

Example:

```mojo
async def fails() raises -> Int:
    raise Error("no answer")

try:
    var work = fails()
except e:
    print(e)
# prints: no answer
```
"""
