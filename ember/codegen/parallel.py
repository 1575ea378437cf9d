"""A whole module to objects: split when it is big, each part compiled on its own, by several threads where asked."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from ember.codegen.emit import compile_to_object
from ember.codegen.llvm_text import emit_part
from ember.codegen.split import split_module
from ember.ir.nodes import Op
from ember.support.target import Target


def compile_module(
    module: Op,
    target: Target,
    opt_level: int = 3,
    debug: bool = False,
    source_name: str = "module",
    jobs: int = 1,
) -> list[bytes]:
    """The objects of a module, the same for any number of `jobs`; link or load them together."""
    parts = split_module(module)
    texts = [emit_part(part, target, debug, source_name) for part in parts]
    return compile_texts(texts, target, opt_level, jobs)


def compile_texts(
    texts: Sequence[str], target: Target, opt_level: int = 3, jobs: int = 1
) -> list[bytes]:
    """One object per LLVM text, in their order. LLVM works outside Python's lock, so threads run in parallel."""
    compile_one = partial(compile_to_object, target=target, opt_level=opt_level)
    workers = min(jobs, len(texts))
    if workers <= 1:
        return [compile_one(text) for text in texts]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(compile_one, texts))
