"""Functions over graph values as operators of PyTorch: one graph, one operator."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Final, overload

import torch

from ember.driver import Accelerator, Device, gpu_count
from ember.graph import BufferType, DeviceRef, Graph, KernelLibrary, TensorType, TensorValue, ops
from ember.torch.operators import Operator
from ember.torch.tensors import device_of_torch, dtype_of_torch

Function = Callable[..., Any]


class GraphOp(Operator):
    """`op(output, …, input, …)`: the function's graph, compiled for the shapes it meets, or once for the given types."""

    def __init__(
        self,
        function: Function,
        name: str | None = None,
        kernel_library: KernelLibrary | None = None,
        input_types: Sequence[TensorType] | None = None,
        output_types: Sequence[TensorType] | None = None,
        num_outputs: int | None = None,
    ) -> None:
        self.function: Final = function
        self.kernel_library: Final = kernel_library
        self.input_types: Final = list(input_types) if input_types is not None else None
        self.output_types: Final = list(output_types) if output_types is not None else None
        count = num_outputs if num_outputs is not None else len(self.output_types or (None,))
        if self.output_types is not None and count != len(self.output_types):
            raise ValueError(f"{count} outputs, but {len(self.output_types)} types of outputs")
        inputs = [p.name for p in inspect.signature(function).parameters.values()]
        if self.input_types is not None and len(self.input_types) != len(inputs):
            raise ValueError(
                f"{len(inputs)} arguments, but {len(self.input_types)} types of inputs"
            )
        outputs = ["output"] if count == 1 else [f"output{n}" for n in range(count)]
        outputs = [f"{o}_" if o in inputs else o for o in outputs]
        super().__init__(name or function.__name__, [*outputs, *inputs], outputs, count)
        self.__doc__ = function.__doc__

    def key(self, tensors: Sequence[torch.Tensor]) -> object:
        if self.input_types is not None and self.output_types is not None:
            return ()
        return tuple([(tensor.dtype, tensor.shape) for tensor in tensors])

    def graph(self, tensors: Sequence[torch.Tensor]) -> Graph:
        met = [_type_of(tensor) for tensor in tensors]
        outputs = self.output_types or met[: self.outputs]
        inputs = self.input_types or met[self.outputs :]
        graph = self._begun(outputs, inputs)
        try:
            self._fill(graph, None)
        except ValueError:
            if not _wants_simulated_device(graph):
                raise
            graph = self._begun(outputs, inputs)
            self._fill(graph, DeviceRef.GPU())
        return graph

    def devices(self, graph: Graph) -> list[Device]:
        return [Accelerator()] if _wants_simulated_device(graph) else []

    def _begun(self, outputs: Sequence[TensorType], inputs: Sequence[TensorType]) -> Graph:
        types: list[TensorType | BufferType] = [*(t.as_buffer() for t in outputs), *inputs]
        return Graph(self.name, input_types=types, kernel_library=self.kernel_library)

    def _fill(self, graph: Graph, place: DeviceRef | None) -> None:
        """Lets the function say the graph. At `place` it sees its arguments, wherever they are."""
        with graph:
            values = [value.tensor for value in graph.inputs[self.outputs :]]
            made = self.function(*[_moved(value, place) for value in values])
            results = list(made) if isinstance(made, list | tuple) else [made]
            if len(results) != self.outputs:
                raise ValueError(
                    f"'{self.name}' gives {len(results)} values for {self.outputs} outputs"
                )
            for value, result in zip(graph.inputs, results):
                found = TensorValue(result)
                value.buffer[...] = _moved(found, value.buffer.device if place else None)
            graph.output()


def _moved(value: TensorValue, place: DeviceRef | None) -> TensorValue:
    return value if place is None or value.device == place else ops.transfer_to(value, place)


def _wants_simulated_device(graph: Graph) -> bool:
    """Whether tensors of the host meet ones of a GPU that is not there: the simulated device does its work."""
    given = [value.type.device for value in graph.inputs]  # type: ignore[attr-defined]
    return not gpu_count() and any(p.is_gpu() and p not in given for p in graph.devices)


def _type_of(tensor: torch.Tensor) -> TensorType:
    return TensorType(dtype_of_torch(tensor.dtype), list(tensor.shape), device_of_torch(tensor.device))  # fmt: skip


@overload
def graph_op(function: Function, **options: Any) -> GraphOp: ...


@overload
def graph_op(function: None = None, **options: Any) -> Callable[[Function], GraphOp]: ...


def graph_op(
    function: Function | None = None, **options: Any
) -> GraphOp | Callable[[Function], GraphOp]:
    """Decorates a function of graph values, with or without options: `name`, `kernel_library`, `input_types`,
    `output_types`, `num_outputs`."""
    if function is None:
        return lambda found: GraphOp(found, **options)
    return GraphOp(function, **options)
