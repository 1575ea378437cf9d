"""Rotary position embeddings: the angles by which pairs of elements are turned."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ember.dtype import DType
from ember.graph import DeviceRef, TensorValue, Weight, ops
from ember.nn.cache import PagedCache
from ember.nn.kernels import Normed, project_and_store, rope_and_store, rope_ragged
from ember.nn.linear import Linear
from ember.nn.module import Module, WeightData

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class RopeScaling:
    """How angles are changed for texts longer than those of the training.

    `kind` is one of `linear`, `llama3`, `yarn`, `longrope`; the numbers are those of configurations.
    """

    kind: str
    factor: float = 1.0
    low_freq_factor: float = 1.0
    high_freq_factor: float = 4.0
    original_max_position: int = 8192
    beta_fast: float = 32.0
    beta_slow: float = 1.0
    attention_factor: float | None = None
    factors: tuple[float, ...] = field(default=())
    """For `longrope`: one for each pair."""

    def frequencies(self, base: Array, theta: float) -> Array:
        """The changed frequencies."""
        import numpy as np

        if self.kind == "linear":
            scaled: Array = base / self.factor
            return scaled
        if self.kind == "llama3":
            return self._llama3(base)
        if self.kind == "yarn":
            return self._yarn(base, theta)
        if self.kind == "longrope":
            scaled = base / np.asarray(self.factors)
            return scaled
        raise ValueError(f"the rope scaling '{self.kind}' is not known; known are linear, llama3, yarn, longrope")  # fmt: skip

    def _llama3(self, base: Array) -> Array:
        import numpy as np

        wavelength = 2 * math.pi / base
        share = (self.original_max_position / wavelength - self.low_freq_factor) / (
            self.high_freq_factor - self.low_freq_factor
        )
        share = np.clip(share, 0, 1)
        return base * (share + (1 - share) / self.factor)

    def _yarn(self, base: Array, theta: float) -> Array:
        import numpy as np

        pairs = len(base)

        def pair_of(turns: float) -> float:
            at = math.log(self.original_max_position / (turns * 2 * math.pi))
            return pairs * at / math.log(theta)

        low = max(math.floor(pair_of(self.beta_fast)), 0)
        high = min(math.ceil(pair_of(self.beta_slow)), 2 * pairs - 1)
        ramp = np.clip((np.arange(pairs) - low) / max(high - low, 0.001), 0, 1)
        return base / self.factor * ramp + base * (1 - ramp)

    def magnitude(self) -> float:
        """What cosines and sines are multiplied with."""
        if self.attention_factor is not None:
            return self.attention_factor
        if self.kind == "yarn":
            return 0.1 * math.log(self.factor) + 1.0 if self.factor > 1 else 1.0
        if self.kind == "longrope" and self.factor > 1:
            return math.sqrt(1 + math.log(self.factor) / math.log(self.original_max_position))
        return 1.0


class RotaryEmbedding(Module):
    """Turns queries and keys by their positions."""

    def __init__(
        self,
        dim: int,
        theta: float,
        max_seq_len: int,
        device: DeviceRef,
        interleaved: bool = True,
        scaling: RopeScaling | None = None,
    ) -> None:
        super().__init__()
        self.interleaved = interleaved
        self.freqs = Weight("freqs", DType.float32, [max_seq_len, dim], device)
        self._data["freqs"] = WeightData(_table(dim, theta, max_seq_len, scaling), DType.float32)

    def __call__(self, x: TensorValue, cache: PagedCache) -> TensorValue:
        return rope_ragged(x, cache, self.freqs, interleaved=self.interleaved)

    def store(self, heads: TensorValue, queries: int, cache: PagedCache, layer: int) -> TensorValue:
        """Of queries, keys and values side by side: the queries turned; the others, the keys turned, go to the cache."""
        return rope_and_store(
            heads, queries, cache, self.freqs, layer, interleaved=self.interleaved
        )

    def can_project(self, size: int, cache: PagedCache) -> bool:
        """Whether `project` is there for heads of this size: numbers go to the cache eight at a time."""
        turned = int(self.freqs.shape[1])
        return size % 8 == 0 and turned % 8 == 0 and cache.pages.dtype is not DType.int8

    def project(
        self,
        encoding: str,
        x: Normed,
        layers: Sequence[Linear],
        queries: int,
        cache: PagedCache,
        layer: int,
    ) -> TensorValue:
        """What `store` gives for the products with three layers, in one kernel."""
        size = int(cache.pages.shape[-1])
        weights = [TensorValue(linear.weight) for linear in layers]
        if not self.interleaved:
            weights[:2] = [_pairs_together(w, size, int(self.freqs.shape[1])) for w in weights[:2]]
        weight = ops.concat(weights, axis=0)
        return project_and_store(
            encoding, x, weight, queries, cache, self.freqs, layer, interleaved=self.interleaved
        )


def _pairs_together(weight: TensorValue, size: int, turned: int) -> TensorValue:
    """Rows of heads, of which the first `turned` are pairs half of these apart, so that the two of a pair lie together."""
    rows, length = int(weight.shape[0]), int(weight.shape[1])
    heads = weight.reshape([rows // size, size, length])
    pairs = heads[:, :turned].reshape([rows // size, 2, turned // 2, length])
    together = ops.permute(pairs, [0, 2, 1, 3]).reshape([rows // size, turned, length])
    if turned < size:
        together = ops.concat([together, heads[:, turned:]], axis=1)
    return together.reshape([rows, length])


def _table(dim: int, theta: float, positions: int, scaling: RopeScaling | None) -> Array:
    """Cosine and sine of every pair, for each position."""
    import numpy as np

    base = theta ** -(np.arange(0, dim, 2, dtype=np.float64) / dim)
    if scaling is not None:
        base = scaling.frequencies(base, theta)
    angles = np.arange(positions, dtype=np.float64)[:, None] * base[None]
    table = np.stack([np.cos(angles), np.sin(angles)], -1).reshape(positions, dim)
    magnitude = scaling.magnitude() if scaling is not None else 1.0
    return np.ascontiguousarray(table * magnitude, np.float32)
