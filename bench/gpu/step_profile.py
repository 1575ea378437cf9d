"""Where a captured decoding step, or that of a prompt, spends its time: every launch on the device, by torch's profiler.

    python bench/gpu/step_profile.py [--models smollm2,llama-8b] [--batches 1,32] [--context 512] [--prompt] [--json FILE]

The models are those of bench/llm/gpu.py. For each it prints the time of a step as the device sees it and the launches, summed up by name and grid,
those that take most first. A kernel may be on its processors before the one before it has ended, and waits there: so a line has the time from the end of
the kernel before to its own, which together are the step, then the time since it began.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "llm"))

from gpu import CONFIGS, Batch, loaded

from ember.driver import Accelerator, Buffer

STEPS = 8


def step_events(run: Callable[[], object]) -> list[dict[str, Any]]:
    """What ran on the device during some steps, in order."""
    import torch

    torch.cuda.init()
    for _ in range(3):
        run()
    Accelerator().synchronize()
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
        for _ in range(STEPS):
            run()
        Accelerator().synchronize()
    path = Path("/tmp/step-trace.json")
    profile.export_chrome_trace(str(path))
    events = json.loads(path.read_text())["traceEvents"]
    ours = [e for e in events if e.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset")]
    return sorted(ours, key=lambda event: event["ts"])


def table_of(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Microseconds and launches of a step, by kernel."""
    sums: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    ended = float(events[0]["ts"])
    for event in events:
        grid = event["args"].get("grid", "")
        end = max(event["ts"] + event["dur"], ended)
        sums[event["name"], str(grid)].append((end - ended, event["dur"]))
        ended = end
    rows = []
    for (name, grid), times in sums.items():
        own, all = (sum(column) for column in zip(*times, strict=True))
        rows.append({"name": name, "grid": grid, "launches": len(times) / STEPS, "us": own / len(times), "since it began": all / len(times), "us a step": own / STEPS})  # fmt: skip
    return sorted(rows, key=lambda row: -float(row["us a step"]))


def profile(name: str, batches: list[int], context: int, is_prompt: bool) -> list[dict[str, Any]]:
    config = CONFIGS[name]
    step, cache, _ = loaded(config, is_random=name != "llama-8b")
    found = []
    for size in batches:
        batch = Batch(cache, size, context, 2)
        tokens = np.zeros(size * (context if is_prompt else 1), np.int32)
        gpu = Accelerator()
        inputs = batch.inputs(tokens, 0 if is_prompt else context)
        there = [x if isinstance(x, Buffer) else Buffer.from_numpy(x).to(gpu) for x in inputs]
        run = partial(step.execute, *there)
        if not is_prompt:
            step.capture(size, *there)
            run = partial(step.replay, size)
        rounds = 8 if is_prompt else 50
        run()
        gpu.synchronize()
        start = time.perf_counter()
        for _ in range(rounds):
            run()
        asked = (time.perf_counter() - start) / rounds * 1e6
        gpu.synchronize()
        wall = (time.perf_counter() - start) / rounds * 1e6
        events = step_events(run)
        length = (events[-1]["ts"] + events[-1]["dur"] - events[0]["ts"]) / STEPS
        busy = sum(event["dur"] for event in events) / STEPS
        what = "prompt of" if is_prompt else "context"
        print(f"{name} batch {size} {what} {context}: {wall:.0f} us a step, the host {asked:.0f}; profiled {length:.0f} us, kernels {busy:.0f} us, {len(events) / STEPS:.0f} launches")  # fmt: skip
        rows = table_of(events)
        for row in rows[:12]:
            print(f"  {row['us a step']:8.1f} us  {row['launches']:5.1f} x {row['us']:7.2f} ({row['since it began']:.1f})  {row['grid']:14} {row['name'][:50]}")  # fmt: skip
        found.append({"model": name, "batch": size, "is prompt": is_prompt, "wall us": wall, "busy us": busy, "rows": rows})  # fmt: skip
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Launches of a decoding step.")
    parser.add_argument("--models", default="smollm2,llama-8b")
    parser.add_argument("--batches", default="1,32")
    parser.add_argument("--context", type=int, default=512)
    parser.add_argument("--prompt", action="store_true", help="the steps of prompts")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    found = []
    for name in arguments.models.split(","):
        found += profile(
            name,
            [int(x) for x in arguments.batches.split(",")],
            arguments.context,
            arguments.prompt,
        )
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
