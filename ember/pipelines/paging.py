"""The pages of a cache: which are free, and which several sequences share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ember.driver import Buffer
from ember.nn import PagedCacheType
from ember.pipelines.config import ModelError
from ember.pipelines.sequences import Sequence

if TYPE_CHECKING:
    from ember.pipelines.replaying import Replays


class CacheFull(ModelError):
    """There is no free page."""


class PagePool:
    """The pages of a cache. Memory is taken by the system as pages are first used."""

    def __init__(self, type: PagedCacheType, pages: int) -> None:
        self.type = type
        self.data = Buffer(type.dtype, type.shape(pages), type.device.to_device())
        self._free = list(range(pages))[::-1]
        self._users = [0] * pages
        self.replays: Replays | None = None
        """Steps on a GPU that were captured with these pages."""

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self._users)

    @property
    def free(self) -> int:
        """How many pages are free."""
        return len(self._free)

    def pages_of(self, tokens: int) -> int:
        """How many pages so many tokens need."""
        return -(-tokens // self.type.page_size)

    def ensure(self, sequence: Sequence, tokens: int) -> None:
        """Gives a sequence as many pages as so many tokens need."""
        missing = self.pages_of(tokens) - len(sequence.pages)
        if missing > len(self._free):
            size = self.type.bytes_per_page() / 1e6
            raise CacheFull(
                f"the cache is full: {missing} more pages of {size:.1f} MB are needed, {len(self._free)} of {len(self._users)} are free; "
                "shorter texts, fewer at once, or a smaller element type of the cache take less"
            )
        for _ in range(missing):
            sequence.pages.append(self._taken())

    def _taken(self) -> int:
        page = self._free.pop()
        self._users[page] = 1
        return page

    def release(self, sequence: Sequence) -> None:
        """Takes a sequence's pages back; those that others have, too, stay theirs."""
        for page in sequence.pages:
            self._users[page] -= 1
            if not self._users[page]:
                self._free.append(page)
        sequence.pages = []

    def fork(self, source: Sequence, target: Sequence) -> None:
        """Gives a sequence what another has in the cache: full pages are shared, the last one is copied."""
        whole = source.cached // self.type.page_size
        target.pages = source.pages[:whole]
        for page in target.pages:
            self._users[page] += 1
        target.cached = source.cached
        if source.cached % self.type.page_size:
            self.ensure(target, source.cached)
            self.data[target.pages[-1]].inplace_copy_from(self.data[source.pages[whole]])
