"""Exported programs of PyTorch as graphs: `graph, weights = from_torch(program)`, or of a file, `from_torch("model.pt2")`.

An exported program is read by the names of its own attributes, a file by its text: neither needs torch. Weights are the memory of the
program's tensors, or of the file. Everything that is not supported is reported at once, with names and places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ember.graph.api import ops
from ember.graph.api.dims import Dim
from ember.graph.api.graph import Graph
from ember.graph.api.types import BufferType, TensorType
from ember.graph.api.values import TensorValue
from ember.graph.api.weights import Weight
from ember.graph.importers.aten import Builder
from ember.graph.importers.aten_call import CPU, HANDLERS, Call, Facts, Reference
from ember.graph.importers.fx import argument, calls_of, facts_of
from ember.graph.importers.imported import SMALL, Imported, UnsupportedModel, unsupported


class Input(NamedTuple):
    """What a program takes: a tensor that is given, a weight, or a number that is known."""

    name: str
    facts: Facts | None
    weight: str | None = None
    is_constant: bool = False
    number: Any = None


class Output(NamedTuple):
    """What a program gives: a result, or with `into` what an input is changed to."""

    value: Any
    into: str | None = None


class Listing(NamedTuple):
    """A program as data, whichever way it came."""

    name: str
    inputs: Sequence[Input]
    calls: Sequence[Call]
    outputs: Sequence[Output]
    tensor: Callable[[str, bool], Any]
    """The memory of a weight or a constant by name."""


def from_torch(program: Any, name: str | None = None) -> Imported:
    """The graph of an exported program, or of a file that has one, and its weights."""
    if isinstance(program, str | Path):
        from ember.graph.importers.pt2 import read_pt2

        listing = read_pt2(Path(program))
    else:
        listing = listing_of(program)
    return _Importer(listing).imported(re.sub(r"\W", "_", name or listing.name))


# -- programs in memory ----------------------------------------------------------------------------------


def listing_of(program: Any) -> Listing:
    """An exported program as data."""
    if not hasattr(program, "graph_signature") or not hasattr(program, "run_decompositions"):
        raise TypeError(f"an exported program or the path of one is needed, not {type(program).__name__}")  # fmt: skip
    plain = program.run_decompositions({})  # nothing is changed in place any more
    if any(call.op not in HANDLERS for call in calls_of(plain.graph.nodes)):
        plain = program.run_decompositions()  # by PyTorch's own definitions of its ops
    facts = {node.name: facts_of(node.meta.get("val")) for node in plain.graph.nodes}
    inputs = [_input(spec, facts) for spec in plain.graph_signature.input_specs]
    outputs = [_output(spec) for spec in plain.graph_signature.output_specs]
    (last,) = [node for node in plain.graph.nodes if node.op == "output"]
    values = argument(last.args[0])
    given = [Output(value, into) for value, into in zip(values, outputs, strict=True)]

    def tensor(target: str, is_constant: bool) -> Any:
        found = plain.constants.get(target)
        return (plain.state_dict[target] if found is None else found).detach().contiguous()

    return Listing("model", inputs, list(calls_of(plain.graph.nodes)), given, tensor)


def _input(spec: Any, facts: dict[str, Facts | None]) -> Input:
    kind, name = spec.kind.name, spec.arg.name
    if kind == "USER_INPUT":
        return Input(name, facts.get(name), number=getattr(spec.arg, "value", None))
    if kind in ("PARAMETER", "BUFFER", "CONSTANT_TENSOR"):
        return Input(name, facts.get(name), spec.target, kind == "CONSTANT_TENSOR")
    raise UnsupportedModel(f"the input '{name}' is a {kind.lower()}; graphs take tensors")


def _output(spec: Any) -> str | None:
    kind = spec.kind.name
    if kind == "USER_OUTPUT":
        return None
    if kind == "USER_INPUT_MUTATION":
        return str(spec.target)
    raise UnsupportedModel(f"the model changes '{spec.target}' ({kind.lower()}); give it as an input that is changed")  # fmt: skip


# -- graphs ----------------------------------------------------------------------------------------------


class _Importer:
    """Builds the graph of one program."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self.weights: dict[str, Any] = {}
        self.changed = {output.into for output in listing.outputs if output.into is not None}

    def imported(self, name: str) -> Imported:
        given = [i for i in self.listing.inputs if i.weight is None and i.facts is not None]
        numbers = [i for i in self.listing.inputs if i.weight is None and i.facts is None]
        self.check_numbers(numbers)
        with Graph(name, input_types=[self.type_of(i) for i in given]) as graph:
            values: dict[str, Any] = {i.name: i.number for i in numbers}
            buffers = {}
            for entry, value in zip(given, graph.inputs):
                if entry.name in self.changed:
                    buffers[entry.name] = value.buffer
                    values[entry.name] = value.buffer[...]
                else:
                    values[entry.name] = value.tensor
            for entry in self.listing.inputs:
                if entry.weight is not None:
                    values[entry.name] = self.weight(entry)
            builder = Builder(values)
            builder.run(self.listing.calls)
            if builder.problems:
                raise unsupported("ops", builder.problems)
            for output in self.listing.outputs:
                if output.into is not None:
                    buffers[output.into][...] = builder.value(output.value)
            results = [builder.value(o.value) for o in self.listing.outputs if o.into is None]
            graph.output(*map(_as_result, results))
        return Imported(graph, self.weights)

    def check_numbers(self, numbers: Sequence[Input]) -> None:
        wrong = [f"the input '{i.name}', a number that is not known before" for i in numbers if isinstance(i.number, Dim)]  # fmt: skip
        if wrong:
            raise unsupported("inputs", wrong)

    def type_of(self, entry: Input) -> TensorType | BufferType:
        assert entry.facts is not None
        kind = BufferType if entry.name in self.changed else TensorType
        return kind(entry.facts.dtype, entry.facts.dims, CPU)

    def weight(self, entry: Input) -> TensorValue:
        """Few numbers are part of the graph; others stay where they are."""
        assert entry.weight is not None and entry.facts is not None
        array = self.listing.tensor(entry.weight, entry.is_constant)
        shape = [int(dim) for dim in entry.facts.dims]
        if entry.is_constant and entry.facts.dtype.size_in_bits <= 64 and _count(shape) <= SMALL:
            return ops.constant(array, entry.facts.dtype, CPU)
        known = entry.weight in self.weights
        self.weights[entry.weight] = array
        if known:
            return Graph.current.add_weight(Graph.current.weights[entry.weight])
        return Weight(entry.weight, entry.facts.dtype, shape, CPU).__tensorvalue__()


def _count(shape: Sequence[int]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def _as_result(value: Any) -> TensorValue:
    if isinstance(value, TensorValue | Dim):
        return TensorValue(value)
    if isinstance(value, Reference) or value is None:
        raise UnsupportedModel("the model gives a result that is no tensor")
    return ops.constant(value, None, CPU) if hasattr(value, "dtype") else _number(value)


def _number(value: Any) -> TensorValue:
    from ember.dtype import DType

    if isinstance(value, bool):
        return ops.constant(value, DType.bool, CPU)
    return ops.constant(value, DType.int64 if isinstance(value, int) else DType.float64, CPU)
