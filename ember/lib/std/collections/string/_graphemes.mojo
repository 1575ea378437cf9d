"""Texts by graphemes: backwards, with places, cut in two."""

from std.collections.string.grapheme import GraphemeIndicesIter, GraphemeIter
from std.collections.string.string import String
from std.collections.string.string_slice import StringSlice


__extension StringSlice:
    def grapheme_indices(self) -> GraphemeIndicesIter[Self.origin]:
        """Walks the characters as people see them, each with the number of bytes before it."""
        return GraphemeIndicesIter[Self.origin](self.graphemes(), 0)

    def graphemes_reversed(self) -> List[StringSlice[Self.origin]]:
        """The characters as people see them, from the last to the first."""
        var parts = List[StringSlice[Self.origin]]()
        for part in self.graphemes():
            parts.append(part)
        parts.reverse()
        return parts^

    def split_at_grapheme(self, n: Int) -> Tuple[StringSlice[Self.origin], StringSlice[Self.origin]]:
        """The first `n` characters as people see them, and the rest."""
        var bytes = 0
        var count = 0
        for part in self.graphemes():
            if count == n:
                break
            count += 1
            bytes += part._length
        return (self._part(0, bytes), self._part(bytes, self._length))


__extension String:
    def grapheme_indices(ref self) -> GraphemeIndicesIter[origin_of(self)._get_owned_interior["bytes"]]:
        """Walks the characters as people see them, each with the number of bytes before it."""
        return GraphemeIndicesIter[origin_of(self)._get_owned_interior["bytes"]](self.graphemes(), 0)

    def graphemes_reversed(ref self) -> List[StringSlice[origin_of(self)._get_owned_interior["bytes"]]]:
        """The characters as people see them, from the last to the first."""
        return self.as_string_slice().graphemes_reversed()

    def split_at_grapheme(
        ref self, n: Int
    ) -> Tuple[
        StringSlice[origin_of(self)._get_owned_interior["bytes"]],
        StringSlice[origin_of(self)._get_owned_interior["bytes"]],
    ]:
        """The first `n` characters as people see them, and the rest."""
        return self.as_string_slice().split_at_grapheme(n)

    def reserve_bytes(mut self, new_capacity_bytes: Int, /):
        """Makes room for so many bytes."""
        self.reserve(new_capacity_bytes)

    def capacity_bytes(self) -> Int:
        """For how many bytes there is room."""
        return self.capacity()

    def __fspath__(self) -> String:
        """The text as the name of a file."""
        return self
