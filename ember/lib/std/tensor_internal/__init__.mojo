"""Tensors of kernels, by their name of 2025."""

from std.extensibility import *
