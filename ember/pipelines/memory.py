"""How much memory there is, and what a model needs of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ember.graph import DeviceRef
from ember.nn import PagedCacheType, WeightData
from ember.pipelines.config import ModelError

_LEAST_TOKENS = 512
"""A cache of fewer tokens is of no use, unless it was asked for."""
_SHARE = 0.8
"""How much of what is free a cache may take."""


def available(device: DeviceRef) -> int | None:
    """The bytes that are free on a device, on the host within the limits of a container; None: the system does not say."""
    there = device.to_device()
    if not there.has_host_memory:
        return there.stats["free_memory"]
    found = [value for value in (_of_system(), _of_container()) if value is not None]
    return min(found, default=None)


def _of_system() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None


def _of_container() -> int | None:
    folder = Path("/sys/fs/cgroup")
    try:
        most, used = ((folder / f"memory.{name}").read_text() for name in ("max", "current"))
        return max(0, int(most) - int(used))
    except (OSError, ValueError):  # 'max' is no number: there is no limit
        return None


def packed_bytes(weights: Mapping[str, WeightData]) -> int:
    """What the copies of a model's matrices take that are laid out for the machine."""
    return sum(weight.data.nbytes for weight in weights.values() if weight.data.ndim > 1)


def fitting_length(
    cache: PagedCacheType, weights: Mapping[str, WeightData], longest: int, wanted: int | None
) -> int:
    """How many tokens a text may have: as many as were asked for or, without a wish, as fit; `ModelError` says what is missing."""
    free = available(cache.device)
    if free is None:
        return min(wanted or longest, longest)
    per_token = cache.bytes_per_page() / cache.page_size
    left = free - packed_bytes(weights)
    fits = int(left * _SHARE / per_token) // cache.page_size * cache.page_size
    length = min(wanted or longest, longest)
    if fits >= length:
        return length
    if wanted is None and fits >= _LEAST_TOKENS:
        return fits
    asked = length if wanted else min(longest, _LEAST_TOKENS)
    raise ModelError(
        f"the memory{'' if cache.device.is_cpu() else ' of the GPU'} does not suffice: {packed_bytes(weights) / 1e6:,.1f} MB for weights and {asked * per_token / 1e6:,.1f} MB for a cache of {asked:,} "
        f"tokens, {free / 1e6:,.1f} MB are free; '--max-length' and '--cache-dtype int8' take less"
    )


def fitting_pages(cache: PagedCacheType, wanted: int, least: int) -> int:
    """So many pages, or as many as there is memory for; never fewer than the least."""
    free = available(cache.device)
    return wanted if free is None else max(least, min(wanted, int(free * _SHARE) // cache.bytes_per_page()))  # fmt: skip
