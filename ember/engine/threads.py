"""One pool of threads for all models of a process: whichever makes one first, the others use it.

So ten models have as many threads as one, and a model's code can go when nobody holds the model, unless the threads run in it.
"""

from __future__ import annotations

from weakref import WeakSet

from ember.runtime.loader import PARKED, Image

_IMAGES: WeakSet[Image] = WeakSet()
"""The code of models that are loaded: one of them has the pool."""
_LEADERS: list[int] = []
"""The pools that were found: the first is everybody's."""


def share_threads(image: Image) -> None:
    """Has a model's code use the pool there is, if it has none of its own; asked when it is loaded, and before it runs with new shapes."""
    _IMAGES.add(image)
    if not _LEADERS:
        _LEADERS.extend([*PARKED, *(pool for one in list(_IMAGES) if (pool := one.pool))])
    if _LEADERS:
        image.share_pool(_LEADERS[0])
