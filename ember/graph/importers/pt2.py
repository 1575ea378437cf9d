"""Files of exported programs (`torch.export.save`) as data: an archive with the graph as JSON and the weights as they lie in memory.

NAME/models/model.json                          the graph, what is known of its tensors, what its inputs are
NAME/data/weights/model_weights_config.json     for each weight the file that has its elements
NAME/data/weights/weight_0 …                    elements, not compressed: they are mapped, not read
"""

from __future__ import annotations

import json
import mmap
import struct
from collections.abc import Callable, Iterable, Mapping
from math import prod
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from ember.dtype import DType
from ember.graph.api.dims import Dim, StaticDim
from ember.graph.importers.aten_call import Call, Facts, Lacking, Reference
from ember.graph.importers.exported import Input, Listing, Output
from ember.graph.importers.imported import UnsupportedModel, unsupported
from ember.graph.importers.symbolic import dim_of_text

_ELEMENTS: Final = {
    1: DType.uint8, 2: DType.int8, 3: DType.int16, 4: DType.int32, 5: DType.int64, 6: DType.float16, 7: DType.float32,
    8: DType.float64, 12: DType.bool, 13: DType.bfloat16, 28: DType.uint16, 29: DType.float8_e4m3fn,
    30: DType.float8_e5m2, 31: DType.float8_e4m3fnuz, 32: DType.float8_e5m2fnuz, 34: DType.uint32, 35: DType.uint64,
}  # fmt: skip
"""PyTorch's numbers of element types in files."""
_OTHER_ELEMENTS: Final = {9: "complex32", 10: "complex64", 11: "complex128", 14: "quint8", 15: "qint8", 16: "qint32"}  # fmt: skip
"""Some of those that graphs lack."""
_LOCAL_HEADER: Final = struct.Struct("<4s22xHH")


def read_pt2(path: Path) -> Listing:
    """The program in a file; `ValueError` says what is wrong with it."""
    if not path.is_file():
        raise ValueError(f"there is no model at '{path}'")
    try:
        with ZipFile(path) as archive:
            return _Archive(path, archive).listing()
    except BadZipFile:
        raise ValueError(f"'{path}' is no exported program of PyTorch") from None
    except (KeyError, TypeError, IndexError) as problem:
        raise ValueError(f"'{path}' has a form of exported programs that is not known: {problem!r}") from problem  # fmt: skip


