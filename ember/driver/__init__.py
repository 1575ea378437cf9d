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
from ember.driver.queues import DeviceEvent, DeviceQueue, DeviceStream, DLPackArray

__all__ = [
    "CPU",
    "Accelerator",
    "Buffer",
    "DLPackArray",
    "Device",
    "DeviceEvent",
    "DeviceQueue",
    "DeviceSpec",
    "DeviceStream",
    "Mirror",
    "accelerator_api",
    "accelerator_architecture_name",
    "accelerator_count",
    "gpu_count",
    "devices_exist",
    "load_devices",
    "scan_available_devices",
]
