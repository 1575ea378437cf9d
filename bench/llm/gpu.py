"""Steps of language models on the GPU: models of random (or zero) bf16 weights in the shapes of real ones.

    python bench/llm/gpu.py [--models smollm2,llama-8b] [--batches 1,32] [--prompt 512] [--steps 64] [--json FILE]

Each sequence gets a prompt, then one token after the other, with steps launched kernel by kernel and as one captured graph. The host reads the tokens
of every step; captured steps take them on the device, so that the next one runs by then. A step reads all weights once, so the least time of a
step is their bytes by the speed of memory: `of roof` is what was reached of that.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from ember.driver import Accelerator, Buffer, Mirror
from ember.dtype import DType
from ember.engine import InferenceSession, Model
from ember.graph import DeviceRef
from ember.nn import PagedCacheType, WeightData
from ember.pipelines.architectures.llama import build
from ember.pipelines.config import ModelConfig
from ember.pipelines.step import step_graph

ROOF = 4.8e12
"""Bytes a second of an H200's memory."""
PAGE = 128
CONFIGS = {
    "tiny": ModelConfig("llama", 2, 64, 4, 2, 16, 128, 256, 512, 1e-5, is_tied=True),
    "smollm2": ModelConfig("llama", 30, 576, 9, 3, 64, 1536, 49152, 2048, 1e-5, is_tied=True),
    "llama-8b": ModelConfig("llama", 32, 4096, 32, 8, 128, 14336, 128256, 2048, 1e-5, 500000.0),
}


def weights_of(model: Any, is_random: bool) -> dict[str, WeightData]:
    """Matrices of bf16, vectors of float32."""
    random = np.random.default_rng(1)
    own = model.state_dict()
    found = {}
    for name, weight in model.named_weights():
        shape = [int(dim) for dim in weight.shape]
        if name in own:
            continue
        if len(shape) < 2:
            found[name] = WeightData(np.ones(shape, np.float32), DType.float32)
        elif is_random:
            numbers = random.standard_normal(shape, np.float32) / np.float32(np.sqrt(shape[-1]))
            raw = (numbers.view(np.uint32) >> 16).astype(np.uint16).view(np.uint8)
            found[name] = WeightData(raw, DType.uint8, "bf16")
        else:
            raw = np.zeros([*shape[:-1], shape[-1] * 2], np.uint8)
            found[name] = WeightData(raw, DType.uint8, "bf16")
    return found


def loaded(config: ModelConfig, is_random: bool) -> tuple[Model, PagedCacheType, int]:
    """The model on the GPU, its cache's type, and the bytes of its matrices."""
    device = DeviceRef.GPU()
    model = build(config, device)
    weights = weights_of(model, is_random)
    model.load_state_dict(weights)
    cache = PagedCacheType(config.layers, config.kv_heads, config.head_dim, PAGE, DType.bfloat16, device)  # fmt: skip
    session = InferenceSession(devices=[Accelerator()])
    start = time.perf_counter()
    step = session.load(step_graph(model, cache), weights_registry=model.state_dict())
    print(f"  compiled and loaded in {time.perf_counter() - start:.1f} s, {len(step.kernel_summaries)} launches", flush=True)  # fmt: skip
    size = sum(weight.data.nbytes for weight in weights.values() if weight.encoding)
    return step, cache, size


