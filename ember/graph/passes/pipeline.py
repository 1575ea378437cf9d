"""The passes over `mo` in their order, with the reason of each place."""

from __future__ import annotations

from ember.graph.passes.declare_sizes import declare_sizes
from ember.graph.passes.fold import fold
from ember.graph.passes.fold_transposes import fold_transposes
from ember.graph.passes.inline_calls import inline_calls
from ember.graph.passes.legalize import legalize
from ember.graph.passes.share import drop_unused, share
from ember.graph.passes.simplify import simplify
from ember.graph.passes.sink_transposes import sink_transposes
from ember.ir.nodes import Op
from ember.ir.verifier import verify

PIPELINE = (
    inline_calls,  # first: kernels are fused across calls, too
    legalize,  # everything after it knows exact ops alone
    fold,  # before simplifying: a neutral number is often behind a stretch
    sink_transposes,  # before simplifying: a transpose and its inverse go there
    simplify,  # before sharing: views that say nothing hide equal ops from each other
    fold_transposes,  # after views of views became one
    share,
    declare_sizes,  # after sharing, before dropping: a size may be all that is wanted of an op
    drop_unused,  # last: what the others left behind
)


def prepare(module: Op, verify_each: bool = False) -> None:
    """Brings every graph of a module into the form that kernels are made of."""
    for one in PIPELINE:
        for graph in module.regions[0]:
            one(graph)
        if verify_each:
            verify(module)
