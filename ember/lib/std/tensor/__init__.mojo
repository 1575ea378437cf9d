"""Tensors: of kernels in 2025 (`InputTensor` and its kind), and of 2024 (`Tensor`, whose shape is known when the program runs)."""

from std.extensibility import *
from std.tensor.shape import TensorShape, TensorSpec
from std.tensor.tensor import Tensor
