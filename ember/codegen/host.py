"""The machine the compiler runs on, as a `Target`."""

from __future__ import annotations

from functools import cache

import llvmlite.binding as llvm

from ember.support.target import Target, make_target


@cache
def host_target() -> Target:
    """This machine: its triple, CPU name and features as LLVM sees them."""
    triple = llvm.get_process_triple()
    features = llvm.get_host_cpu_features().flatten()
    return make_target(triple, llvm.get_host_cpu_name(), features)
