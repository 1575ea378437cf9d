"""Which GPU there is: the driver is asked once, and again when something has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ember.runtime import devices
from ember.support.cache import Cache


class Machine:
    """A machine whose driver counts how often it is asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = 0
        self.answer: str | None = "sm_90a"
        self.state = ["boot 1", "driver 1", "nvidia0"]
        monkeypatch.delenv("EMBER_DEVICE", raising=False)
        monkeypatch.setattr(devices, "_may_have_gpu", lambda: True)
        monkeypatch.setattr(devices, "_ask_driver", self._ask)
        monkeypatch.setattr(devices, "_machine_state", lambda: self.state)

    def _ask(self) -> str | None:
        self.asked += 1
        return self.answer


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def test_the_answer_is_kept(machine: Machine, tmp_path: Path) -> None:
    found = [devices.find_accelerator(Cache(tmp_path)) for _ in range(3)]
    assert found == ["sm_90a"] * 3
    assert machine.asked == 1


def test_another_boot_driver_or_gpu_asks_again(machine: Machine, tmp_path: Path) -> None:
    devices.find_accelerator(Cache(tmp_path))
    machine.state, machine.answer = ["boot 1", "driver 1", "nvidia3"], "sm_80"
    assert devices.find_accelerator(Cache(tmp_path)) == "sm_80"
    machine.state, machine.answer = ["boot 2", "driver 1", "nvidia3"], "sm_75"
    assert devices.find_accelerator(Cache(tmp_path)) == "sm_75"


def test_no_answer_is_not_kept(machine: Machine, tmp_path: Path) -> None:
    machine.answer = None
    assert devices.find_accelerator(Cache(tmp_path)) == "sim"
    machine.answer = "sm_90a"
    assert devices.find_accelerator(Cache(tmp_path)) == "sm_90a"


def test_without_a_cache_the_driver_is_asked_every_time(machine: Machine) -> None:
    assert [devices.find_accelerator(Cache(None)) for _ in range(2)] == ["sm_90a"] * 2
    assert machine.asked == 2


def test_the_simulated_device_needs_no_driver(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMBER_DEVICE", "sim")
    assert devices.find_accelerator(Cache(tmp_path)) == "sim"
    assert machine.asked == 0


def test_the_variables_that_choose_a_gpu_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    first = devices._machine_state()
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1")
    assert devices._machine_state() != first
