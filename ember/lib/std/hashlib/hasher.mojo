"""Hasher: what values feed themselves to."""


trait Hasher(Deinitable, Movable):
    """Turns what it is fed into one number."""

    def __init__(out self):
        ...

    def _update_with_bytes(mut self, data: Span[Byte, _]):
        ...

    def _update_with_simd(mut self, value: SIMD):
        ...

    def finish(var self) -> UInt64:
        ...

    @always_inline
    def _update_word(mut self, value: UInt64):
        """Takes one number."""
        self._update_with_simd(value)

    @always_inline
    def update[T: Hashable](mut self, value: T):
        """Takes a value."""
        value.__hash__(self)
