"""Pictures of graphs: well-formed, nothing missing, boxes apart from each other."""

from __future__ import annotations

from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from ember.dtype import DType
from ember.graph import DeviceRef, Graph, TensorType, TensorValue, Weight, ops
from ember.graph.drawing.layers import Size, arrange

CPU = DeviceRef.CPU()
SVG = "{http://www.w3.org/2000/svg}"


def tensor(*shape: str | int) -> TensorType:
    return TensorType(DType.float32, shape, CPU)


def texts(picture: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def forward(x: TensorValue) -> TensorValue:
    hidden = ops.relu(x @ Weight("first <layer>", DType.float32, [8, 8], CPU) + 1)
    return ops.softmax(hidden @ hidden.T) * 2


def test_ops_kernels_shapes_and_memory_are_shown() -> None:
    found = texts(Graph("g", forward, [tensor("m", 8)]).draw())
    for wanted in (
        "input 0",
        "first <layer>",
        "relu",
        "softmax",
        "output 0",
        "[m, 8] f32",
        "block 0",
    ):
        assert wanted in found, wanted
    assert any(text.startswith("memory over time: 68.0 KiB, at least") for text in found)
    assert any(text.startswith("kernel 1") for text in found)


def test_graphs_without_outputs_show_their_ops() -> None:
    with Graph("unfinished", input_types=[tensor("m")]) as graph:
        ops.exp(graph.inputs[0].tensor)
        assert "exp" in texts(graph.draw())
        graph.output()


def test_files_and_their_kinds(tmp_path: Path) -> None:
    graph = Graph("g", forward, [tensor("m", 8)])
    graph.draw(tmp_path / "g.svg")
    graph.draw(tmp_path / "g.html")
    ElementTree.parse(tmp_path / "g.svg")
    page = (tmp_path / "g.html").read_text()
    assert "host_program_g.mojo" in page and "first &lt;layer&gt;" in page
    with pytest.raises(ValueError, match=r"'.svg' or '.html'"):
        graph.draw(tmp_path / "g.png")


def test_branches_and_loops_are_boxes() -> None:
    def loop(x: TensorValue) -> TensorValue:
        rounds = ops.constant(3, DType.int64, CPU)
        zero = ops.constant(0, DType.int64, CPU)
        return ops.while_loop([zero, x], lambda i, _: i < rounds, lambda i, y: [i + 1, ops.tanh(y)])[1]  # fmt: skip

    assert "while" in texts(Graph("loop", loop, [tensor("n")]).draw())


def test_boxes_never_overlap() -> None:
    random = Random(5)
    for _ in range(40):
        count = random.randrange(1, 30)
        sizes = [Size(random.uniform(20, 200), random.uniform(20, 60)) for _ in range(count)]
        pairs = [(random.randrange(count), random.randrange(count)) for _ in range(2 * count)]
        found = arrange(sizes, [(a, b) for a, b in pairs if a < b])
        for one in range(count):
            for other in range(one):
                (x, y), (u, v) = found.centres[one], found.centres[other]
                apart_x = abs(x - u) >= (sizes[one].width + sizes[other].width) / 2 - 1e-6
                apart_y = abs(y - v) >= (sizes[one].height + sizes[other].height) / 2 - 1e-6
                assert apart_x or apart_y
