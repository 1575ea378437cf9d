"""Tensor, TensorShape and TensorSpec, by their name of late 2024."""

from std.tensor.shape import TensorShape, TensorSpec
from std.tensor.tensor import Tensor
