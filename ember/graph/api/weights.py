"""Weights: tensors that a model is loaded with, named in the graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ember.driver import Device
from ember.dtype import DType
from ember.graph.api.build import current_graph
from ember.graph.api.dims import Shape, ShapeLike
from ember.graph.api.quantization import QuantizationEncoding
from ember.graph.api.sharding import ShardingStrategy
from ember.graph.api.types import DeviceRef, TensorType
from ember.graph.api.values import TensorValue
from ember.ir.nodes import Value as IrValue


class Weight(TensorValue):
    """A named constant whose values come when the model is loaded: a tensor of whichever graph is being built."""

    host = DeviceRef.CPU()
    """Where weights arrive."""

    def __new__(cls, *args: Any, **named: Any) -> Weight:
        return object.__new__(cls)

    def __init__(
        self,
        name: str,
        dtype: DType,
        shape: ShapeLike,
        device: Device | DeviceRef,
        quantization_encoding: QuantizationEncoding | None = None,
        align: int | None = None,
        sharding_strategy: ShardingStrategy | None = None,
        _placeholder: bool = False,
        _has_alias: bool = False,
    ) -> None:
        self.name = name
        self._type = TensorType(dtype, shape, device)
        self.quantization_encoding = quantization_encoding
        self.align = align
        self.sharding_strategy = sharding_strategy
        """How `shard` shares it out."""
        self.is_placeholder = _placeholder
        """Whether the prefix of the call of its subgraph stands before its name."""
        if not Shape.is_static(self._type.shape):
            raise ValueError(f"the shape of the weight '{name}' must be known: {self._type.shape}")

    @property
    def type(self) -> TensorType:
        return self._type

    @type.setter
    def type(self, type: TensorType) -> None:
        """Loaded weights may say what they are."""
        self._type = type

    @property
    def ir(self) -> IrValue:  # type: ignore[override]
        """Its value in the graph being built, which has it from now on."""
        return self.__tensorvalue__().ir

    def __tensorvalue__(self) -> TensorValue:
        """Its value in the graph being built."""
        try:
            graph = current_graph()
        except LookupError:
            raise ValueError(f"the weight '{self.name}' has a value only inside a graph") from None
        return graph.add_weight(self)

    @property
    def original_dtype_and_shape(self) -> tuple[DType, Shape]:
        """What the file of weights has: the same as the graph."""
        return self.dtype, self.shape

    def shard(self, devices: Iterable[Device | DeviceRef]) -> list[Weight]:
        """Its parts, one for each device, as `sharding_strategy` says."""
        strategy = self.sharding_strategy
        if strategy is None:
            raise ValueError(f"the weight '{self.name}' has no sharding strategy; set 'sharding_strategy' first")  # fmt: skip
        return [_Shard(self, strategy, i, DeviceRef.from_device(d)) for i, d in enumerate(devices)]

    def __repr__(self) -> str:
        return f"Weight({self.name!r}, {self.dtype}, {self.shape}, {self.device})"


class _Shard(Weight):
    """What one device gets of a weight."""

    def __init__(self, whole: Weight, strategy: ShardingStrategy, number: int, device: DeviceRef) -> None:  # fmt: skip
        self.name = f"{whole.name}[{number}]"
        self.quantization_encoding = whole.quantization_encoding
        self.align = whole.align
        self.sharding_strategy = None
        self.is_placeholder = whole.is_placeholder
        self._whole, self._strategy, self._number, self._device = whole, strategy, number, device

    @property  # type: ignore[misc]
    def type(self) -> TensorType:
        return self.__tensorvalue__().type

    def __tensorvalue__(self) -> TensorValue:
        return self._strategy(self._whole, self._number).to(self._device)
