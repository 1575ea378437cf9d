"""Kernels that the tests of PyTorch's operators call."""

from .grayscale import Grayscale
from .simple import AddConstant, AddScaled, Advance, Several
