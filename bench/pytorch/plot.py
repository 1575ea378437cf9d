"""Draws `docs/pytorch.svg` from what the benchmarks measured.

python tests/pytorch/device_check.py --json device.json      # on a machine with an NVIDIA GPU
python bench/pytorch/calls.py --json calls.json
python bench/pytorch/models.py --minilm FOLDER --json models.json
python bench/pytorch/plot.py device.json calls.json models.json docs/pytorch.svg
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NamedTuple

OURS = {"CustomOpLibrary", "graph_op", "ember"}
NAMES = 130
WIDTH = 440
ROW, HEAD, GAP = 20, 28, 26


class Chart(NamedTuple):
    """Bars by name, in one unit."""

    title: str
    unit: str
    bars: dict[str, float]

    @property
    def height(self) -> int:
        return HEAD + ROW * len(self.bars)


def charts(device: Path, calls: Path, models: Path) -> list[Chart]:
    times = json.loads(device.read_text())["times"]
    costs = {n: c for n, c in json.loads(calls.read_text()).items() if not n.startswith("first")}
    found = [
        Chart("Grayscale, 3×16000×16000 f32, H200", "ms", times),
        Chart("One call with a tiny tensor, CPU", "µs", costs),
    ]
    for name, row in json.loads(models.read_text()).items():
        ways = {way: row[way] for way in ("eager", "inductor", "ember")}
        found.append(Chart(f"{name}, time per batch, two cores", "ms", ways))
    return found


def drawn(chart: Chart, x: int, y: int) -> list[str]:
    lines = [f'<text x="{x}" y="{y + 14}" font-weight="bold">{chart.title}</text>']
    scale = (WIDTH - NAMES - 70) / max(chart.bars.values())
    for number, (name, value) in enumerate(chart.bars.items()):
        top = y + HEAD + ROW * number
        color = "#e4572e" if name in OURS else "#9aa5b1"
        length = value * scale
        lines += [
            f'<text x="{x + NAMES - 6}" y="{top + 11}" text-anchor="end">{name}</text>',
            f'<rect x="{x + NAMES}" y="{top}" width="{length:.1f}" height="14" fill="{color}"/>',
            f'<text x="{x + NAMES + length + 5:.1f}" y="{top + 11}">{value:.3g} {chart.unit}</text>',
        ]
    return lines


def main() -> None:
    *sources, target = map(Path, sys.argv[1:5])
    lines: list[str] = []
    tops = [10, 10]
    for number, chart in enumerate(charts(*sources)):
        column = number % 2
        lines += drawn(chart, 10 + column * (WIDTH + 20), tops[column])
        tops[column] += chart.height + GAP
    width, height = 2 * WIDTH + 40, max(tops)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">'
    paper = f'<rect width="{width}" height="{height}" fill="white"/>'
    target.write_text("\n".join([head, paper, *lines, "</svg>\n"]))


if __name__ == "__main__":
    main()
