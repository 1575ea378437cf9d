"""Buffers: memory shared with other libraries, views, copies, element types NumPy lacks, and wrong uses."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from ember.driver import (
    CPU,
    Accelerator,
    Buffer,
    accelerator_count,
    gpu_count,
    load_devices,
    scan_available_devices,
)
from ember.dtype import DType


def test_numpy_shares_memory_both_ways() -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    buffer = Buffer.from_numpy(array)
    array[1, 2] = 9
    assert buffer[1, 2].item() == 9
    buffer[0, 0] = -1
    assert array[0, 0] == -1
    assert buffer.to_numpy().ctypes.data == array.ctypes.data


def test_what_cannot_be_shared_is_copied() -> None:
    array = np.arange(6, dtype=np.int32).reshape(2, 3)
    transposed = Buffer.from_numpy(array.T)
    assert transposed.is_contiguous and transposed.shape == (3, 2)
    array.setflags(write=False)
    copied = Buffer.from_dlpack(array)
    copied[0, 0] = 7
    assert array[0, 0] == 0


def test_dlpack_both_ways_and_the_owner_lives() -> None:
    seen = np.from_dlpack(Buffer.from_numpy(np.arange(8, dtype=np.int64))[2:6])
    gc.collect()
    assert seen.tolist() == [2, 3, 4, 5]
    there = Buffer.zeros((2, 2), DType.float64)
    here = np.from_dlpack(there)
    there[1, 1] = 5
    assert here[1, 1] == 5


def test_views() -> None:
    buffer = Buffer.from_numpy(np.arange(24, dtype=np.int16).reshape(2, 3, 4))
    array = buffer.to_numpy()
    for index in (
        0,
        -1,
        (1, 2),
        slice(0, 1),
        (slice(None), 1, slice(None, None, 2)),
        (0, slice(2, 0, -1)),
    ):
        assert np.array_equal(buffer[index].to_numpy(), array[index]), index
    assert np.array_equal(buffer[:, 1].contiguous().to_numpy(), array[:, 1])
    assert [part.shape for part in buffer] == [(3, 4), (3, 4)]
    buffer[1, :, 0] = Buffer.from_numpy(np.array([7, 8, 9], np.int16))
    assert array[1, :, 0].tolist() == [7, 8, 9]
    assert buffer.view(DType.uint8).shape == (2, 3, 8)
    assert buffer.view(DType.int32, (12,)).shape == (12,)


@pytest.mark.parametrize("dtype", [t for t in DType if t.size_in_bits >= 8])
def test_every_element_type_keeps_its_values(dtype: DType) -> None:
    buffer = Buffer(dtype, (4,))
    values = [1, 0, 1, 1] if dtype is DType.bool else [1, 2, 4, 0.5 if dtype.is_float() else 3]
    for i, value in enumerate(values):
        buffer[i] = value
    assert [part.item() for part in buffer] == values
    assert dtype.name in repr(buffer)


def test_rounding_to_bfloat16_and_float8() -> None:
    assert Buffer.scalar(1 + 2**-8, DType.bfloat16).item() == 1.0
    assert Buffer.scalar(1 + 3 * 2**-8, DType.bfloat16).item() == 1 + 2**-6
    assert np.isnan(Buffer.scalar(float("nan"), DType.bfloat16).item())
    assert Buffer.scalar(1e9, DType.float8_e4m3fn).item() == 448
    assert Buffer.scalar(1.0625, DType.float8_e4m3fn).item() == 1.0
    assert np.isnan(Buffer.scalar(float("nan"), DType.float8_e5m2).item())


def test_the_simulated_device_counts_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBER_DEVICE", "sim")
    assert accelerator_count() == 1 and gpu_count() == 0
    assert Accelerator(0).model_name == "simulated device"
    with pytest.raises(ValueError, match="no accelerator with the number 1"):
        Accelerator(1)
    monkeypatch.setenv("EMBER_SIM_DEVICES", "3")
    assert accelerator_count() == 3 and Accelerator(2).id == 2
    with pytest.raises(ValueError, match="no accelerator with the number 3"):
        Accelerator(3)


def test_the_simulated_device_is_an_accelerator() -> None:
    if gpu_count():
        pytest.skip("this machine has a GPU")
    device = Accelerator()
    assert not device.is_host and device.model_name == "simulated device"
    buffer = Buffer.from_numpy(np.ones(3, np.float32))
    moved = buffer.to(device)
    buffer[0] = 5
    assert moved.to_numpy().tolist() == [1, 1, 1] and moved.device == Accelerator(0)
    assert load_devices(scan_available_devices()) == [CPU()]


def test_wrong_uses() -> None:
    buffer = Buffer.zeros((2, 3), DType.float32)
    with pytest.raises(ValueError, match="cannot copy"):
        buffer.inplace_copy_from(Buffer.zeros((3, 2), DType.float32))
    with pytest.raises(IndexError, match="out of range for an axis of 2"):
        _ = buffer[2]
    with pytest.raises(IndexError, match="3 indices"):
        _ = buffer[0, 0, 0]
    with pytest.raises(ValueError, match="one element"):
        buffer.item()
    with pytest.raises(ValueError, match="cannot have -1 elements"):
        Buffer(DType.int8, (-1,))
    with pytest.raises(MemoryError, match="no memory"):
        Buffer(DType.float64, (1 << 60,))
    with pytest.raises(ValueError, match="not an element type"):
        Buffer.from_numpy(np.zeros(2, np.complex64))
    with pytest.raises(ValueError, match="do not have the"):
        buffer.view(DType.int8, (5,))
    with pytest.raises(ValueError, match="no accelerator"):
        Accelerator(99)
    with pytest.raises(TypeError, match=r"such as CPU\(\) or Accelerator\(\), not to 'gpu'"):
        buffer.to("gpu")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a list of numbers, not 2.5"):
        Buffer(DType.int8, 2.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="300 does not fit DType.int8"):
        Buffer.scalar(300, DType.int8)
    with pytest.raises(ValueError, match="-1 does not fit DType.uint8"):
        Buffer.zeros((2,), DType.uint8)[0] = -1
    assert Buffer.zeros((0, 4), DType.int8).num_elements == 0
