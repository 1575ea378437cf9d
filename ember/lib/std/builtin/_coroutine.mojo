"""Coroutine: what calling an asynchronous function gives."""


struct Coroutine[T: Movable, origins: OriginSet = ImmStaticOrigin](Movable):
    """The work of an asynchronous function; it is done by the time the coroutine exists."""

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
