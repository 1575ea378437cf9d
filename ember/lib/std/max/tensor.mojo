"""Tensors, by their name of late 2024."""

from std.tensor import *
