"""Devices and the tensors in their memory."""

from ember.driver.buffers import Buffer
from ember.driver.devices import (
    CPU,
    Accelerator,
    Device,
    DeviceSpec,
    accelerator_api,
    accelerator_architecture_name,
    accelerator_count,
    devices_exist,
    gpu_count,
    load_devices,
    scan_available_devices,
)
from ember.driver.mirrors import Mirror

__all__ = [
    "CPU",
    "Accelerator",
    "Buffer",
    "Device",
    "DeviceSpec",
    "Mirror",
    "accelerator_api",
    "accelerator_architecture_name",
    "accelerator_count",
    "gpu_count",
    "devices_exist",
    "load_devices",
    "scan_available_devices",
]
