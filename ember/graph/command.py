"""`ember graph FILE --emit KIND`: the stages of the graph compiler, for a Python file that builds graphs or for IR as text."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple

from ember.dialects import mgp
from ember.dialects.mgp_staged import StagedModel
from ember.engine.command import arrays_of_files
from ember.engine.mef import write_mef
from ember.graph.api.graph import Graph
from ember.graph.api.kernels import KernelLibrary
from ember.graph.compile import Stages, translate
from ember.graph.drawing.pictures import stages_html, stages_svg
from ember.graph.programs import compile_graph
from ember.graph.text import graphs_of_file
from ember.ir.nodes import Op
from ember.ir.printer import print_op
from ember.support.output import write_output

Formatter = Callable[[str, str], str]
"""Lays a Mojo text out, given the name of its file."""


class Found(NamedTuple):
    """A graph, and the kernels it may use."""

    op: Op
    library: KernelLibrary


def emit(
    path: str,
    kind: str,
    name: str,
    out: str,
    explain: bool,
    format_text: Formatter,
    generated: str = "",
    weights: str = "",
) -> str | None:
    """What a stage makes of a graph: text to be shown, or None where it was written to `out`.

    A compiled model uses the Mojo files of the folder `generated`, and holds the arrays of the file `weights`.
    """
    graph = _chosen(path, name)
    if kind == "mef":
        target = Path(out or f"{graph.op.attrs['name']}.mef")
        if generated and not Path(generated).is_dir():
            raise ValueError(f"there is no folder '{generated}' with generated files")
        program = compile_graph(graph.op, graph.library, generated or None)
        write_mef(program, target, arrays_of_files([weights])[1] if weights else None)
        return None
    if generated or weights:
        what = "generated files are" if generated else "weights are"
        raise ValueError(f"{what} used where native code is made: --emit mef")
    if isinstance(graph.op, mgp.Model | StagedModel) and kind not in ("mgp", "mojo"):
        raise ValueError(f"'{path}' begins with the host program; there is no '{kind}' of it")
    stages = translate(graph.op, graph.library)
    text = _EMITTED[kind](stages) if kind != "mojo" else _mojo(stages, out, format_text)
    if explain:
        reasons = stages.grouping.reasons if stages.grouping is not None else []
        text = "\n".join([*(f"# {reason}" for reason in reasons), text])
    if out and kind != "mojo":
        write_output(Path(out), (text + "\n").encode(), path)
        return None
    return None if out else text


def _mojo(stages: Stages, out: str, format_text: Formatter) -> str:
    """The files of a model, in a folder or one below the other."""
    texts = {
        f"{name}.mojo": format_text(f"{name}.mojo", file.shown)
        for name, file in stages.files.items()
        if file.text
    }
    if out:
        folder = Path(out)
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            write_output(folder / name, text.encode(), "")
    return "\n".join(f"# -- {name}\n{text}" for name, text in texts.items())


_EMITTED: dict[str, Callable[[Stages], str]] = {
    "mo": lambda stages: print_op(stages.mo),
    "mogg": lambda stages: print_op(stages.mogg),
    "mgp": lambda stages: print_op(stages.host.model),
    "svg": stages_svg,
    "html": stages_html,
}
KINDS = ("mo", "mogg", "mgp", "mojo", "svg", "html", "mef")


def _chosen(path: str, name: str) -> Found:
    """The graph of a file: the one of this name, or the only or last one."""
    found = _of_python(path) if path.endswith(".py") else _of_text(path)
    if not found:
        raise ValueError(f"'{path}' builds no graph that stays in a variable of the file")
    if not name:
        return list(found.values())[-1]
    if name not in found:
        raise ValueError(f"'{path}' has no graph named '{name}'; there are: {', '.join(found)}")
    return found[name]


def _of_python(path: str) -> dict[str, Found]:
    if not Path(path).is_file():
        raise ValueError(f"there is no file '{path}'")
    variables = _run(path)
    graphs = [value for value in variables.values() if isinstance(value, Graph)]
    return {graph.name: Found(graph.op, graph.kernel_library) for graph in graphs}


def _run(path: str) -> dict[str, Any]:
    """Runs a Python file; what it raises is its author's, not ours."""
    try:
        return runpy.run_path(path, run_name="__ember_graph__")
    except (ValueError, KeyboardInterrupt):
        raise
    except SyntaxError as problem:
        raise ValueError(f"{problem.filename}:{problem.lineno}: {problem.msg}") from None
    except Exception as problem:
        lines = [step.lineno for step in extract_tb(problem.__traceback__) if step.filename == path]
        place = f"{path}:{lines[-1]}" if lines else path
        raise ValueError(f"{place}: {type(problem).__name__}: {problem}") from problem


def _of_text(path: str) -> dict[str, Found]:
    graphs = graphs_of_file(path).regions[0]
    return {str(op.attrs["name"]): Found(op, KernelLibrary()) for op in graphs}
