"""The registered struct behind each op of a graph, and what its signature says about fusing.

Nothing here knows an op by its name: whether it is elementwise, a view or opaque, which of its operands may be computed in place and
which results used in place, is read off the kernel.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from ember.dialects import mo
from ember.dialects.mo_types import CHAIN, HOST, OpaqueType, ShapedType
from ember.graph.api.kernels import BUILT_IN, KernelLibrary
from ember.graph.api.signatures import main_function
from ember.ir.nodes import Op, Value
from ember.service import Kernel, KernelFunction, KernelOperand

IN_A_ROW: Final = "_ContiguousView"
"""The trait of views that only tensors have whose numbers lie in a row."""
_SPECIFICITY: Final = ("type", "api", "arch", "model")


class Argument(NamedTuple):
    """An argument of a kernel and the values of the op that it gets: one, or several for a variadic one."""

    operand: KernelOperand
    values: list[Value]


class Catalogue:
    """Kernels by op, looked up once each."""

    def __init__(self, library: KernelLibrary) -> None:
        self.library = library
        self._found: dict[tuple[str, str], Kernel | None] = {}

    def find(self, op: Op) -> Kernel | None:
        """The kernel of an op; None where there is none."""
        return self.named(symbol_of(op), device_of(op))

    def named(self, symbol: str, device: str = HOST) -> Kernel | None:
        """The kernel of a name that is best for a device."""
        key = (symbol, kind_of(device))
        if key not in self._found:
            self._found[key] = self._chosen(*key)
        return self._found[key]

    def _chosen(self, symbol: str, device: str) -> Kernel | None:
        try:
            candidates = self.library[symbol]
        except KeyError:
            return None
        fitting = [k for k in candidates if k.conditions.get("type", device) in ("", device)]
        return max(fitting, key=_rank) if fitting else None

    def module_of(self, kernel: Kernel) -> tuple[str, Path | None]:
        """The name by which a kernel's file is imported, and the folder to look for it in, unless the library has it."""
        path = Path(kernel.place.path).resolve()
        if path.is_relative_to(BUILT_IN):
            return _dotted(path.relative_to(BUILT_IN)), None
        for root in self.library.paths:
            folder = root.resolve()
            if folder.is_dir() and path.is_relative_to(folder):
                return _dotted(path.relative_to(folder.parent)), folder.parent
        return path.stem, path.parent


def _rank(kernel: Kernel) -> int:
    return sum(1 << i for i, name in enumerate(_SPECIFICITY) if kernel.conditions.get(name))


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMED: Final = (mo.Custom, mo.CustomInplace, mo.InvokeShapeFunc)
"""Ops that say which kernel they are."""
SHAPE: Final = KernelOperand("shape", "output", (), "OutputTensor", {})
"""What is filled with the result of a shape function."""


def symbol_of(op: Op) -> str:
    """The name of an op's kernel."""
    if isinstance(op, NAMED):
        return str(op.attrs["symbol"])
    return op.op_name


def device_of(op: Op) -> str:
    """Where an op is computed: where its results are; else where it says; else where its operands are."""
    for value in op.results:
        if isinstance(value.type, ShapedType):
            return value.type.device
    if isinstance(op, mo.Custom | mo.CustomInplace):
        return str(op.attrs["device"])
    for value in op.operands:
        if isinstance(value.type, ShapedType):
            return value.type.device
    return HOST


def kind_of(device: str) -> str:
    """What kernels call a device: `gpu:0` is of the kind `gpu`."""
    return device.partition(":")[0]


def attributes_of(op: Op) -> Mapping[str, Any]:
    """What an op's kernel may take as parameters."""
    if isinstance(op, NAMED):
        return op.attrs["parameters"] or {}
    return op.attrs


def kernel_parameters(kernel: Kernel, function: KernelFunction, op: Op) -> dict[str, Any]:
    """Those attributes of an op that its kernel takes, as parameters or as arguments."""
    wanted = {p.name for p in kernel.parameters}
    wanted |= {p.name for p in function.parameters if not is_inferred(p.name, function)}
    wanted |= {o.name for o in function.operands if o.role in ("scalar", "shape")}
    return {name: value for name, value in attributes_of(op).items() if name in wanted}


def is_inferred(parameter: str, function: KernelFunction) -> bool:
    """Whether a parameter follows from the types of the arguments."""
    word = re.compile(rf"\b{re.escape(parameter)}\b")
    return any(word.search(operand.type) for operand in function.operands)


def function_of(kernel: Kernel, op: Op) -> KernelFunction:
    """The function of a kernel that does what an op says."""
    if not isinstance(op, mo.InvokeShapeFunc):
        return main_function(kernel)
    if kernel.shape is None:
        raise ValueError(
            f"nobody says how large the result of '{kernel.name}' is: it depends on more than the sizes of the operands, and "
            f'the kernel has no shape function (@extensibility.register_shape_function("{kernel.name}"))'
        )
    return kernel.shape._replace(operands=(SHAPE, *kernel.shape.operands))


def runs_on(kernel: Kernel, device: str) -> bool:
    """Whether a kernel can work on a device: an opaque one that does not ask for its target works on the host alone."""
    if kernel.kind != "opaque" or kind_of(device) == kind_of(HOST):
        return True
    function = main_function(kernel)
    return any(p.name == "target" for p in (*kernel.parameters, *function.parameters))


def tensors_of(op: Op) -> list[Value]:
    """The operands of an op that reach its kernel: chains do not."""
    return [value for value in op.operands if value.type is not CHAIN]


def results_of(op: Op) -> list[Value]:
    return [value for value in op.results if value.type is not CHAIN]


def returned_by(op: Op) -> Value | None:
    """The value of a Mojo type that a kernel returns, while it writes its tensors."""
    return next((value for value in op.results if isinstance(value.type, OpaqueType)), None)


def arguments(function: KernelFunction, op: Op) -> list[Argument]:
    """The arguments of `execute` that stand for results and operands of an op, in order."""
    attributes = attributes_of(op)
    sinks = [value for value in results_of(op) if not isinstance(value.type, OpaqueType)]
    sources = tensors_of(op)
    taken = [o for o in function.operands if o.role != "context" and o.name not in attributes]
    outputs = [o for o in taken if o.role == "output"]
    inputs = [o for o in taken if o.role != "output"]
    return [*_paired(outputs, sinks, op), *_paired(inputs, sources, op)]


def _paired(operands: list[KernelOperand], values: list[Value], op: Op) -> list[Argument]:
    """A variadic argument takes all values that are left for it."""
    extra = len(values) - len(operands)
    found: list[Argument] = []
    at = 0
    for operand in operands:
        count = 1 + extra if "variadic" in operand.traits else 1
        found.append(Argument(operand, values[at : at + count]))
        at += count
    if at != len(values):
        raise ValueError(
            f"the kernel '{symbol_of(op)}' takes {len(operands)} tensors where the op has {len(values)}"
        )
    return found
