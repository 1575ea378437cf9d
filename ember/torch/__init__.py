"""Mojo kernels and graphs as operators of PyTorch, with no build step.

`CustomOpLibrary("ops")` makes an operator of every kernel that a folder or file of Mojo registers; `graph_op` makes one of
a Python function over graph values. Both write into tensors that the caller gives, so they work in eager code, under
`torch.compile` and in modules. `torch.compile(model, backend="ember")` compiles models. This is the only package that imports torch.
"""

from ember.torch.custom_ops import CustomOp, CustomOpLibrary
from ember.torch.graph_ops import GraphOp, graph_op
from ember.torch.registration import register
from ember.torch.tensors import dtype_of_torch, dtype_to_torch

register()

__all__ = [
    "CustomOp",
    "CustomOpLibrary",
    "GraphOp",
    "dtype_of_torch",
    "dtype_to_torch",
    "graph_op",
]
