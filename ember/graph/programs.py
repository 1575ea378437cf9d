"""The cache of models: a graph's text, the kernels it may use and our own files decide its program.

The stages of the compiler are imported only where no program is found; what builds and prints graphs is there already.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ember.engine.program import Program
from ember.ir.nodes import Op
from ember.ir.printer import print_op
from ember.runtime.devices import find_accelerator
from ember.support.cache import cache_key, default_cache
from ember.support.fingerprint import graph_fingerprint
from ember.support.options import wants_line_tables, wants_sim_check
from ember.support.processor import processor_text
from ember.support.programs import Stored, find_program, store_program

if TYPE_CHECKING:
    from ember.graph.api.kernels import KernelLibrary


def compile_graph(
    graph: Op,
    library: KernelLibrary,
    generated: Path | str | None = None,
    is_fusing: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Program:
    """A graph to a program, out of the cache if nothing changed; `progress` is told how many kernels are compiled, and of how many."""
    store = default_cache()
    text = print_op(graph.parent_op or graph)
    extensions = [str(path.resolve()) for path in library.paths]
    how = (
        graph.attrs["name"],  # of the module's graphs
        str(is_fusing),
        find_accelerator(store),
        str(wants_sim_check()),
        str(wants_line_tables()),
    )
    key = cache_key("graph", graph_fingerprint(), processor_text(), text, *extensions, *how)
    found = find_program(store, key) if generated is None else None
    if found is not None:
        return Program.from_data(marshal.loads(found.data[0]))
    from ember.graph.compile import compile_anew

    program, dependencies = compile_anew(graph, library, generated, is_fusing, progress)
    if generated is None:
        stored = Stored([marshal.dumps(program.to_data())], [], dependencies)
        store_program(store, key, {}, extensions, stored)
    return program
