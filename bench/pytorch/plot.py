"""Draws `docs/pytorch.png` from what the benchmarks measured.

python tests/pytorch/device_check.py --json device.json      # on a machine with an NVIDIA GPU
python bench/pytorch/calls.py --json calls.json
python bench/pytorch/plot.py device.json calls.json docs/pytorch.png
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt

OURS = {"CustomOpLibrary", "graph_op", "ember"}


def bars(axes: Any, numbers: dict[str, float], title: str, unit: str) -> None:
    names = sorted(numbers, key=numbers.__getitem__, reverse=True)
    colors = ["#e4572e" if name in OURS else "#9aa5b1" for name in names]
    axes.barh(names, [numbers[name] for name in names], color=colors)
    for place, name in enumerate(names):
        axes.text(numbers[name], place, f" {numbers[name]:.3g} {unit}", va="center")
    axes.set_xlim(0, max(numbers.values()) * 1.25)
    axes.set_title(title, fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)


def main() -> None:
    device, calls, target = map(Path, sys.argv[1:4])
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 2.4), layout="constrained")
    times = json.loads(device.read_text())["times"]
    bars(left, times, "grayscale, 3×16000×16000 f32, H200", "ms")
    costs = {
        name: number
        for name, number in json.loads(calls.read_text()).items()
        if not name.startswith("first")
    }
    bars(right, costs, "one call with a tiny tensor, CPU", "µs")
    figure.savefig(target, dpi=110)


if __name__ == "__main__":
    main()
