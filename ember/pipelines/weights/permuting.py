"""The order of rows of queries and keys: pairs that are turned together are neighbours in GGUF files of Llama, halves of a head elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]


def interleaved_rows(rows: Array, heads: int) -> Array:
    """Rows whose pairs are halves of each head, so that pairs are neighbours."""
    import numpy as np

    shape = (heads, 2, len(rows) // heads // 2, *rows.shape[1:])
    return np.ascontiguousarray(rows.reshape(shape).swapaxes(1, 2)).reshape(rows.shape)


def halved_rows(rows: Array, heads: int) -> Array:
    """The way back."""
    import numpy as np

    shape = (heads, len(rows) // heads // 2, 2, *rows.shape[1:])
    return np.ascontiguousarray(rows.reshape(shape).swapaxes(1, 2)).reshape(rows.shape)
