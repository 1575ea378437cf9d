"""A graph before and after fusion, and its memory over time, as pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final

from ember.dialects import mgp, mo, mo_control, mogg
from ember.dialects.mo_types import CHAIN, ShapedType
from ember.graph.drawing.svg import (
    FAINT,
    INK,
    TILES,
    Box,
    Edge,
    Panel,
    boxes,
    document,
    rectangle,
    shortened,
    text_at,
)
from ember.graph.plan.memory import bytes_of, typical
from ember.ir.nodes import Op, Region, Value

if TYPE_CHECKING:
    from ember.graph.compile import Stages

_MARGIN: Final = 30
_TITLE: Final = 34
_HIDDEN: Final = (mo.ChainCreate, mo.DeclareSizes)
_LONGEST: Final = 44


def graph_svg(graph: Op) -> str:
    """The ops of a graph."""
    return _stacked([(f"{graph.attrs['name']}: ops", _ops(graph))])


def stages_svg(stages: Stages) -> str:
    """Ops, kernels and memory side by side."""
    return _stacked(_panels(stages))


def stages_html(stages: Stages) -> str:
    """The same as a page, with the files of the kernels."""
    name = escape(str(stages.mo.attrs["name"]))
    parts = [
        f"<h2>{escape(title)}</h2>\n<div class=picture>{_stacked([('', panel)])}</div>"
        for title, panel in _panels(stages)
    ]
    for file, source in stages.files.items():
        parts.append(
            f"<details><summary>{escape(file)}.mojo</summary><pre>{escape(source.text)}</pre></details>"
        )
    style = (
        "body{font-family:system-ui,sans-serif;margin:2em auto;max-width:1400px;color:#1f2937}"
        ".picture{overflow:auto;border:1px solid #e5e7eb;border-radius:8px;max-height:85vh}"
        "pre{background:#f8fafc;padding:1em;overflow:auto}summary{cursor:pointer;font-family:monospace;padding:.2em}"
    )
    body = "\n".join(parts)
    return f"<!doctype html>\n<html><head><meta charset=utf-8><title>{name}</title><style>{style}</style></head>\n<body><h1>{name}</h1>\n{body}\n</body></html>\n"


def _panels(stages: Stages) -> list[tuple[str, Panel]]:
    kernels = [op for op in stages.mogg.walk() if isinstance(op, mogg.Kernel)]
    chips = [chip for op in kernels for chip in _chips(op) if not chip.startswith(" ")]
    peak = sum(plan.peak for plan in stages.host.plans.values())
    bound = sum(plan.bound for plan in stages.host.plans.values())
    found = [
        ("ops", _ops(stages.mo)),
        (f"{_count(chips, 'op')} in {_count(kernels, 'kernel')}", _ops(stages.mogg)),
    ]
    memory = _memory(stages.host.model)
    if memory is not None:
        found.append((f"memory over time: {_bytes(peak)}, at least {_bytes(bound)} (unknown sizes taken as 128)", memory))  # fmt: skip
    return found


def _count(things: Sequence[object], name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"


def _stacked(panels: list[tuple[str, Panel]]) -> str:
    """Panels from left to right, each with its title."""
    parts: list[str] = []
    at = float(_MARGIN)
    height = 0.0
    for title, panel in panels:
        above = _MARGIN + (_TITLE if title else 0)
        wide = max(panel.width, len(title) * 8.0)
        if title:
            parts.append(text_at(at, _MARGIN + 14, title, 15, INK, "start", is_bold=True))
        parts.append(f'<g transform="translate({at:.1f} {above:.1f})">')
        parts += panel.parts
        parts.append("</g>")
        at += wide + 2 * _MARGIN
        height = max(height, above + panel.height)
    return document(at - _MARGIN, height + _MARGIN, parts)


# -- ops and kernels ---------------------------------------------------------------------------------------


def _ops(graph: Op) -> Panel:
    """A graph of ops or of kernels: whichever it has."""
    return _Drawer(graph).panel()


class _Drawer:
    """Boxes and edges of a graph."""

    def __init__(self, graph: Op) -> None:
        self.nodes: list[Box] = []
        self.edges: list[Edge] = []
        self._box_of: dict[Value, int] = {}
        self._kernels = 0
        body = graph.regions[0]
        for number, arg in enumerate(body.args):
            if arg.type is not CHAIN:
                title = f"input {number}" if not arg.name or arg.name.isdigit() else arg.name
                self._box_of[arg] = self._add(Box(title, "input", hint=str(arg.type)))
        self._region(body)

    def panel(self) -> Panel:
        return boxes(self.nodes, self.edges)

    def _add(self, box: Box) -> int:
        self.nodes.append(box)
        return len(self.nodes) - 1

    def _region(self, region: Region) -> None:
        for op in region:
            if isinstance(op, _HIDDEN) or _is_small(op):
                continue
            if isinstance(op, mo.Output):
                self._outputs(op)
                continue
            number = self._add(_boxed(op, self._kernel_number(op)))
            for value in dict.fromkeys([*op.operands, *_captured(op)]):
                self._connect(value, number)
            for result in op.results:
                self._box_of[result] = number

    def _kernel_number(self, op: Op) -> int:
        self._kernels += isinstance(op, mogg.Kernel)
        return self._kernels

    def _outputs(self, op: Op) -> None:
        for number, value in enumerate(op.operands):
            if value.type is not CHAIN:
                self._connect(value, self._add(Box(f"output {number}", "output", hint=str(value.type))))  # fmt: skip

    def _connect(self, value: Value, to: int) -> None:
        start = self._box_of.get(value)
        if start is not None and start != to and value.type is not CHAIN:
            self.edges.append(Edge(start, to, type_text(value.type)))


def _boxed(op: Op, number: int) -> Box:
    if isinstance(op, mogg.Kernel):
        chips = _chips(op)
        title = f"kernel {number}" + (", once at load" if op.attrs["is_invariant"] else "")
        hint = "\n".join([str(op.attrs["summary"]), *op.attrs["source"]])
        return Box(title, "kernel", tuple(chips), hint)
    hint = f"{op.op_name}\n{op.loc}" if op.loc is not None else op.op_name
    if isinstance(op, mo.ConstantExternal):
        return Box(shortened(str(op.attrs["name"]), _LONGEST), "weight", hint=hint)
    if isinstance(op, mo.Constant):
        return Box("constant", "weight", hint=hint)
    if isinstance(op, mo_control.If | mo_control.While):
        inside = [_title(one) for region in op.regions for one in region if not isinstance(one, _HIDDEN)]  # fmt: skip
        shown = tuple(inside[:11]) + (("…",) if len(inside) > 11 else ())
        return Box(_title(op), "control", shown, hint)
    return Box(_title(op), "op", hint=hint)


def _title(op: Op) -> str:
    if isinstance(op, mogg.Kernel):
        return shortened(str(op.attrs["summary"]), _LONGEST)
    symbol = op.attrs.get("symbol")
    name = str(symbol) if symbol is not None else op.op_name
    return name.removeprefix("mo.").removeprefix("rmo.")


def _chips(kernel: Op) -> list[str]:
    """The ops in a kernel, each as often as it is there, in the order in which an element meets them; views are faint."""
    before: list[str] = []
    work: list[str] = []
    after: list[str] = []
    for op in kernel.walk():
        if isinstance(op, mogg.CallView):
            before.insert(0, " " + _plain(op))
        elif isinstance(op, mogg.CallElementwise):
            bind = op.parent_op
            is_after = isinstance(bind, mogg.Bind) and bind.attrs["kind"] != "input_lambda"
            (after if is_after else before).append(_plain(op))
        elif isinstance(op, mogg.CallExecute):
            work.append(_plain(op))
        elif isinstance(op, mogg.CallShape):
            work.append(f"shape of {_plain(op)}")
    return [*before, *work, *after] or [" " + str(kernel.attrs["summary"])]


def _plain(op: Op) -> str:
    return str(op.attrs["kernel"]).removeprefix("mo.")


def _is_small(op: Op) -> bool:
    """Numbers in the text of kernels are no boxes."""
    if not isinstance(op, mo.Constant):
        return False
    type = op.results[0].type
    return isinstance(type, ShapedType) and type.rank == 0


def _captured(op: Op) -> Iterator[Value]:
    if isinstance(op, mo_control.If | mo_control.While):
        for one in op.walk():
            if one is not op:
                yield from one.operands


def type_text(type: Any) -> str:
    """A tensor's type, short: `[m, 4] f32`."""
    if not isinstance(type, ShapedType):
        return str(type)
    return f"[{', '.join(map(str, type.dims))}] {type.dtype.name}"


