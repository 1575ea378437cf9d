"""DevicePassable: what may be an argument of a device kernel."""

from std.builtin.value import DevicePassable
