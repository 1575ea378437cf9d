"""Hasher: what values feed themselves to."""


trait Hasher(Defaultable, Deinitable, Movable):
    """Turns what it is fed into one number.

    Example:

    ```mojo
    from std.hashlib.hasher import Hasher

    @fieldwise_init
    struct Name(Hashable):
        var text: String

        def __hash__[H: Hasher](self, mut hasher: H):
            hasher.update(self.text)

    print(hash(Name("a")) == hash(Name("a")))  # True
    ```

    ```mojo
    from std.hashlib.ahash import AHasher

    var hasher = AHasher()
    hasher.update(1)
    hasher.update(2)
    print(hasher^.finish() != 0)  # True
    ```
    """

    def _update_with_bytes(mut self, data: Span[Byte, _]):
        ...

    def _update_with_simd(mut self, value: SIMD):
        ...

    def finish(var self) -> UInt64:
        """The hash of everything it was fed."""
        ...

    @always_inline
    def _update_word(mut self, value: UInt64):
        """Takes one number."""
        self._update_with_simd(value)

    @always_inline
    def update[T: Hashable](mut self, value: T):
        """Takes a value."""
        value.__hash__(self)
