"""What a caller must know of inputs and results: tensors by element type, shape and device, values of Mojo types by their name and origin."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from ember.dialects import mgp, mogg
from ember.dialects.mo_types import HOST, BufferType, OpaqueType, ShapedType
from ember.dtype import DType
from ember.engine.program import TensorSpec
from ember.graph.fusion.catalogue import Catalogue
from ember.graph.mojo_source.kernel import declares_or_imports
from ember.ir.nodes import Op
from ember.ir.types import Type


def input_specs(model: Op, origins: dict[Type, str]) -> tuple[TensorSpec, ...]:
    """The inputs of a host program."""
    types = [arg.type for arg in model.regions[0].args]
    return tuple(spec_of(f"input{number}", type, origins) for number, type in enumerate(types))


def result_specs(model: Op, origins: dict[Type, str]) -> tuple[TensorSpec, ...]:
    """Its results; values of Mojo types say what ends them, or what else they are."""
    types = model.attrs["output_types"]
    specs = [spec_of(f"output{number}", type, origins) for number, type in enumerate(types)]
    words: dict[object, str] = {arg: f"input {n}" for n, arg in enumerate(model.regions[0].args)}
    for op in model.walk():
        if isinstance(op, mgp.OutputTensor):
            words[op.results[0]] = f"output {op.attrs['number']}"
        elif isinstance(op, mgp.Same):
            number = op.attrs["number"]
            specs[number] = specs[number]._replace(end=words[op.operands[0]])
        elif isinstance(op, mgp.Launch):
            for value in op.operands[: op.attrs["outputs"]]:
                made = value.owner
                if isinstance(value.type, OpaqueType) and isinstance(made, mgp.OutputTensor):
                    number = made.attrs["number"]
                    specs[number] = specs[number]._replace(end=f"{op.attrs['kernel']}_end")
    return tuple(specs)


def spec_of(name: str, type: Type, origins: dict[Type, str] | None = None) -> TensorSpec:
    """One of them, or a weight."""
    if isinstance(type, OpaqueType):
        shown = type.name + (f"[{', '.join(f'{n}={v}' for n, v in type.parameters)}]" if type.parameters else "")  # fmt: skip
        return TensorSpec(name, (), DType.uint64, (), HOST, False, shown, (origins or {}).get(type, ""))  # fmt: skip
    assert isinstance(type, ShapedType)
    shape = tuple(dim.constant for dim in type.dims)
    dims = tuple(map(str, type.dims))
    return TensorSpec(name, shape, DType(type.dtype.name), dims, type.device, isinstance(type, BufferType))  # fmt: skip


def origins_of(graph: Op, catalogue: Catalogue) -> dict[Type, str]:
    """For each Mojo type among inputs and results, what its files say now: values of another text may lie differently in memory."""
    types = [*(arg.type for arg in graph.regions[0].args), *graph.attrs["output_types"]]
    wanted = {type for type in types if isinstance(type, OpaqueType)}
    if not wanted:
        return {}
    symbols = {op.attrs["kernel"] for op in graph.walk() if isinstance(op, mogg.CallExecute)}
    kernels = [kernel for symbol in sorted(symbols) if (kernel := catalogue.named(symbol))]
    found: dict[Type, str] = {}
    for type in wanted:
        names = re.findall(r"[A-Za-z_]\w*", type.name)
        files = {
            Path(k.place.path) for k in kernels if any(declares_or_imports(k, n) for n in names)
        }
        found[type] = _digest({file.parent for file in files})
    return found


def _digest(folders: Iterable[Path]) -> str:
    """What the Mojo files of some folders say; nothing without folders."""
    files = sorted({file for folder in folders for file in folder.rglob("*.mojo")})
    if not files:
        return ""
    said = hashlib.blake2b(digest_size=16)
    for file in files:
        said.update(f"{file}\0".encode() + file.read_bytes())
    return said.hexdigest()
