"""The on-disk cache: hits, corruption, bounds, and places where nothing can be written."""

from __future__ import annotations

import os
from pathlib import Path

from ember.support.cache import Cache, cache_key


def _only_file(directory: Path) -> Path:
    (path,) = (p for p in directory.rglob("*") if p.is_file())
    return path


def test_what_was_put_comes_back(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    key = cache_key("a", b"b")
    assert cache.get(key) is None
    cache.put(key, b"payload")
    assert cache.get(key) == b"payload"
    cache.put(key, b"")
    assert cache.get(key) == b""


def test_keys_see_where_parts_end() -> None:
    assert cache_key("ab", "c") != cache_key("a", "bc")
    assert cache_key("a") == cache_key(b"a")


def test_corrupt_entry_is_a_miss_and_goes_away(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    key = cache_key("k")
    for damage in (lambda d: d[:-1], lambda d: d[:40] + b"x" + d[41:], lambda d: b""):
        cache.put(key, b"some bytes that matter, more than forty of them in total")
        path = _only_file(tmp_path)
        path.write_bytes(damage(path.read_bytes()))
        assert cache.get(key) is None
        assert not path.exists()


def test_prune_drops_the_least_recently_used(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    keys = [cache_key(str(i)) for i in range(4)]
    for age, key in enumerate(keys):
        cache.put(key, bytes(1000))
        path = cache._path(key)
        assert path is not None
        os.utime(path, (1000 + age, 1000 + age))
    assert cache.get(keys[0]) is not None  # makes it the most recent one
    cache.prune(limit=2100)
    assert [cache.get(key) is not None for key in keys] == [True, False, False, True]


def test_clear_and_info(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put(cache_key("x"), bytes(10))
    info = cache.info()
    assert info.entries == 1
    assert info.size > 10
    cache.clear()
    assert cache.info().entries == 0


def test_unwritable_places_are_no_error(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("not a folder")
    for cache in (Cache(None), Cache(blocker), Cache(Path("/proc/no/such/place"))):
        cache.put(b"\0key", b"data")
        assert cache.get(b"\0key") is None
        assert cache.info().entries == 0
        assert cache.clear() == 0
