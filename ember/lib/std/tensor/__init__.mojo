"""Tensor, TensorShape and TensorSpec of 2024: a block of numbers whose shape is known when the program runs."""

from std.tensor.shape import TensorShape, TensorSpec
from std.tensor.tensor import Tensor
