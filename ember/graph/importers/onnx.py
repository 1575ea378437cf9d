"""ONNX models as graphs: `graph, weights = from_onnx("model.onnx")`, then `session.load(graph, weights_registry=weights)`.

Each node is handled by the function of its op type (`onnx_*.py`); an op that ONNX itself defines by others is expanded into those.
Shapes are followed symbolically, so that what a model computes of them (`Shape`, `Gather`, `Concat`, `Reshape`) is no tensor at all.
Everything that is not supported is reported at once, with names and places.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.dims import DimLike, StaticDim
from ember.graph.api.graph import Graph
from ember.graph.api.types import DeviceRef, TensorType
from ember.graph.api.values import TensorValue
from ember.graph.api.weights import Weight
from ember.graph.importers import (
    onnx_elementwise,
    onnx_images,
    onnx_norms,
    onnx_recurrent,
    onnx_sampling,
    onnx_shapes,
    onnx_signals,
)
from ember.graph.importers.imported import SMALL, Imported, UnsupportedModel, unsupported
from ember.graph.importers.onnx_node import HANDLERS, Item, Node, item_of

_HANDLED_BY: Final = (
    onnx_elementwise, onnx_images, onnx_norms, onnx_recurrent, onnx_sampling, onnx_shapes, onnx_signals,
)  # fmt: skip
"""The modules whose import fills `HANDLERS`."""


def from_onnx(
    model: Any, known: Mapping[str, Any] | None = None, name: str | None = None
) -> Imported:
    """The graph of a model: a path, or a `ModelProto`.

    `known` fixes inputs to values: those that say shapes or axes, which a graph must know before it runs.
    """
    if find_spec("onnx") is None:
        raise ModuleNotFoundError("reading ONNX models needs the package 'onnx': pip install '.[onnx]' in a checkout")  # fmt: skip
    import onnx

    folder = Path()
    if isinstance(model, str | Path):
        folder = Path(model).parent
        model = _loaded(Path(model))
    if not isinstance(model, onnx.ModelProto):
        raise TypeError(f"a path or a ModelProto is needed, not {type(model).__name__}")
    try:
        return _Importer(model, folder, dict(known or {})).imported(name)
    except (
        TypeError,
        LookupError,
        OverflowError,
    ) as problem:  # names that are no text, numbers that are none
        raise UnsupportedModel(f"the model is not made as ONNX says: {problem}") from problem


def _loaded(path: Path) -> Any:
    import onnx

    if not path.is_file():
        raise ValueError(f"there is no model at '{path}'")
    try:
        model = onnx.load(str(path), load_external_data=False)
    except Exception as problem:  # protobuf's own class, whose package has no types
        raise ValueError(f"'{path}' is no ONNX model") from problem
    if not model.HasField("graph"):  # almost any few bytes are a message without the fields we know
        raise ValueError(f"'{path}' is no ONNX model")
    return model


def _quoted(name: str | bytes) -> str:
    """A name in a message; one that is no UTF-8 arrives as bytes."""
    return f"'{name}'" if isinstance(name, str) else repr(name)


class _Importer:
    """Reads one model."""

    def __init__(self, model: Any, folder: Path, known: dict[str, Any]) -> None:
        self.model = model
        self.folder = folder
        self.known = known
        self.versions = {o.domain.replace("ai.onnx", ""): o.version for o in model.opset_import}
        self.functions = {(f.domain, f.name): f for f in model.functions}
        self.weights: dict[str, Any] = {}

    def imported(self, name: str | None) -> Imported:
        proto = self.model.graph
        self.check_support(proto)
        initial = {tensor.name for tensor in proto.initializer}
        inputs = [v for v in proto.input if v.name not in initial and v.name not in self.known]
        types = [self.input_type(value) for value in inputs]
        title = re.sub(r"\W", "_", name or proto.name or "model")
        with Graph(title, input_types=types) as graph:
            scope = {v.name: Item(value.tensor) for v, value in zip(inputs, graph.inputs)}
            scope |= {key: item_of(value) for key, value in self.known.items()}
            scope |= {tensor.name: self.initializer(tensor) for tensor in proto.initializer}
            self.run(proto.node, scope, "")
            missing = [value.name for value in proto.output if value.name not in scope]
            if missing:
                raise UnsupportedModel(f"no node makes the output {_quoted(missing[0])}")
            graph.output(*(scope[value.name].tensor for value in proto.output))
        return Imported(graph, self.weights)

    # -- what is supported -----------------------------------------------------------------------

    def check_support(self, proto: Any) -> None:
        """Names every node that cannot be imported, all of them."""
        found = list(self.unsupported(proto.node, ""))
        if found:
            raise unsupported("nodes", found)

    def unsupported(self, nodes: Iterable[Any], place: str) -> Iterable[str]:
        for number, node in enumerate(nodes):
            where = f"{place}node {number}{f' ({node.name})' if node.name else ''}"
            if not self.is_supported(node):
                domain = f"{node.domain}." if node.domain else ""
                yield f"{domain}{node.op_type} at {where}"
            for attribute in node.attribute:
                if attribute.HasField("g"):
                    yield from self.unsupported(attribute.g.node, f"{where}, {attribute.name}, ")

    def is_supported(self, node: Any) -> bool:
        if (node.domain, node.op_type) in self.functions:
            return True
        if node.domain not in ("", "ai.onnx"):
            return False
        is_control = node.op_type in ("If", "Loop", "Scan")
        return node.op_type in HANDLERS or is_control or self.schema(node) is not None

    def schema(self, node: Any) -> Any:
        """ONNX's own definition of an op by others, if there is one."""
        import onnx.defs

        version = self.versions.get("", onnx.defs.onnx_opset_version())
        try:
            found = onnx.defs.get_schema(node.op_type, version)
        except (onnx.defs.SchemaError, TypeError):  # a version that is no small number, too
            return None
        has_body = getattr(found, "has_function", False) or _is_context_dependent(found)
        return found if has_body else None

    # -- values ----------------------------------------------------------------------------------

    def input_type(self, value: Any) -> TensorType:
        kind = value.type.WhichOneof("value")
        if kind != "tensor_type":
            raise UnsupportedModel(f"the input '{value.name}' is a {kind}; graphs take tensors")
        type = value.type.tensor_type
        dims: list[DimLike] = []
        for axis, dim in enumerate(type.shape.dim):
            if dim.HasField("dim_value"):
                dims.append(dim.dim_value)
            else:
                dims.append(_symbol(dim.dim_param or f"{value.name}_{axis}"))
        return TensorType(element_type(type.elem_type, value.name), dims, DeviceRef.CPU())

    def initializer(self, tensor: Any) -> Item:
        """Few numbers are known; many are a weight, whose memory stays where it is."""
        array = array_of(tensor, self.folder)
        if array.size <= SMALL:
            return item_of(array)
        self.weights[tensor.name] = array
        dtype = element_type(tensor.data_type, tensor.name)
        weight = Weight(tensor.name, dtype, array.shape, DeviceRef.CPU())
        return Item(weight.__tensorvalue__())

    # -- nodes -----------------------------------------------------------------------------------

    def run(self, nodes: Sequence[Any], scope: dict[str, Item], place: str) -> None:
        for number, proto in enumerate(nodes):
            where = f"{place}node {number}{f' ({proto.name})' if proto.name else ''}"
            missing = [name for name in proto.input if name and name not in scope]
            if missing:
                raise UnsupportedModel(f"{proto.op_type} at {where}: nothing makes its input {_quoted(missing[0])}")  # fmt: skip
            inputs = [scope[name] if name else None for name in proto.input]
            try:
                outputs = self.handled(proto, inputs, scope, where)
            except UnsupportedModel:
                raise
            except (ValueError, TypeError, IndexError, KeyError, NotImplementedError) as problem:
                raise UnsupportedModel(f"{proto.op_type} at {where}: {problem}") from problem
            for name, item in zip(proto.output, outputs):
                if name:
                    scope[name] = item

    def handled(
        self, proto: Any, inputs: list[Item | None], scope: dict[str, Item], where: str
    ) -> list[Item]:
        function = self.functions.get((proto.domain, proto.op_type))
        if function is not None:
            return self.call(function, proto, inputs, where)
        if proto.op_type == "If":
            return self.choice(proto, inputs, scope, where)
        if proto.op_type == "Scan":
            return self.scan(proto, inputs, scope, where)
        if proto.op_type == "Loop":
            return self.loop(proto, inputs, scope, where)
        if proto.input and all(item is None or item.is_number for item in inputs):
            return self.folded(proto, inputs)
        handler = HANDLERS.get(proto.op_type)
        if handler is None:
            return self.call(self.expansion(proto, inputs), proto, inputs, where)
        node = Node(proto, self.versions.get("", 1), len(proto.output))
        given = handler(node, *inputs)
        several = given if isinstance(given, list | tuple) else [given]
        return [value if isinstance(value, Item) else item_of(value) for value in several]

    def folded(self, proto: Any, inputs: list[Item | None]) -> list[Item]:
        """A node whose inputs are known numbers, computed by ONNX's own evaluator."""
        import numpy as np
        import onnx
        from onnx.reference import ReferenceEvaluator

        given = [(name, item) for name, item in zip(proto.input, inputs) if item is not None]
        values = [onnx.helper.make_tensor_value_info(name, _code(item.dtype), None) for name, item in given]  # fmt: skip
        outputs = [onnx.ValueInfoProto(name=name) for name in proto.output if name]
        graph = onnx.helper.make_graph([proto], "constants", values, outputs)
        versions = [onnx.helper.make_opsetid("", self.versions.get("", 1))]
        model = onnx.helper.make_model(graph, opset_imports=versions)
        found = ReferenceEvaluator(model).run(None, {name: item.numbers for name, item in given})
        results = iter(found)
        return [item_of(np.asarray(next(results))) if name else Item() for name in proto.output]

    def expansion(self, proto: Any, inputs: list[Item | None]) -> Any:
        """ONNX's own definition of a node, for inputs of these types."""
        import onnx

        schema = self.schema(proto)
        if schema is None:
            raise UnsupportedModel(f"{proto.op_type} is not supported")
        function = onnx.FunctionProto()
        version = self.versions.get("", schema.since_version)
        if _is_context_dependent(schema):
            types = [_type_proto(item).SerializeToString() for item in inputs]
            versions = [v for v in schema.context_dependent_function_opset_versions if v <= version]
            data = schema.get_context_dependent_function_with_opset_version(
                max(versions, default=min(schema.context_dependent_function_opset_versions)),
                proto.SerializeToString(),
                types,
            )
        else:
            versions = [v for v in schema.function_opset_versions if v <= version]
            data = schema.get_function_with_opset_version(
                max(versions, default=min(schema.function_opset_versions))
            )
        function.ParseFromString(data)
        return function

    def call(self, function: Any, proto: Any, inputs: list[Item | None], where: str) -> list[Item]:
        """The nodes of a function, with the attributes of the node that calls it."""
        given = {attribute.name: attribute for attribute in proto.attribute}
        given = {a.name: a for a in function.attribute_proto} | given
        scope = {name: item for name, item in zip(function.input, inputs) if item is not None}
        nodes = [_bound(node, given, self.schema(proto), scope) for node in function.node]
        versions, self.versions = self.versions, {o.domain.replace("ai.onnx", ""): o.version for o in function.opset_import}  # fmt: skip
        try:
            self.run(nodes, scope, f"{where}, {function.name or proto.op_type}, ")
        finally:
            self.versions = versions
        return [scope.get(name, Item()) for name in function.output]

    def choice(
        self, proto: Any, inputs: list[Item | None], scope: dict[str, Item], where: str
    ) -> list[Item]:
        """`If`: where the condition is known, its branch alone."""
        branches = {attribute.name: attribute.g for attribute in proto.attribute}
        condition = inputs[0]
        assert condition is not None
        if condition.known is not None:
            chosen = branches["then_branch" if bool(condition.known.all()) else "else_branch"]
            return self.branch(chosen, scope, where)
        types = [self.branch_type(value) for value in branches["then_branch"].output]

        def inside(body: Any) -> Any:
            return lambda: [item.tensor for item in self.branch(body, scope, where)]

        pred = ops.reshape(condition.tensor, [])
        given = ops.cond(pred, types, inside(branches["then_branch"]), inside(branches["else_branch"]))  # fmt: skip
        return [Item(value.tensor) for value in given]

    def scan(
        self, proto: Any, inputs: list[Item | None], scope: dict[str, Item], where: str
    ) -> list[Item]:
        """`Scan`, step by step: states go from one to the next, results are put side by side."""
        node = Node(proto, self.versions.get("", 1), len(proto.output))
        if node.version < 9:
            raise NotImplementedError("a Scan of the first op set that had it")
        count = node.get("num_scan_inputs")
        states = [item for item in inputs[: len(inputs) - count] if item is not None]
        given = [item.tensor for item in inputs[len(inputs) - count :] if item is not None]
        axes = node.get("scan_input_axes") or [0] * count
        backward = node.get("scan_input_directions") or [0] * count
        steps = _steps(given[0].shape[axes[0] % given[0].rank])
        made: list[list[Item]] = []
        for step in range(steps):
            places = [steps - 1 - step if turned else step for turned in backward]
            slices = [Item(_at(x, axis % x.rank, at)) for x, axis, at in zip(given, axes, places)]
            results = self.branch(node.get("body"), scope, where, [*states, *slices])
            states = results[: len(states)]
            made.append(results[len(states) :])
        return [*states, *_side_by_side(node, made)]

    def loop(
        self, proto: Any, inputs: list[Item | None], scope: dict[str, Item], where: str
    ) -> list[Item]:
        """`Loop` whose number of steps is known, step by step."""
        node = Node(proto, self.versions.get("", 1), len(proto.output))
        count, condition, *begin = (*inputs, None, None)[: max(len(inputs), 2)]
        if count is None:
            raise NotImplementedError("a Loop that only its condition ends")
        steps = _steps(int(count.numbers.ravel()[0]))
        going = condition if condition is not None else item_of(True)
        states = [item for item in begin if item is not None]
        made: list[list[Item]] = []
        for step in range(steps):
            if not bool(going.numbers.all()):
                break
            going, *results = self.branch(node.get("body"), scope, where, [_number(step), going, *states])  # fmt: skip
            states = results[: len(states)]
            made.append(results[len(states) :])
        return [*states, *_side_by_side(node, made)]

    def branch(
        self, body: Any, scope: dict[str, Item], where: str, given: Sequence[Item] = ()
    ) -> list[Item]:
        inner = {**scope, **{value.name: item for value, item in zip(body.input, given)}}
        inner |= {tensor.name: self.initializer(tensor) for tensor in body.initializer}
        self.run(body.node, inner, f"{where}, {body.name}, ")
        return [inner[value.name] for value in body.output]

    def branch_type(self, value: Any) -> TensorType:
        return self.input_type(value)


