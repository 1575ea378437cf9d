"""A graph being built: its inputs, its ops as they are written, its outputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import Token
from pathlib import Path
from types import TracebackType
from typing import Any

from ember.dialects import mo
from ember.graph.api.build import CURRENT, append, current_graph, symbols_of
from ember.graph.api.ir_types import graph_type, ir_type
from ember.graph.api.kernels import KernelLibrary
from ember.graph.api.operands import as_tensor
from ember.graph.api.types import TensorType, Type
from ember.graph.api.values import TensorValue, Value, wrapped
from ember.graph.api.weights import Weight
from ember.ir.nodes import Region
from ember.ir.nodes import Value as IrValue
from ember.ir.printer import print_op


class Graph:
    """A tensor graph.

    Either `with Graph("g", input_types=[…]) as g:` around lines that end in `g.output(…)`, or `Graph("g", function, input_types=[…])`,
    where what the function gives for the inputs becomes the outputs.
    """

    def __init__(
        self,
        name: str,
        forward: Callable[..., Any] | None = None,
        input_types: Iterable[Type] = (),
        *args: Any,
        custom_extensions: Iterable[Path | str] = (),
        kernel_library: KernelLibrary | None = None,
        **kwargs: Any,
    ) -> None:
        types = [ir_type(type) for type in input_types]
        self.symbols: dict[str, None] = dict.fromkeys(symbols_of(types))
        """The names of dimensions it has so far, in order."""
        attrs = {"name": name, "parameters": tuple(self.symbols), "output_types": ()}
        self.name = name
        self.body = Region(types)
        self.op = mo.Graph((), (), attrs, (self.body,))
        self.inputs: tuple[Value, ...] = tuple(wrapped(arg) for arg in self.body.args)
        self.kernel_library: KernelLibrary = kernel_library or KernelLibrary()
        """The kernels that `ops.custom` finds by name, besides those of the library."""
        self.kernel_library.load_paths(custom_extensions)
        self.weights: dict[str, Weight] = {}
        self._weight_values: dict[str, TensorValue] = {}
        self._token: Token[Graph] | None = None
        self._is_closed = False
        with self:
            self.chain: IrValue = append(mo.ChainCreate, ()).results[0]
            if forward is not None:
                self._trace(forward, args, kwargs)

    def _trace(self, forward: Callable[..., Any], args: Any, kwargs: Any) -> None:
        given = forward(*self.inputs, *args, **kwargs)
        if given is None:
            self.output()
        elif isinstance(given, list | tuple):
            self.output(*given)
        else:
            self.output(given)

    # -- building --------------------------------------------------------------------------------

    def __enter__(self) -> Graph:
        self._token = CURRENT.set(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._token is not None
        CURRENT.reset(self._token)
        self._token = None

    @staticmethod
    def current() -> Graph:
        """The graph being built; `LookupError` outside of one."""
        return current_graph()

    def check_owner(self, value: IrValue) -> None:
        """`ValueError` for values of other graphs, and for lines after the outputs."""
        if self._is_closed:
            raise ValueError(f"the graph '{self.name}' has its outputs; nothing can be added to it")
        owner = value.owner
        region = owner if isinstance(owner, Region) else owner.parent
        if region is not self.body:
            raise ValueError(f"this value belongs to another graph, not to '{self.name}'")

    def output(self, *values: Any) -> None:
        """Ends the graph: what it gives."""
        given = [v.ir if isinstance(v, Value) else as_tensor(v).ir for v in values]
        append(mo.Output, given, {}, ())
        self._is_closed = True
        self.op.set_attr("output_types", tuple(value.type for value in given))

    def add_weight(self, weight: Weight) -> TensorValue:
        """The value of a weight, which is given when the model is loaded."""
        known = self.weights.get(weight.name)
        if known is not None and known is not weight:
            raise ValueError(f"the graph '{self.name}' has another weight named '{weight.name}'")
        if known is None:
            self.weights[weight.name] = weight
            host = TensorType(weight.dtype, weight.shape, weight.host)
            op = append(mo.ConstantExternal, (), {"name": weight.name}, (ir_type(host),))
            self._weight_values[weight.name] = _moved(op.results[0], weight)
        return self._weight_values[weight.name]

    @property
    def kernel_libraries_paths(self) -> list[Path]:
        """Where the kernels come from that are not the library's."""
        return self.kernel_library.paths

    # -- looking ---------------------------------------------------------------------------------

    @property
    def output_types(self) -> list[Type]:
        return [graph_type(type) for type in self.op.attrs["output_types"]]

    def __repr__(self) -> str:
        return print_op(self.op)


def _moved(value: IrValue, weight: Weight) -> TensorValue:
    if weight.device == weight.host:
        return TensorValue(value)
    return TensorValue(append(mo.Transfer, (value,), {"device": str(weight.device)}).results[0])
