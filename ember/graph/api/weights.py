"""Weights: tensors that a model is loaded with, named in the graph."""

from __future__ import annotations

from ember.driver import Device
from ember.dtype import DType
from ember.graph.api.build import current_graph
from ember.graph.api.dims import Shape, ShapeLike
from ember.graph.api.types import DeviceRef, TensorType
from ember.graph.api.values import TensorValue


class Weight:
    """A named constant whose values come when the model is loaded; wherever a tensor is expected, it is one."""

    host = DeviceRef.CPU()
    """Where weights arrive."""

    def __init__(
        self,
        name: str,
        dtype: DType,
        shape: ShapeLike,
        device: Device | DeviceRef,
        align: int | None = None,
        is_placeholder: bool = False,
    ) -> None:
        self.name = name
        self.type = TensorType(dtype, shape, device)
        self.align = align
        self.is_placeholder = is_placeholder
        """Whether the prefix of the call of its subgraph stands before its name."""
        if not Shape.is_static(self.type.shape):
            raise ValueError(f"the shape of the weight '{name}' must be known: {self.type.shape}")

    @property
    def dtype(self) -> DType:
        return self.type.dtype

    @property
    def shape(self) -> Shape:
        return self.type.shape

    @property
    def device(self) -> DeviceRef:
        return self.type.device

    def __tensorvalue__(self) -> TensorValue:
        """Its value in the graph being built."""
        try:
            graph = current_graph()
        except LookupError:
            raise ValueError(f"the weight '{self.name}' has a value only inside a graph") from None
        return graph.add_weight(self)

    def __repr__(self) -> str:
        return f"Weight({self.name!r}, {self.dtype}, {self.shape}, {self.device})"