_MOST_STEPS: Final = 2048
"""Every step of a loop becomes ops of its own."""


def _steps(count: Any) -> int:
    if not isinstance(count, int | StaticDim) or int(count) > _MOST_STEPS:
        raise NotImplementedError(f"a loop of {count} steps")
    return int(count)


def _number(value: int) -> Item:
    import numpy as np

    return item_of(np.array(value, np.int64))


def _at(x: TensorValue, axis: int, place: int) -> TensorValue:
    return x[(slice(None),) * axis + (place,)]


def _side_by_side(node: Node, made: list[list[Item]]) -> list[Item]:
    """What the steps of a loop gave, along new axes."""
    if not made:
        raise NotImplementedError("a loop without a step")
    count = len(made[0])
    axes = node.get("scan_output_axes") or [0] * count
    turned = node.get("scan_output_directions") or [0] * count
    columns = [[step[at].tensor for step in made] for at in range(count)]
    return [
        Item(ops.stack(column[::-1] if back else column, axis))
        for column, axis, back in zip(columns, axes, turned)
    ]


def _bound(node: Any, given: dict[str, Any], schema: Any, scope: dict[str, Item]) -> Any:
    """A node of a function whose attributes that refer to the caller's are filled in; absent inputs are empty."""
    import onnx

    copy = onnx.NodeProto()
    copy.CopyFrom(node)
    del copy.attribute[:]
    for attribute in node.attribute:
        if not attribute.ref_attr_name:
            copy.attribute.append(attribute)
            continue
        found = given.get(attribute.ref_attr_name)
        if found is None and schema is not None and attribute.ref_attr_name in schema.attributes:
            default = schema.attributes[attribute.ref_attr_name].default_value
            found = default if default.name else None
        if found is not None:
            filled = onnx.AttributeProto()
            filled.CopyFrom(found)
            filled.name = attribute.name
            copy.attribute.append(filled)
    return copy


