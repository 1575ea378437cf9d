"""The step of a small Llama on the GPU (the simulated device where there is none): the scores and tokens of the processor."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ember.driver import Accelerator, Buffer
from ember.dtype import DType
from ember.engine import InferenceSession, Model
from ember.graph import DeviceRef
from ember.nn import PagedCacheType, WeightData
from ember.pipelines.architectures.llama import build
from ember.pipelines.config import ModelConfig
from ember.pipelines.paging import PagePool
from ember.pipelines.sequences import Sequence
from ember.pipelines.settings import GenerationSettings
from ember.pipelines.step import step_graph
from ember.pipelines.stepping import Stepper

CONFIG = ModelConfig("llama", 2, 32, 4, 2, 8, 48, 64, 64, 1e-5, is_tied=True)
Array = np.ndarray[Any, Any]
PAGES = 4


def bf16_weights(model: Any) -> dict[str, WeightData]:
    """Random matrices of bf16, vectors of float32."""
    random = np.random.default_rng(7)
    own = model.state_dict()
    found = {}
    for name, weight in model.named_weights():
        if name in own:
            continue
        shape = [int(dim) for dim in weight.shape]
        numbers = (random.standard_normal(shape) * 0.3).astype(np.float32)
        if len(shape) < 2:
            found[name] = WeightData(numbers + 1, DType.float32)
        else:
            raw = (numbers.view(np.uint32) >> 16).astype(np.uint16).view(np.uint8)
            found[name] = WeightData(raw, DType.uint8, "bf16")
    return found


def loaded(device: DeviceRef, cache: DType) -> tuple[Model, PagedCacheType]:
    """The compiled step and the type of its cache."""
    model = build(CONFIG, device)
    model.load_state_dict(bf16_weights(model))
    type = PagedCacheType(CONFIG.layers, CONFIG.kv_heads, CONFIG.head_dim, 4, cache, device)
    session = InferenceSession(devices=[] if device.is_cpu() else [Accelerator()])
    return session.load(step_graph(model, type), weights_registry=model.state_dict()), type


def run_step(device: DeviceRef, cache: DType) -> list[Array]:
    """Two sequences, of five tokens and one, then one token each."""
    step, type = loaded(device, cache)
    pages = Buffer.zeros(type.shape(PAGES), cache, None if device.is_cpu() else Accelerator())
    table = np.array([[0, 2], [1, 3]], np.uint32)
    settings = [
        np.array([0.0, 0.8], np.float32), np.array([0, 12], np.int32), np.array([1.0, 0.9], np.float32),
        np.array([0.0, 0.01], np.float32), np.array([3, 4], np.uint64), np.array([5, 1], np.uint32),
        np.array([0, 1, 1], np.uint32), np.array([7], np.int32), np.array([1.5], np.float32), np.array([0.5], np.float32),
    ]  # fmt: skip
    results = []
    for tokens, ends, cached in (([3, 9, 4, 1, 7, 2], [5, 6], [0, 0]), ([11, 12], [1, 2], [5, 1])):
        inputs: list[Any] = [
            np.array(tokens, np.int32),
            np.array(ends, np.int32) - 1,
            pages,
            np.array([0, *ends], np.uint32),
            np.array(cached, np.uint32),
            table,
        ]
        outputs = step.execute(*inputs, *settings)
        results += [output.numbers() for output in outputs]
    return results


@pytest.fixture(scope="module")
def expected() -> list[Array]:
    return run_step(DeviceRef.CPU(), DType.float32)


@pytest.mark.parametrize("cache", [DType.float32, DType.bfloat16])
def test_tokens_and_scores_of_both_devices(expected: list[Array], cache: DType) -> None:
    found = run_step(DeviceRef.GPU(), cache)
    nearly = 5e-2 if cache is DType.float32 else 2e-1
    for wanted, numbers in zip(expected, found, strict=True):
        assert numbers.shape == wanted.shape
        assert np.allclose(numbers, wanted, rtol=nearly, atol=nearly)


class Numbers:
    """A stream of texts where texts do not matter."""

    def feed(self, token: int) -> str:
        return f"{token} "

    def flush(self) -> str:
        return ""


def test_steps_that_come_again_are_captured(monkeypatch: pytest.MonkeyPatch) -> None:
    model, type = loaded(DeviceRef.GPU(), DType.bfloat16)
    replayed: list[int] = []
    replay = model.replay
    monkeypatch.setattr(model, "replay", lambda key: replayed.append(key) or replay(key))

    def texts(often: int) -> list[list[int]]:
        monkeypatch.setattr("ember.pipelines.replaying._OFTEN", often)
        stepper = Stepper(model, PagePool(type, 12))
        settings = GenerationSettings(max_tokens=9, temperature=0.9, seed=5, top_logprobs=2)
        listed = [
            Sequence(prompt, settings, Numbers(), 24, frozenset()) for prompt in ([3, 9, 4], [7])
        ]  # type: ignore[arg-type]
        while running := [sequence for sequence in listed if sequence.finish_reason is None]:
            stepper.step(running)
        assert all(len(sequence.top_logprobs) == 9 for sequence in listed)
        return [sequence.tokens for sequence in listed]

    plain = texts(1000)
    assert not replayed
    assert texts(2) == plain
    assert {1, 2} <= {*replayed}, "tables of two widths"
