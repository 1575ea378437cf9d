"""A little SVG: boxes with lines of text, edges with labels, all measured without a browser."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from ember.graph.drawing.layers import Arrangement, Size, arrange

FONT: Final = "ui-sans-serif, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"
INK: Final = "#1f2937"
FAINT: Final = "#6b7280"
COLOURS: Final = {
    "input": ("#e0f2fe", "#0284c7"),
    "weight": ("#f3e8ff", "#9333ea"),
    "op": ("#ffffff", "#94a3b8"),
    "kernel": ("#fff7ed", "#ea580c"),
    "output": ("#dcfce7", "#16a34a"),
    "control": ("#fef9c3", "#ca8a04"),
}
"""Fill and line of each kind of box."""
TILES: Final = ("#bfdbfe", "#fecaca", "#bbf7d0", "#fde68a", "#ddd6fe", "#fbcfe8", "#a5f3fc", "#e2e8f0")  # fmt: skip
_LINE: Final = 16
_WIDE: Final = 6.9
"""The mean width of a letter of 12 pixels."""


class Box(NamedTuple):
    """A box: a title, chips inside it (faint ones begin with a blank), and what is shown when one points at it."""

    title: str
    kind: str
    chips: tuple[str, ...] = ()
    hint: str = ""


class Edge(NamedTuple):
    """From one box to another, by number."""

    start: int
    end: int
    label: str = ""


def text_width(text: str, size: float = 12) -> float:
    return len(text) * _WIDE * size / 12


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def text_at(x: float, y: float, text: str, size: float = 12, colour: str = INK, anchor: str = "middle", is_bold: bool = False) -> str:  # fmt: skip
    weight = ' font-weight="600"' if is_bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{colour}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'


def rectangle(x: float, y: float, width: float, height: float, fill: str, line: str, round: float = 6, hint: str = "") -> str:  # fmt: skip
    shown = f"<title>{escape(hint)}</title>" if hint else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{round:g}" '
        f'fill="{fill}" stroke="{line}">{shown}</rect>'
    )


def document(width: float, height: float, parts: Sequence[str]) -> str:
    """A whole picture."""
    arrow = (
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0 0.5 L8 4 L0 7.5 z" fill="{FAINT}"/></marker></defs>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'font-family="{FONT}">\n<rect width="100%" height="100%" fill="#ffffff"/>\n{arrow}\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


class Panel(NamedTuple):
    """A part of a picture, drawn from its own corner."""

    width: float
    height: float
    parts: list[str]


def boxes(nodes: Sequence[Box], edges: Sequence[Edge]) -> Panel:
    """Boxes and edges, arranged."""
    found = arrange([_size(box) for box in nodes], [(e.start, e.end) for e in edges])
    parts = _edges(nodes, edges, found)
    for box, centre in zip(nodes, found.centres, strict=True):
        parts += _box(box, *centre)
    return Panel(found.width, found.height, parts)


def _size(box: Box) -> Size:
    inside = _rows(box.chips)
    widest = max(
        [text_width(box.title) + 24, *(sum(text_width(c, 11) + 18 for c in row) + 14 for row in inside)]
    )  # fmt: skip
    return Size(max(56, widest), 28 + len(inside) * 24 + (4 if inside else 0))


def _rows(chips: tuple[str, ...]) -> list[list[str]]:
    """Chips in rows of at most four."""
    return [list(chips[at : at + 4]) for at in range(0, len(chips), 4)]


def _box(box: Box, x: float, y: float) -> list[str]:
    width, height = _size(box)
    fill, line = COLOURS[box.kind]
    left, top = x - width / 2, y - height / 2
    parts = [rectangle(left, top, width, height, fill, line, hint=box.hint)]
    parts.append(text_at(x, top + 18, box.title, is_bold=box.kind in ("kernel", "control")))
    for number, row in enumerate(_rows(box.chips)):
        full = sum(text_width(chip, 11) + 14 for chip in row) + 4 * (len(row) - 1)
        at = x - full / 2
        for chip in row:
            wide = text_width(chip, 11) + 14
            below = top + 28 + number * 24
            line, ink = ("#e5e7eb", FAINT) if chip.startswith(" ") else ("#fdba74", INK)
            parts.append(rectangle(at, below, wide, 19, "#ffffff", line, 9))
            parts.append(text_at(at + wide / 2, below + 13.5, chip.strip(), 11, ink))
            at += wide + 4
    return parts


def _edges(nodes: Sequence[Box], edges: Sequence[Edge], found: Arrangement) -> list[str]:
    parts: list[str] = []
    labelled: set[tuple[int, str]] = set()
    for edge, way in zip(edges, found.ways, strict=True):
        points = list(way)
        points[0] = (points[0][0], points[0][1] + _size(nodes[edge.start]).height / 2)
        points[-1] = (points[-1][0], points[-1][1] - _size(nodes[edge.end]).height / 2 - 2)
        parts.append(
            f'<path d="{_curve(points)}" fill="none" stroke="{FAINT}" stroke-width="1.2" marker-end="url(#arrow)"/>'
        )
        if edge.label and (edge.start, edge.label) not in labelled:
            labelled.add((edge.start, edge.label))
            x, y = points[0]
            wide = text_width(edge.label, 10)
            parts.append(
                f'<rect x="{x - wide / 2 - 2:.1f}" y="{y + 4:.1f}" width="{wide + 4:.1f}" height="13" fill="#ffffff" opacity="0.85"/>'
            )
            parts.append(text_at(x, y + 14, edge.label, 10, FAINT))
    return parts


def _curve(points: list[tuple[float, float]]) -> str:
    """A smooth way through points, from top to bottom."""
    x, y = points[0]
    text = f"M{x:.1f} {y:.1f}"
    for to_x, to_y in points[1:]:
        middle = (y + to_y) / 2
        text += f" C{x:.1f} {middle:.1f} {to_x:.1f} {middle:.1f} {to_x:.1f} {to_y:.1f}"
        x, y = to_x, to_y
    return text
