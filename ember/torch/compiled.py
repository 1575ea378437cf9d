"""A part of a graph of PyTorch that runs as one model of ours.

Tensors cross the border in the order in which their elements lie in memory: a transposed tensor enters as the matrix it is a view of, and is
turned inside of the graph, where that costs nothing; results leave the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import torch

from ember.driver import Buffer
from ember.dtype import DType
from ember.engine import InferenceSession, Model
from ember.graph.api import ops
from ember.graph.api.dims import Dim
from ember.graph.api.graph import Graph
from ember.graph.api.types import TensorType
from ember.graph.api.values import TensorValue
from ember.graph.api.weights import Weight
from ember.graph.importers.aten import Builder
from ember.graph.importers.aten_call import CPU, Facts
from ember.graph.importers.fx import argument, calls_of, facts_of, number_of
from ember.graph.importers.imported import unsupported
from ember.torch.tensors import buffer_of


class _Operand(NamedTuple):
    """An input of a part: a tensor and the order of its axes in memory, or a number, of which only the size matters."""

    name: str
    facts: Facts | None
    order: tuple[int, ...]
    symbol: Dim | None
    is_fixed: bool


class _Result(NamedTuple):
    """A result: which of the model's, and how it is seen."""

    at: int
    order: tuple[int, ...] | None
    strides: tuple[Any, ...] | None


class CompiledPart(torch.nn.Module):  # type: ignore[misc]
    """Calls the model of a part; it is compiled when it is called for the first time."""

    def __init__(self, part: torch.fx.GraphModule, fixed: Sequence[bool]) -> None:
        super().__init__()
        nodes = [node for node in part.graph.nodes if node.op == "placeholder"]
        self._operands: Final = [_operand(node, is_fixed) for node, is_fixed in zip(nodes, fixed)]
        self._results: list[_Result] = []
        self._is_single = False
        self._nodes: list[torch.fx.Node] = list(part.graph.nodes)
        self._graph: Final = self._built()
        self._model: Model | None = None
        self._weights: list[tuple[int, int]] = []
        """Address and version of each parameter that the model was loaded with."""

    # -- building --------------------------------------------------------------------------------

    def _built(self) -> Graph:
        types = [_input_type(o) for o in self._operands if not o.is_fixed]
        _check_symbols(types)
        with Graph("part", input_types=types) as graph:
            given = iter(graph.inputs)
            values: dict[str, Any] = {}
            for operand in self._operands:
                values[operand.name] = _value(operand, given)
            builder = Builder(values)
            builder.run(calls_of(self._nodes))
            if builder.problems:
                raise unsupported("ops", builder.problems)
            graph.output(*self._outputs(builder))
        return graph

    def _outputs(self, builder: Builder) -> list[TensorValue]:
        (last,) = [node for node in self._nodes if node.op == "output"]
        given = last.args[0]
        self._is_single = not isinstance(given, list | tuple)
        nodes = [given] if self._is_single else list(given)
        found: list[TensorValue] = []
        for node in nodes:
            value = TensorValue(builder.value(argument(node)))
            order, strides = _memory_order(node.meta["val"])
            self._results.append(_Result(len(found), order, strides))
            found.append(ops.permute(value, order) if order is not None else value)
        return found

    # -- calling ---------------------------------------------------------------------------------

    def forward(self, *tensors: Any) -> Any:
        """The part's results."""
        model = self._loaded(tensors)
        buffers = [
            _buffer(operand, tensor)
            for operand, tensor in zip(self._operands, tensors)
            if not operand.is_fixed
        ]
        made = model.execute(*buffers)
        results = [_seen(torch.from_dlpack(made[r.at]), r) for r in self._results]
        return results[0] if self._is_single else results

    def _loaded(self, tensors: Sequence[Any]) -> Model:
        """The model, with parameters as they are now: loaded again if somebody has changed one."""
        fixed = [t for o, t in zip(self._operands, tensors) if o.is_fixed]
        state = [(t.data_ptr(), 0 if t.is_inference() else t._version) for t in fixed]
        if self._model is None or state != self._weights:
            names = [o for o in self._operands if o.is_fixed]
            weights = {o.name: _buffer(o, t) for o, t in zip(names, fixed)}
            self._model = InferenceSession().load(self._graph, weights_registry=weights)
            self._weights = state
        return self._model

    @property
    def model(self) -> Model | None:
        """What runs, once it has been called."""
        return self._model


def _operand(node: torch.fx.Node, is_fixed: bool) -> _Operand:
    value = node.meta["val"]
    facts = facts_of(value)
    if facts is None:
        number = number_of(value)
        return _Operand(node.name, None, (), number if isinstance(number, Dim) else None, False)
    order, _ = _memory_order(value)
    return _Operand(node.name, facts, order or tuple(range(len(facts.dims))), None, is_fixed)


def _memory_order(value: torch.Tensor) -> tuple[tuple[int, ...] | None, tuple[Any, ...] | None]:
    """The order of axes in which elements lie in a row, if it is not theirs; or strides that no order explains."""
    if value.is_contiguous():
        return None, None
    order = tuple(sorted(range(value.dim()), key=lambda axis: (-_hint(value.stride(axis)), axis)))
    if value.permute(order).is_contiguous():
        return order, None
    return None, tuple(value.stride())


def _hint(size: Any) -> int:
    """A stride as a number, that of the example where it is symbolic."""
    return int(size) if isinstance(size, int) else int(size.node.hint)


def _input_type(operand: _Operand) -> TensorType:
    if operand.facts is None:
        return TensorType(DType.int8, [1 if operand.symbol is None else operand.symbol], CPU)
    dims = [operand.facts.dims[axis] for axis in operand.order]
    return TensorType(operand.facts.dtype, dims, CPU)


def _check_symbols(types: Sequence[TensorType]) -> None:
    """Every size that is named must be that of some axis: a graph finds none by solving equations."""
    dims = [dim for type in types for dim in type.shape]
    plain = {str(dim) for dim in dims}
    for dim in dims:
        for symbol in dim.parameters:
            if str(symbol) not in plain:
                raise NotImplementedError(f"the size '{symbol}' is known through '{dim}' only")


def _value(operand: _Operand, given: Any) -> Any:
    """What calls see of an operand."""
    if operand.facts is None:
        next(given)
        return operand.symbol
    dims = [operand.facts.dims[axis] for axis in operand.order]
    if operand.is_fixed:
        value = Weight(operand.name, operand.facts.dtype, dims, CPU).__tensorvalue__()
    else:
        value = next(given).tensor
    back = tuple(operand.order.index(axis) for axis in range(len(operand.order)))
    return value if back == tuple(range(len(back))) else ops.permute(value, back)


def _buffer(operand: _Operand, tensor: Any) -> Buffer:
    """The memory of an argument; of a number only the size is told."""
    if operand.facts is None:
        count = int(tensor) if operand.symbol is not None else 1
        return Buffer.lent(64, DType.int8, (count,), (1,), None)
    tensor = tensor.detach()
    if operand.order != tuple(range(tensor.dim())):
        tensor = tensor.permute(operand.order)
    return buffer_of(tensor if tensor.is_contiguous() else tensor.contiguous())


def _seen(tensor: torch.Tensor, result: _Result) -> torch.Tensor:
    """A result as PyTorch expects it to lie."""
    if result.order is not None:
        back = [result.order.index(axis) for axis in range(tensor.dim())]
        return tensor.permute(back)
    if result.strides is None:
        return tensor
    strides = [int(stride) for stride in result.strides]
    return torch.empty_strided(tensor.shape, strides, dtype=tensor.dtype).copy_(tensor)
