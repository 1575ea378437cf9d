"""What LLVM is given: an O0 build must not hand it much more than an O3 build, or it would be the slower one."""

from __future__ import annotations

from pathlib import Path

import pytest

from ember.codegen.llvm.host import host_target
from ember.codegen.text.module import emit_llvm
from ember.compiler import Compilation
from ember.opt.pipeline import optimize
from ember.support.cache import default_cache
from ember.support.options import Options

REPOSITORY = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize(
    "path", ["examples/hello.mojo", "examples/matmul.mojo", "bench/programs/nbody.mojo"]
)
def test_unoptimised_programs_are_at_most_twice_as_big(path: str) -> None:
    whole = Compilation(str(REPOSITORY / path), Options(), cache=default_cache()).elaborate()
    sizes = {}
    for level in (0, 3):
        module = whole.clone({})
        optimize(module, level)
        sizes[level] = len(emit_llvm(module, host_target()))
    assert sizes[3] <= sizes[0] <= 2 * sizes[3]