class Batch:
    """Sequences of one length: the inputs of a step, on the device."""

    def __init__(self, cache: PagedCacheType, size: int, prompt: int, steps: int) -> None:
        width = -(-(prompt + steps + 1) // PAGE)
        self.size = size
        self.pages = Buffer.zeros(cache.shape(size * width), cache.dtype, Accelerator())
        self.table = np.arange(size * width, dtype=np.uint32).reshape(size, width)

    def inputs(self, tokens: Any, cached: int) -> list[Any]:
        batch, each = self.size, len(tokens) // self.size
        ends = np.arange(1, batch + 1) * each
        one = np.ones(batch, np.float32)
        return [
            tokens,
            (ends - 1).astype(np.int32),
            self.pages,
            np.array([0, *ends], np.uint32),
            np.full(batch, cached, np.uint32),
            self.table,
            0 * one,
            np.zeros(batch, np.int32),
            one,
            0 * one,
            np.arange(batch, dtype=np.uint64),
            np.full(batch, cached + each, np.uint32),
            np.zeros(batch + 1, np.uint32),
            np.zeros(0, np.int32),
            np.zeros(0, np.float32),
            np.zeros(0, np.float32),
        ]


TOKENS, LENGTHS, POSITIONS = 0, 4, 11
"""The inputs that differ from one decoding step to the next."""


def run(step: Model, cache: PagedCacheType, size: int, prompt: int, steps: int, vocabulary: int) -> dict[str, float]:  # fmt: skip
    """Milliseconds of the prompt, of a step launched kernel by kernel, and of a captured one."""
    gpu = Accelerator()
    batch = Batch(cache, size, prompt, 2 * steps + 6)
    tokens: Any = np.random.default_rng(2).integers(0, vocabulary, size * prompt).astype(np.int32)
    begin = time.perf_counter()
    tokens = step.execute(*batch.inputs(tokens, 0))[0].to_numpy()
    found = {"prompt ms": (time.perf_counter() - begin) * 1e3}
    at = prompt
    for number in range(steps + 2):
        if number == 2:
            begin = time.perf_counter()
        tokens = step.execute(*batch.inputs(tokens, at))[0].to_numpy()
        at += 1
    found["step ms"] = (time.perf_counter() - begin) / steps * 1e3
    at = prompt  # captured steps follow the prompt, too
    there = [x if isinstance(x, Buffer) else Buffer.from_numpy(x).to(gpu) for x in batch.inputs(tokens, at)]  # fmt: skip
    outputs = step.capture(size, *there)
    expected = outputs[0].to_numpy()
    # Tokens go from step to step on the device; what else changes is there beforehand. The host reads tokens while the next step runs.
    ahead = np.arange(steps + 3)[:, None] + np.full(size, at)
    lengths, positions = (
        Buffer.from_numpy((ahead + more).astype(np.uint32)).to(gpu) for more in (0, 1)
    )
    mirrors = [Mirror(outputs[0]), Mirror(outputs[0])]
    for number in range(steps + 3):
        if number == 3:
            begin = time.perf_counter()
        there[LENGTHS].inplace_copy_from(lengths[number])
        there[POSITIONS].inplace_copy_from(positions[number])
        step.replay(size)
        mirrors[number % 2].fetch()
        there[TOKENS].inplace_copy_from(outputs[0])
        if number:
            tokens = mirrors[(number - 1) % 2].to_numpy()
        if number == 1 and not np.array_equal(tokens, expected):
            print("  a captured step gives other tokens", tokens, expected)
    mirrors[(steps + 2) % 2].to_numpy()
    found["captured step ms"] = (time.perf_counter() - begin) / steps * 1e3
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", default="smollm2,llama-8b")
    parser.add_argument("--batches", default="1,32")
    parser.add_argument("--prompt", type=int, default=512)
    parser.add_argument("--steps", type=int, default=64)
    parser.add_argument("--json", default="")
    arguments = parser.parse_args()
    rows = []
    for name in arguments.models.split(","):
        config = CONFIGS[name]
        print(name, flush=True)
        step, cache, size = loaded(config, is_random=name != "llama-8b")
        for batch in map(int, arguments.batches.split(",")):
            run(step, cache, batch, arguments.prompt, 6, config.vocabulary)
            found = run(step, cache, batch, arguments.prompt, arguments.steps, config.vocabulary)
            row = {"model": name, "batch": batch, "prompt": arguments.prompt, **found}
            row["prompt tokens/s"] = batch * arguments.prompt / found["prompt ms"] * 1e3
            row["tokens/s"] = batch / found["captured step ms"] * 1e3
            row["of roof"] = size / ROOF / (found["captured step ms"] / 1e3)
            rows.append(row)
            print("  " + "  ".join(f"{k} {v:.4g}" if isinstance(v, float) else f"{k} {v}" for k, v in row.items()), flush=True)  # fmt: skip
        del step
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