def _type_proto(item: Item | None) -> Any:
    import onnx

    if item is None:
        return onnx.TypeProto()
    number = _code(item.dtype)
    shape = [str(dim) if not str(dim).isdigit() else int(dim) for dim in item.shape]
    return onnx.helper.make_tensor_type_proto(number, shape)


def _is_context_dependent(schema: Any) -> bool:
    return bool(schema.has_context_dependent_function)


def _code(dtype: DType) -> int:
    return next(code for code, found in ELEMENT_TYPES.items() if found is dtype)


def _symbol(name: str) -> str:
    found = re.sub(r"\W", "_", name, flags=re.ASCII)
    return found if found[:1].isalpha() or found.startswith("_") else f"d_{found}"


# -- elements --------------------------------------------------------------------------------------------

ELEMENT_TYPES: Final = {
    1: DType.float32, 2: DType.uint8, 3: DType.int8, 4: DType.uint16, 5: DType.int16, 6: DType.int32, 7: DType.int64,
    9: DType.bool, 10: DType.float16, 11: DType.float64, 12: DType.uint32, 13: DType.uint64, 16: DType.bfloat16,
}  # fmt: skip
"""ONNX's numbers for element types."""


def element_type(number: int, what: str) -> DType:
    if number not in ELEMENT_TYPES:
        import onnx

        name = onnx.TensorProto.DataType.Name(number)
        raise UnsupportedModel(f"'{what}' has elements of type {name}, which graphs do not have")
    return ELEMENT_TYPES[number]


def array_of(tensor: Any, folder: Path = Path()) -> Any:
    """The numbers of a tensor: a view of its bytes where they lie as such, in the model or in a file beside it."""
    import numpy as np
    from onnx import numpy_helper

    dtype = element_type(tensor.data_type, tensor.name)
    shape = tuple(tensor.dims)
    if tensor.data_location == 1:  # EXTERNAL
        return _mapped(tensor, dtype, shape, folder)
    if tensor.HasField("raw_data") and dtype is not DType.bfloat16:
        return np.frombuffer(tensor.raw_data, dtype.to_numpy()).reshape(shape)
    return numpy_helper.to_array(tensor)


def _mapped(tensor: Any, dtype: DType, shape: tuple[int, ...], folder: Path) -> Any:
    import numpy as np

    facts = {entry.key: entry.value for entry in tensor.external_data}
    path = (folder / facts["location"]).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        raise ValueError(f"the data of '{tensor.name}' is not beside the model: '{facts['location']}'")  # fmt: skip
    offset = int(facts.get("offset", 0))
    kind = np.uint16 if dtype is DType.bfloat16 else dtype.to_numpy()
    return np.memmap(path, kind, "r", offset, shape)
