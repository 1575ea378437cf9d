"""`torch.compile(model, backend="ember")`: graphs of PyTorch, cut into parts that become graphs of ours, and parts that stay.

AOTAutograd gives a graph of ATen ops, forward or backward, with nothing changed in place. Each op is tried alone: what a graph can say
joins the parts that are compiled; what it cannot stays in PyTorch, with a note that names the op and the reason.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import torch
from torch._decomp import core_aten_decompositions
from torch._dynamo.backends.common import aot_autograd
from torch._functorch.aot_autograd import make_boxed_func
from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
from torch.fx.passes.operator_support import OperatorSupportBase

from ember.graph.api.dims import Dim
from ember.graph.api.graph import Graph
from ember.graph.api.types import TensorType
from ember.graph.importers.aten import PROBLEMS, built
from ember.graph.importers.aten_call import CPU, HANDLERS, Facts
from ember.graph.importers.fx import call_of, facts_of, number_of, op_name
from ember.torch.compiled import CompiledPart

_log: Final = logging.getLogger("ember.torch")
_SMALL: Final = 2
"""Parts of fewer ops that compute stay in PyTorch: calling them costs more than they do."""
_VIEWS: Final = frozenset({
    "aten.view.default", "aten.permute.default", "aten.t.default", "aten.transpose.int", "aten.expand.default", "aten.unsqueeze.default",
    "aten.squeeze.dim", "aten.squeeze.dims", "aten.slice.Tensor", "aten.select.int", "aten.alias.default", "aten.detach.default",
    "aten._unsafe_view.default", "_operator.getitem", "aten.sym_size.int", "aten.clone.default", "aten.split.Tensor",
    "aten.split_with_sizes.default", "aten.unbind.int", "_operator.mul", "_operator.add", "_operator.sub", "_operator.floordiv",
})  # fmt: skip
"""Ops that compute nothing."""


def ember_backend(module: torch.fx.GraphModule, inputs: Sequence[Any], **options: Any) -> Callable[..., Any]:  # fmt: skip
    """Compiles what TorchDynamo recorded."""
    lacking = {
        op: meaning
        for op, meaning in core_aten_decompositions().items()
        if op_name(op) not in HANDLERS
    }
    compile = aot_autograd(
        fw_compiler=_compiled, inference_compiler=_compiled_for_inference, decompositions=lacking
    )
    made: Callable[..., Any] = compile(module, inputs)
    return made


def _compiled(module: torch.fx.GraphModule, inputs: Sequence[Any]) -> Callable[..., Any]:
    return _split(module, frozenset())


def _compiled_for_inference(
    module: torch.fx.GraphModule, inputs: Sequence[Any]
) -> Callable[..., Any]:
    """Without gradients, parameters stay what they are from call to call: their products are packed once."""
    found = torch._guards.TracingContext.try_get()
    metadata = found.fw_metadata if found is not None else None
    fixed = metadata.static_input_indices if metadata is not None else ()
    places = [node for node in module.graph.nodes if node.op == "placeholder"]
    names = frozenset(places[at].name for at in fixed if at < len(places))
    return _split(module, names)


def _split(module: torch.fx.GraphModule, fixed: frozenset[str]) -> Callable[..., Any]:
    """The module with the parts that graphs can say compiled."""
    support = Support()
    partitioner = CapabilityBasedPartitioner(module, support, allows_single_node_partition=True)
    parts = [part for part in partitioner.propose_partitions() if _is_worthwhile(part.nodes)]
    fused = partitioner.fuse_partitions(parts)
    for name, part in list(fused.named_children()):
        if name.startswith("fused_"):
            (caller,) = [n for n in fused.graph.nodes if n.op == "call_module" and n.target == name]
            given = [argument.name for argument in caller.args]
            try:
                setattr(fused, name, CompiledPart(part, [n in fixed for n in given]))
            except (ValueError, NotImplementedError) as problem:
                support.notes[f"a part of {len(part.graph.nodes)} nodes: {problem}"] = None
    for note in support.notes:
        _log.warning("stays in PyTorch: %s", note)
    fused.ember_notes = list(support.notes)
    return make_boxed_func(fused.forward)  # type: ignore[no-any-return]


def _is_worthwhile(nodes: Any) -> bool:
    return sum(op_name(node.target) not in _VIEWS for node in nodes) >= _SMALL


class Support(OperatorSupportBase):  # type: ignore[misc]
    """Which nodes a graph can say: each is built alone, from what PyTorch knows about its operands."""

    def __init__(self) -> None:
        self.notes: dict[str, None] = {}
        """What stays in PyTorch, and why."""
        self._known: dict[torch.fx.Node, bool] = {}

    def is_node_supported(self, submodules: Any, node: torch.fx.Node) -> bool:
        if node.op != "call_function":
            return False
        if node not in self._known:
            self._known[node] = self._is_supported(node)
        return self._known[node]

    def _is_supported(self, node: torch.fx.Node) -> bool:
        name = op_name(node.target)
        if name == "_operator.getitem":
            source = node.args[0]
            return isinstance(source, torch.fx.Node) and self.is_node_supported({}, source)
        problem = _problem(node)
        if problem is not None:
            self.notes[f"{name}: {problem}"] = None
        return problem is None


def _problem(node: torch.fx.Node) -> str | None:
    """Why a graph cannot say a node; None if it can."""
    call = call_of(node)
    if call.op not in HANDLERS:
        return "there is no op of graphs for it"
    if any(_is_elsewhere(value) for value in _values(node.meta.get("val"))):
        return "its tensors are not on the CPU"
    operands = {operand.name: operand.meta.get("val") for operand in node.all_input_nodes}
    facts = {name: facts_of(value) for name, value in operands.items()}
    types = {name: _type(found) for name, found in facts.items() if found is not None}
    others = [name for name in operands if name not in types]
    if any(isinstance(operands[name], torch.Tensor) for name in others):
        return "an operand has an element type or a size that graphs lack"
    if any(isinstance(operands[name], list | tuple) for name in others):
        return "it takes several results of one op"
    try:
        with Graph("trial", input_types=list(types.values())) as graph:
            values: dict[str, Any] = {name: number_of(operands[name]) for name in others}
            graph.symbols.update(dict.fromkeys(_symbols([*facts.values(), *call.results])))
            graph.symbols.update(dict.fromkeys(_names(values.values())))
            values |= {name: value.tensor for name, value in zip(types, graph.inputs)}
            built(call, values)
    except PROBLEMS as problem:
        return str(problem).partition("\n")[0] or type(problem).__name__
    return None


def _values(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _is_elsewhere(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.device.type != "cpu"


def _type(facts: Facts) -> TensorType:
    return TensorType(facts.dtype, facts.dims, CPU)


def _symbols(facts: Sequence[Facts | None]) -> list[str]:
    """The names of sizes; in a part they come with its operands."""
    return _names(dim for found in facts if found is not None for dim in found.dims)


def _names(sizes: Iterable[Any]) -> list[str]:
    """The names in sizes that are no numbers."""
    return [symbol.name for size in sizes if isinstance(size, Dim) for symbol in size.parameters]