class _Archive:
    """Reads one file."""

    def __init__(self, path: Path, archive: ZipFile) -> None:
        self.path = path
        self.members = {info.filename.partition("/")[2]: info for info in archive.infolist()}
        if "models/model.json" not in self.members:
            raise ValueError(f"'{path}' has no 'models/model.json': it was saved by an older PyTorch, or is no exported program")  # fmt: skip
        self.read: Callable[[str], Any] = lambda name: json.loads(archive.read(self.members[name]))
        self.model = self.read("models/model.json")
        self.graph = self.model["graph_module"]["graph"]
        self.memory = _mapped(path)
        self.places = self._places()

    def _places(self) -> dict[str, tuple[Mapping[str, Any], str]]:
        """For each weight and constant what is known of it, and the member that has it."""
        found: dict[str, tuple[Mapping[str, Any], str]] = {}
        for kind in ("weights", "constants"):
            listed = f"data/{kind}/model_{kind}_config.json"
            if listed not in self.members:
                continue
            for name, entry in self.read(listed)["config"].items():
                if entry["use_pickle"]:
                    raise UnsupportedModel(f"'{name}' is stored as a Python object; only plain tensors are read")  # fmt: skip
                found[name] = (entry["tensor_meta"], f"data/{kind}/{entry['path_name']}")
        return found

    def listing(self) -> Listing:
        signature = self.model["graph_module"]["signature"]
        inputs = [self.input(spec) for spec in signature["input_specs"]]
        outputs = [self.output(spec) for spec in signature["output_specs"]]
        arguments = [i["arg"] for node in self.graph["nodes"] for i in node["inputs"]]
        referred = frozenset(_names([*arguments, self.graph["outputs"]]))
        calls = [self.call(node, referred) for node in self.graph["nodes"]]
        in_place = [f"{call.op} at {call.place}: it changes a tensor" for call in calls if _is_in_place(call.op)]  # fmt: skip
        if in_place:
            raise unsupported("ops", [*in_place, "export it with 'program.run_decompositions({})', which has none of these"])  # fmt: skip
        return Listing(self.path.stem, inputs, calls, outputs, self.tensor)

    # -- signature -------------------------------------------------------------------------------

    def input(self, spec: Mapping[str, Any]) -> Input:
        ((kind, entry),) = spec.items()
        if kind == "constant_input":
            return Input(entry["name"], None, number=_argument(entry["value"]))
        if kind == "user_input":
            ((form, value),) = entry["arg"].items()
            if form != "as_tensor":
                raise UnsupportedModel("an input is no tensor but a number that is not known before")  # fmt: skip
            return Input(value["name"], self.known_facts(value["name"]))
        if kind in ("parameter", "buffer", "tensor_constant"):
            name = entry["arg"]["name"]
            return Input(name, self.known_facts(name), entry[f"{kind}_name"], kind == "tensor_constant")  # fmt: skip
        raise UnsupportedModel(f"the model has an input of the kind '{kind}'")

    def output(self, spec: Mapping[str, Any]) -> Output:
        ((kind, entry),) = spec.items()
        if kind == "user_output":
            return Output(_argument(entry["arg"]))
        if kind == "user_input_mutation":
            return Output(_argument({"as_tensor": entry["arg"]}), entry["user_input_name"])
        raise UnsupportedModel(f"the model has a result of the kind '{kind}'")

    def known_facts(self, name: str) -> Facts | None:
        """As `facts`, of what must have elements that graphs have."""
        _dtype(self.graph["tensor_values"][name]["dtype"])
        return self.facts(name)

    def facts(self, name: str) -> Facts | None:
        known = self.graph["tensor_values"].get(name)
        if known is None:
            return None
        try:
            return Facts(_dtype(known["dtype"]), tuple(_dim(size) for size in known["sizes"]))
        except (NotImplementedError, UnsupportedModel):
            return None

    # -- calls -----------------------------------------------------------------------------------

    def call(self, node: Mapping[str, Any], referred: frozenset[str]) -> Call:
        positional = [_argument(i["arg"]) for i in node["inputs"] if i.get("kind", 1) == 1]
        named = {i["name"]: _argument(i["arg"]) for i in node["inputs"] if i.get("kind", 1) == 2}
        is_list = len(node["outputs"]) > 1 or any("as_tensors" in o for o in node["outputs"])
        names = tuple(_result_names(node["outputs"])) or (node.get("name") or "",)
        return Call(
            names=names,
            op=node["target"].removeprefix("torch.ops."),
            args=tuple(positional),
            kwargs=named,
            results=tuple(self.facts(name) for name in names),
            is_list=is_list,
            used=frozenset(at for at, name in enumerate(names) if name in referred),
            place=_place(node, names),
        )

    # -- weights ---------------------------------------------------------------------------------

    def tensor(self, name: str, is_constant: bool) -> Any:
        """A weight as an array over the file's own memory."""
        import numpy as np

        known, member = self.places[name]
        dtype = _dtype(known["dtype"])
        shape = [int(_dim(size)) for size in known["sizes"]]
        strides = [int(_dim(step)) for step in known["strides"]]
        kind = np.dtype(f"u{dtype.size_in_bytes}") if _has_no_numpy(dtype) else dtype.to_numpy()
        start = _start(self.memory, self.members[member]) + int(_dim(known["storage_offset"])) * kind.itemsize  # fmt: skip
        flat: Any = np.frombuffer(self.memory, kind, offset=start, count=_reach(shape, strides))
        array = np.lib.stride_tricks.as_strided(flat, shape, [step * kind.itemsize for step in strides])  # fmt: skip
        if prod(shape) == 0:
            return np.zeros(shape, kind)
        return array if array.flags.c_contiguous else np.ascontiguousarray(array)


