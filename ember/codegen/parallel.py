"""A whole module to objects: split when it is big, each part compiled on its own, by several threads where asked."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from ember.codegen.emit import compile_to_object
from ember.codegen.llvm_library import library_identity
from ember.codegen.llvm_text import emit_part
from ember.codegen.split import split_module
from ember.ir.nodes import Op
from ember.support.cache import Cache, cache_key
from ember.support.target import Target


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
) -> list[bytes]:
    """One object per LLVM text, in their order. LLVM works outside Python's lock, so threads run in parallel."""
    compile_one = partial(_compile_cached, cache or Cache(None), target, opt_level)
    workers = min(jobs, len(texts))
    if workers <= 1:
        return [compile_one(text) for text in texts]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(compile_one, texts))


def _compile_cached(cache: Cache, target: Target, opt_level: int, text: str) -> bytes:
    key = cache_key("object", library_identity(), target.cache_key, str(opt_level), text)
    found = cache.get(key)
    if found is None:
        found = compile_to_object(text, target, opt_level)
        cache.put(key, found)
    return found