# -- memory ------------------------------------------------------------------------------------------------

_STEP: Final = 74
_TALL: Final = 360.0


class _Life:
    """A tensor in a block: from the launch that writes it to the last that reads it."""

    def __init__(self, block: int, value: Value, size: int) -> None:
        self.block = block
        self.value = value
        self.size = size
        self.first = self.last = -1

    def use(self, time: int) -> None:
        self.first = time if self.first < 0 else self.first
        self.last = time


def _memory(model: Op) -> Panel | None:
    """Blocks of the arena from top to bottom, launches from left to right."""
    lives, launches = _lives(model)
    if not lives:
        return None
    heights: dict[int, int] = {}
    for life in lives:
        heights[life.block] = max(heights.get(life.block, 0), life.size)
    whole = sum(heights.values())
    top: dict[int, float] = {}
    at = 0.0
    for block in sorted(heights):
        top[block] = at
        at += max(22.0, heights[block] / whole * _TALL)
    parts = _axis(launches, at)
    for number, life in enumerate(lives):
        height = max(20.0, life.size / whole * _TALL)
        x, width = 90 + life.first * _STEP, (life.last - life.first + 1) * _STEP - 4
        label = f"{type_text(life.value.type)}, {_bytes(life.size)}"
        parts.append(rectangle(x, top[life.block], width, height - 2, TILES[number % len(TILES)], "#64748b", 3, label))  # fmt: skip
        parts.append(text_at(x + 5, top[life.block] + min(height / 2 + 3, 14), shortened(label, max(6, int(width / 6))), 10, INK, "start"))  # fmt: skip
    for block, y in top.items():
        parts.append(text_at(0, y + 13, f"block {block}", 11, FAINT, "start"))
    return Panel(90 + len(launches) * _STEP, at + 130, parts)


