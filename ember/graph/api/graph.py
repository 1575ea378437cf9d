"""A graph being built: its inputs, its ops as they are written, its outputs; and the module of graphs it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import Token
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ember.dialects import mo, mo_control
from ember.dialects.mo_types import CHAIN, ShapedType
from ember.driver import Device
from ember.graph.api.build import CURRENT, append, current_graph, symbols_of
from ember.graph.api.ir_types import graph_type, ir_type
from ember.graph.api.kernels import KernelLibrary
from ember.graph.api.mlir import Location, Operation
from ember.graph.api.operands import as_tensor
from ember.graph.api.types import DeviceRef, TensorType, Type
from ember.graph.api.values import ChainValue, TensorValue, Value, wrapped
from ember.graph.api.weights import Weight
from ember.ir.nodes import Op, Region
from ember.ir.nodes import Value as IrValue
from ember.ir.printer import print_op

if TYPE_CHECKING:
    from ember.engine.program import Program


class DevicePlacementPolicy(Enum):
    """What happens when an op that only the CPU knows would move data of another device."""

    Ignore = "ignore"
    Warn = "warn"
    Error = "error"


class Module:
    """Graphs that are compiled together and may call each other."""

    def __init__(self, op: Op | None = None) -> None:
        self.op: Op = op if op is not None else mo.Module((), (), {}, (Region(),))
        self.graphs: dict[str, Graph] = {}

    def add(self, graph: Graph) -> None:
        if graph.name in self.graphs:
            raise ValueError(f"the module has a graph named '{graph.name}' already")
        self.graphs[graph.name] = graph
        if graph.op.parent_op is not self.op:
            self.op.regions[0].append(graph.op)

    def top_level_graph_names(self) -> list[str]:
        """The graphs that nobody of the module calls."""
        return [graph.name for graph in self if not graph.is_subgraph]

    def __iter__(self) -> Iterator[Graph]:
        return iter(self.graphs.values())

    def __repr__(self) -> str:
        return print_op(self.op)


class _Chains:
    """`graph.device_chains[device]`: the order of effects so far, which all devices of a graph share."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def __getitem__(self, device: Device | DeviceRef) -> ChainValue:
        DeviceRef.from_device(device)
        return ChainValue(self._graph.chain)


class _Current:
    """`Graph.current`: the graph being built; `LookupError` outside of one."""

    def __get__(self, instance: object, owner: object = None) -> Graph:
        return current_graph()


