"""Descriptions of tensors for copies of tiles, as `std.gpu.host.tensor_map`."""

from std.gpu.host.tensor_map import *