def _lives(model: Op) -> tuple[list[_Life], list[str]]:
    of: dict[Value, _Life] = {}
    launches: list[str] = []
    inits = [op for op in model.walk() if isinstance(op, mgp.Init)]
    hidden = {one for init in inits for one in init.walk()}
    for op in model.walk():
        if isinstance(op, mgp.Block):
            size = typical(bytes_of(op.results[0].type))
            of[op.results[0]] = _Life(int(op.attrs["number"]), op.results[0], size)
        elif isinstance(op, mgp.Alias) and op.operands[0] in of:
            of[op.results[0]] = of[op.operands[0]]
        elif isinstance(op, mgp.Launch) and op not in hidden:
            for value in op.operands:
                if value in of:
                    of[value].use(len(launches))
            launches.append(str(op.attrs["summary"]))
    lives = [life for life in dict.fromkeys(of.values()) if life.first >= 0]
    return lives, launches


def _axis(launches: Sequence[str], height: float) -> list[str]:
    parts = []
    for number, summary in enumerate(launches):
        x = 90 + number * _STEP
        parts.append(f'<line x1="{x}" y1="0" x2="{x}" y2="{height:.0f}" stroke="#e5e7eb"/>')
        shown = escape(shortened(summary, 24))
        parts.append(
            f'<text transform="translate({x + 8} {height + 14:.0f}) rotate(38)" font-size="10" fill="{FAINT}">{shown}</text>'
        )
    return parts


def _bytes(size: float) -> str:
    for unit in ("B", "KiB", "MiB", "GiB"):
        if size < 1024 or unit == "GiB":
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    raise AssertionError