def _reach(shape: list[int], strides: list[int]) -> int:
    """How many elements lie between the first and the last of a tensor."""
    if prod(shape) == 0:
        return 0
    return 1 + sum((size - 1) * step for size, step in zip(shape, strides))


def _mapped(path: Path) -> mmap.mmap:
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _start(memory: mmap.mmap, member: ZipInfo) -> int:
    """Where the bytes of a member begin."""
    if member.compress_type != ZIP_STORED:
        raise UnsupportedModel(f"'{member.filename}' is compressed")
    at = member.header_offset
    _, name, extra = _LOCAL_HEADER.unpack_from(memory, at)
    return at + _LOCAL_HEADER.size + int(name) + int(extra)


def _has_no_numpy(dtype: DType) -> bool:
    return dtype is DType.bfloat16 or (dtype.is_float() and dtype.size_in_bits < 16)


def _dtype(number: int) -> DType:
    if number not in _ELEMENTS:
        raise UnsupportedModel(_no_type(number))
    return _ELEMENTS[number]


def _no_type(number: int) -> str:
    return f"graphs have no element type for '{_OTHER_ELEMENTS.get(number, number)}' of PyTorch"


def _dim(size: Mapping[str, Any]) -> Dim:
    return Dim(size["as_int"]) if "as_int" in size else dim_of_text(size["as_expr"]["expr_str"])


def _argument(form: Mapping[str, Any]) -> Any:
    """An argument as handlers take it."""
    ((kind, value),) = form.items()
    if kind in ("as_int", "as_float", "as_bool", "as_string", "as_ints", "as_floats", "as_bools", "as_strings", "as_int_lists"):  # fmt: skip
        return value
    if kind in ("as_tensor", "as_sym_int", "as_sym_bool", "as_sym_float"):
        return _reference(value)
    if kind in ("as_tensors", "as_sym_ints", "as_optional_tensors"):
        return [_reference(part) for part in value]
    if kind == "as_optional_tensor":
        return _reference(value)
    if kind == "as_scalar_type":
        return _ELEMENTS.get(value) or Lacking(_no_type(value))
    return None  # nothing, or a layout, a device, a memory format


def _reference(value: Any) -> Any:
    if isinstance(value, int | float):
        return value
    if "as_tensor" in value:
        return Reference(value["as_tensor"]["name"])
    if "as_name" in value or "name" in value:
        return Reference(value["as_name"] if "as_name" in value else value["name"])
    for form in ("as_int", "as_expr", "as_bool", "as_float"):
        if form in value:
            found = _dim(value) if form == "as_expr" else value[form]
            return int(found) if isinstance(found, StaticDim) else found
    return None


def _result_names(outputs: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    for form in outputs:
        found = _argument(form)
        for part in found if isinstance(found, list) else [found]:
            yield part.name if isinstance(part, Reference) else ""


def _names(part: Any) -> Iterable[str]:
    """Every name that arguments refer to."""
    if isinstance(part, list):
        for inner in part:
            yield from _names(inner)
    elif isinstance(part, dict):
        for key, value in part.items():
            if key in ("name", "as_name") and isinstance(value, str):
                yield value
            else:
                yield from _names(value)


def _is_in_place(op: str) -> bool:
    plain = op.split(".")[1] if op.startswith("aten.") else ""
    return plain.endswith("_") and not plain.endswith("__") and plain != "detach_"


def _place(node: Mapping[str, Any], names: tuple[str, ...]) -> str:
    stack = str((node.get("metadata") or {}).get("nn_module_stack", "")).split(";")
    parts = stack[-1].split(",")
    module = parts[1] if len(parts) > 2 else ""
    return f"'{names[0]}'" + (f" in {module}" if module else "")
