"""`Graph.draw`: a picture of a graph as text, and as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ember.graph.compile import translate
from ember.graph.drawing.pictures import graph_svg, stages_html, stages_svg
from ember.support.output import replacing

if TYPE_CHECKING:
    from ember.graph.api.graph import Graph


def drawn(graph: Graph, path: Path | str | None) -> str:
    """The picture that `Graph.draw` gives."""
    target = Path(path) if path is not None else None
    if target is not None and target.suffix not in (".svg", ".html"):
        raise ValueError(f"'{target}': pictures are '.svg' or '.html' files")
    if not graph.op.attrs.get("output_types"):
        text = graph_svg(graph.op)
    else:
        stages = translate(graph.op, graph.kernel_library)
        is_page = target is not None and target.suffix == ".html"
        text = stages_html(stages) if is_page else stages_svg(stages)
    if target is not None:
        with replacing(target) as file:
            file.write(text.encode())
    return text
