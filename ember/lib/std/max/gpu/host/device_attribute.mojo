"""Settings of devices and launches."""

from std.gpu.host.device_attribute import DeviceAttribute
