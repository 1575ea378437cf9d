"""A whole module to objects: split when it is big, each part compiled on its own, by several threads where asked."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from ember.codegen.emit import compile_to_object, emit_assembly, optimized_llvm
from ember.codegen.llvm_library import library_identity
from ember.codegen.llvm_text import emit_part
from ember.codegen.split import split_module
from ember.ir.nodes import Op
from ember.support.cache import Cache, cache_key
from ember.support.target import Target

Work = Callable[[bool, float, float, int], None]
"""Told of a finished text: whether the cache had it, when work on it began and ended, and by which thread."""


def compile_module(
    module: Op,
    target: Target,
    opt_level: int = 3,
    debug: bool = False,
    source_name: str = "module",
    jobs: int = 1,
    cache: Cache | None = None,
) -> list[bytes]:
    """The objects of a module, the same for any number of `jobs`; link or load them together.

    With a `cache`, parts that have not changed since an earlier compilation are not compiled again.
    """
    parts = split_module(module)
    texts = [emit_part(part, target, debug, source_name) for part in parts]
    return compile_texts(texts, target, opt_level, jobs, cache)


def compile_texts(
    texts: Sequence[str],
    target: Target,
    opt_level: int = 3,
    jobs: int = 1,
    cache: Cache | None = None,
    work: Work | None = None,
) -> list[bytes]:
    """One object per LLVM text, in their order."""
    return emit_texts(texts, "object", target, opt_level, jobs, cache, work)


def emit_texts(
    texts: Sequence[str],
    kind: str,
    target: Target,
    opt_level: int = 3,
    jobs: int = 1,
    cache: Cache | None = None,
    work: Work | None = None,
) -> list[bytes]:
    """What LLVM makes of each text: `object`, `asm` or `llvm-opt`. It works outside Python's lock, so threads run in
    parallel. `work` is told of each text that was compiled, and of each found in the cache.
    """
    compile_one = partial(_compile_cached, cache or Cache(None), kind, target, opt_level, work)
    workers = min(jobs, len(texts))
    if workers <= 1:
        return [compile_one(text) for text in texts]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(compile_one, texts))


def _compile_cached(
    cache: Cache, kind: str, target: Target, opt_level: int, work: Work | None, text: str
) -> bytes:
    begin = time.perf_counter()
    key = cache_key(kind, library_identity(), target.cache_key, str(opt_level), text)
    found = cache.get(key)
    is_hit = found is not None
    if found is None:
        found = _emit(kind, text, target, opt_level)
        cache.put(key, found)
    if work is not None:
        work(is_hit, begin, time.perf_counter(), threading.get_ident())
    return found


def _emit(kind: str, text: str, target: Target, opt_level: int) -> bytes:
    if kind == "object":
        return compile_to_object(text, target, opt_level)
    emit = emit_assembly if kind == "asm" else optimized_llvm
    return emit(text, target, opt_level).encode()
