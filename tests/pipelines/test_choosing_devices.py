"""`--device`: the names of devices, and what is said where there is none or it lacks something."""

from __future__ import annotations

from pathlib import Path

import pytest

from ember.graph import DeviceRef
from ember.pipelines import memory
from ember.pipelines.config import ModelError
from ember.pipelines.devices import device_named
from ember.pipelines.pipeline import Pipeline
from tests.pipelines.tiny import write_tiny


def test_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBER_DEVICE", "sim")
    assert device_named("cpu") == DeviceRef.CPU()
    assert device_named("gpu") == device_named("gpu:0") == DeviceRef.GPU(0)
    for wrong in ("tpu", "gpu:", "gpu:x", "cpu:1", ""):
        with pytest.raises(ModelError, match=f"there is no device '{wrong}'"):
            device_named(wrong)
    with pytest.raises(ModelError, match="'gpu:7' is not there"):
        device_named("gpu:7")


def test_the_simulated_device_must_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EMBER_DEVICE", raising=False)
    monkeypatch.setattr("ember.pipelines.devices.gpu_count", lambda: 0)
    with pytest.raises(ModelError, match="no GPU was found"):
        device_named("gpu")


def test_blocks_have_no_kernels_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBER_DEVICE", "sim")
    source = write_tiny(tmp_path / "plain.gguf", layers=1)
    with pytest.raises(ModelError, match="no kernels for weights of q4_0 on GPUs"):
        Pipeline(source, device="gpu", weights_dtype="q4_0")


def test_memory_is_told_in_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBER_DEVICE", "sim")
    monkeypatch.setattr(memory, "available", lambda device: 10_000 if device.is_gpu() else None)
    source = write_tiny(tmp_path / "plain.gguf", layers=1)
    with pytest.raises(ModelError, match=r"memory of the GPU does not suffice: .* MB for weights and .* MB for a cache of .* tokens, 0.0 MB are free"):  # fmt: skip
        Pipeline(source, device="gpu")