class Graph:
    """A tensor graph.

    Either `with Graph("g", input_types=[…]) as g:` around lines that end in `g.output(…)`, or `Graph("g", function, input_types=[…])`,
    where what the function gives for the inputs becomes the outputs. A subgraph gets and gives a chain besides.
    """

    current = _Current()

    def __init__(
        self,
        name: str,
        forward: Callable[..., Any] | None = None,
        input_types: Iterable[Type] = (),
        path: Path | str | None = None,
        *args: Any,
        custom_extensions: Iterable[Path | str] = (),
        kernel_library: KernelLibrary | None = None,
        module: Module | None = None,
        strict_device_placement: DevicePlacementPolicy = DevicePlacementPolicy.Warn,
        is_device_graph: bool = False,
        is_subgraph: bool = False,
        **kwargs: Any,
    ) -> None:
        """`is_device_graph` is taken, as programs for MAX give it, and changes nothing: `Model.capture` says which calls are."""
        if not isinstance(name, str):
            raise TypeError(f"a graph's name is a text, not {name!r}")
        read = _read(path) if path is not None else None
        self.module = module if module is not None else Module(read)
        if read is not None and self.module.op is not read:
            raise ValueError("a graph that is read from a file has a module of its own")
        self._take(
            _empty(name, input_types, is_subgraph) if read is None else _last(read), is_subgraph
        )
        self.kernel_library: KernelLibrary = kernel_library or KernelLibrary()
        """The kernels that `ops.custom` finds by name, besides those of the library."""
        self.kernel_library.load_paths(custom_extensions)
        self.strict_device_placement = strict_device_placement
        with self:
            if read is None:
                self.chain: IrValue = (
                    self.body.args[-1] if is_subgraph else append(mo.ChainCreate, ()).results[0]
                )
            if forward is not None:
                self._trace(forward, args, kwargs)

    def _take(self, op: Op, is_subgraph: bool) -> None:
        """The state of a graph whose ops are those of `op`."""
        self.op = op
        self.name = str(op.attrs["name"])
        self.body = op.regions[0]
        self.blocks: list[Region] = [self.body]
        """The regions being filled, innermost last."""
        self.symbols: dict[str, None] = dict.fromkeys(op.attrs["parameters"])
        """The names of dimensions it has so far, in order."""
        self.module.add(self)
        arguments = self.body.args[:-1] if is_subgraph else self.body.args
        self.inputs: tuple[Value, ...] = tuple(map(wrapped, arguments))
        self.is_subgraph = is_subgraph
        self.weights: dict[str, Weight] = {}
        self.seed: TensorValue | None = None
        """Where the next random numbers begin; see `ops.random`."""
        self.scopes: list[str] = []
        """What the lines being written are part of; see `profile_scope`."""
        self._weight_values: dict[str, TensorValue] = {}
        self._token: Token[Graph] | None = None
        self._is_closed = isinstance(self.body.last, mo.Output)

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

    def check_owner(self, value: IrValue) -> None:
        """`ValueError` for values of other graphs, and for lines after the outputs."""
        if self._is_closed:
            raise ValueError(f"the graph '{self.name}' has its outputs; nothing can be added to it")
        owner = value.owner
        region = owner if isinstance(owner, Region) else owner.parent
        if region in self.blocks:
            return
        outermost = region
        while outermost is not None and isinstance(
            outermost.parent, mo_control.If | mo_control.While
        ):
            outermost = outermost.parent.parent
        if outermost is self.body:
            raise ValueError(
                "this value belongs to a branch or loop that has ended; let it be one of its results"
            )
        raise ValueError(f"this value belongs to another graph, not to '{self.name}'")

    @contextmanager
    def block(self, region: Region) -> Iterator[Region]:
        """Lines inside fill a region; the chain after it is again the one before it."""
        outer = self.chain
        self.blocks.append(region)
        try:
            yield region
        finally:
            self.blocks.pop()
            self.chain = outer

    @contextmanager
    def _outside(self) -> Iterator[None]:
        """Lines inside stand in the graph's own body."""
        blocks, self.blocks = self.blocks, [self.body]
        try:
            yield
        finally:
            self.blocks = blocks

    def output(self, *outputs: Any) -> None:
        """Ends the graph: what it gives."""
        given = [v.ir if isinstance(v, Value) else as_tensor(v).ir for v in outputs]
        if len(self.blocks) > 1:
            raise ValueError("a graph's outputs are given outside of branches and loops")
        if self.is_subgraph:
            given.append(self.chain)
        append(mo.Output, given, {}, ())
        self._is_closed = True
        self.op.set_attr("output_types", tuple(value.type for value in given))

    def add_weight(self, weight: Weight, force_initial_weight_on_host: bool = True) -> TensorValue:
        """The value of a weight, which is given when the model is loaded, on the host."""
        if not force_initial_weight_on_host and weight.device != weight.host:
            raise ValueError(f"the weight '{weight.name}' is loaded from the host's memory, and goes to {weight.device} from there")  # fmt: skip
        known = self.weights.get(weight.name)
        if known is not None and known is not weight:
            raise ValueError(f"the graph '{self.name}' has another weight named '{weight.name}'")
        if known is None:
            self.weights[weight.name] = weight
            with self._outside():
                self._weight_values[weight.name] = _weight_value(weight)
        return self._weight_values[weight.name]

    def add_input(self, type: Type) -> Value:
        """One more input, behind the others; a graph that is called cannot get one."""
        if self.is_subgraph or self._is_closed:
            raise ValueError(f"the inputs of '{self.name}' are what they are")
        made = ir_type(type)
        self.symbols.update(dict.fromkeys(symbols_of([made])))
        self.op.set_attr("parameters", tuple(self.symbols))
        value = wrapped(self.body.add_argument(made))
        self.inputs = (*self.inputs, value)
        return value

    def add_subgraph(
        self,
        name: str,
        forward: Callable[..., Any] | None = None,
        input_types: Iterable[Type] = (),
        path: Path | str | None = None,
        *args: Any,
        custom_extensions: Iterable[Path | str] = (),
        devices: Iterable[Device | DeviceRef] = (),
        is_device_graph: bool = False,
        **kwargs: Any,
    ) -> Graph:
        """A graph of the same module, which `ops.call` may call many times."""
        self.kernel_library.load_paths(custom_extensions)
        return Graph(
            name, forward, input_types, path, *args, kernel_library=self.kernel_library, module=self.module, is_subgraph=True, **kwargs
        )  # fmt: skip

    @contextmanager
    def profile_scope(self, name: str, color: Any = None) -> Iterator[None]:
        """Lines inside are shown as part of `name` where a profile names the user's lines."""
        self.scopes.append(name)
        try:
            yield
        finally:
            self.scopes.pop()

    def copy(self) -> Graph:
        """A graph of its own with the same ops, and copies of the graphs it calls."""
        mapping: dict[IrValue, IrValue] = {}
        made: Graph = object.__new__(Graph)
        made.module = Module(self.module.op.clone(mapping))
        (op,) = [one for one in made.module.op.regions[0] if one.attrs["name"] == self.name]
        made._take(op, self.is_subgraph)
        made.kernel_library = self.kernel_library
        made.strict_device_placement = self.strict_device_placement
        made.chain = mapping.get(self.chain, self.chain)
        made.weights = dict(self.weights)
        values = self._weight_values.items()
        made._weight_values = {name: TensorValue(mapping[value.ir]) for name, value in values}
        made.seed = TensorValue(mapping[self.seed.ir]) if self.seed is not None else None
        return made

    @property
    def device_chains(self) -> _Chains:
        """The order of effects on each device."""
        return _Chains(self)

    @property
    def always_ready_chain(self) -> ChainValue:
        """The order of effects before there were any."""
        first = self.body.first
        return ChainValue(
            self.body.args[-1] if self.is_subgraph or first is None else first.results[0]
        )

    def _add_op(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> list[Value]:
        """A line that calls an operator, as tests written for MAX add it; `ValueError` where its operands are no values."""
        try:
            given = function(*args, **kwargs)
        except TypeError as problem:
            raise ValueError(str(problem)) from problem
        return list(given) if isinstance(given, list | tuple) else [given]

    @property
    def kernel_libraries_paths(self) -> list[Path]:
        """Where the kernels come from that are not the library's."""
        return self.kernel_library.paths

    # -- compiling -------------------------------------------------------------------------------

    def compiled(
        self,
        custom_extensions: Iterable[Path | str] = (),
        generated: Path | str | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Program:
        """The graph as native code; `InferenceSession.load` asks for it. `progress` is told how many kernels are compiled, and of how many."""
        from ember.graph.programs import compile_graph

        if not self._is_closed:
            raise ValueError(f"the graph '{self.name}' has no outputs yet; end it with 'output'")
        self.kernel_library.load_paths(custom_extensions)
        return compile_graph(self.op, self.kernel_library, generated, progress=progress)

    # -- looking ---------------------------------------------------------------------------------

    def draw(self, path: Path | str | None = None) -> str:
        """The graph as a picture: its ops, the kernels they are fused into, memory over time; written to a `.svg` or `.html` file if one is named.

        A graph that has no outputs yet shows its ops.
        """
        from ember.graph.drawing.draw import drawn

        return drawn(self, path)

    @property
    def _mlir_op(self) -> Operation:
        """Its op, as tests written for MAX look at it."""
        return Operation(self.op)

    @property
    def output_types(self) -> list[Type]:
        """What it gives; the chain of a subgraph is nobody's business."""
        types = [graph_type(type) for type in self.op.attrs["output_types"]]
        return types[:-1] if self.is_subgraph else types

    @property
    def devices(self) -> list[DeviceRef]:
        """Where its tensors are, as far as it is written."""
        values = [*self.body.args, *(result for op in self.op.walk() for result in op.results)]
        types = [graph_type(v.type) for v in values if isinstance(v.type, ShapedType)]
        return list(dict.fromkeys(type.device for type in types))  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        return print_op(self.op)


def _location() -> Location:
    """Where the line stands that is being written, as tests written for MAX ask."""
    return Location.unknown()


def _empty(name: str, input_types: Iterable[Type], is_subgraph: bool) -> Op:
    """A graph without ops."""
    if isinstance(input_types, Type):
        raise TypeError(f"the types of inputs are a list, not one type: [{input_types}]")
    types = [ir_type(type) for type in input_types]
    parameters = tuple(dict.fromkeys(symbols_of(types)))
    attrs = {"name": name, "parameters": parameters, "output_types": ()}
    return mo.Graph((), (), attrs, (Region([*types, CHAIN] if is_subgraph else types),))


def _read(path: Path | str) -> Op:
    """The graphs of a file of IR."""
    from ember.graph.text import graphs_of_file
    from ember.support.diagnostics import CompileError

    try:
        return graphs_of_file(path)
    except CompileError as problem:
        raise ValueError(str(problem)) from None


def _last(module: Op) -> Op:
    """The graph that a file is about; those that it calls come before it."""
    last = module.regions[0].last
    assert last is not None
    return last


def _weight_value(weight: Weight) -> TensorValue:
    host = TensorType(weight.dtype, weight.shape, weight.host)
    attrs = {
        "name": weight.name,
        "align": weight.align or 0,
        "is_placeholder": weight.is_placeholder,
    }
    value = append(mo.ConstantExternal, (), attrs, (ir_type(host),)).results[0]
    if weight.device == weight.host:
        return TensorValue(value)
    return TensorValue(append(mo.Transfer, (value,), {"device": str(weight.device)}).results[0])
