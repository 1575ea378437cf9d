"""Kernels by their name: those of `custom_extensions`, and those of the library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ember.dialects import mo, mo_types
from ember.driver import Device
from ember.dtype import DType
from ember.graph.api.build import append, current_graph, described, symbols_of
from ember.graph.api.ir_types import ir_type
from ember.graph.api.operands import as_tensor
from ember.graph.api.operations import operation
from ember.graph.api.signatures import problem_of
from ember.graph.api.types import DeviceRef, Parameter, Type
from ember.graph.api.values import BufferValue, OpaqueValue, Value, wrapped
from ember.ir.types import Type as IrType


@operation
def custom(
    name: str,
    device: Device | DeviceRef,
    values: Sequence[Any],
    out_types: Sequence[Type],
    parameters: Mapping[str, Parameter] | None = None,
) -> list[Value]:
    """The results of a kernel that changes nothing; `parameters` are its compile-time parameters."""
    operands = _operands(values)
    for operand in operands:
        if isinstance(operand, BufferValue):
            raise TypeError(
                f"custom: '{name}' is given a buffer, which kernels of 'custom' never change; use 'inplace_custom'"
            )
    attrs = _attrs(name, device, parameters)
    types = _types(out_types)
    _check(name, operands, types, attrs["parameters"])
    given = [*(operand.ir.type for operand in operands), *types]
    if any(isinstance(type, mo_types.OpaqueType) for type in given):
        return _in_order(operands, attrs, types)
    made = append(mo.Custom, [operand.ir for operand in operands], attrs, types)
    return [wrapped(result) for result in made.results]


@operation
def inplace_custom(
    name: str,
    device: Device | DeviceRef,
    values: Sequence[Any],
    out_types: Sequence[Type] | None = None,
    parameters: Mapping[str, Parameter] | None = None,
) -> list[Value]:
    """The same for a kernel that changes buffers or opaque values, in the order of the lines."""
    operands = _operands(values)
    if not any(isinstance(operand, BufferValue | OpaqueValue) for operand in operands):
        raise TypeError(
            f"inplace_custom: '{name}' is given nothing that it could change, no buffer and no opaque value; use 'custom'"
        )
    attrs = _attrs(name, device, parameters)
    types = _types(out_types or ())
    _check(name, operands, types, attrs["parameters"])
    return _in_order(operands, attrs, types)


def _types(out_types: Sequence[Type]) -> list[IrType]:
    if isinstance(out_types, Type):
        raise TypeError(f"the types of a kernel's results are a list, not one type: [{out_types!r}]")  # fmt: skip
    return [ir_type(type) for type in out_types]


def _in_order(operands: list[Value], attrs: dict[str, Any], types: list[IrType]) -> list[Value]:
    """A kernel that is run where its line stands: two of them are never one, and none is left out."""
    graph = current_graph()
    given = [*(operand.ir for operand in operands), graph.chain]
    *results, graph.chain = append(mo.CustomInplace, given, attrs, [*types, mo_types.CHAIN]).results
    return [wrapped(result) for result in results]


def _operands(values: Iterable[Any]) -> list[Value]:
    if isinstance(values, Value):
        raise TypeError("the operands of a kernel are a list of values, not one value")
    return [value if isinstance(value, Value) else as_tensor(value) for value in values]


def _attrs(
    name: str, device: Device | DeviceRef, parameters: Mapping[str, Parameter] | None
) -> dict[str, Any]:
    for key, value in (parameters or {}).items():
        if not isinstance(value, bool | int | str | DType):
            raise TypeError(
                f"custom: the parameter '{key}' of '{name}' is a bool, int, str or DType, not {type(value).__name__}"
            )
    return {
        "symbol": name,
        "device": str(DeviceRef.from_device(device)),
        "parameters": dict(sorted((parameters or {}).items())),
    }


def _check(
    name: str, operands: list[Value], types: list[IrType], parameters: Mapping[str, Any]
) -> None:
    """`ValueError` unless a kernel of the name takes these operands and gives these results."""
    graph = current_graph()
    try:
        kernels = graph.kernel_library[name]
    except KeyError:
        raise ValueError(_unknown(name, list(graph.kernel_library))) from None
    given = [operand.ir.type for operand in operands]
    problems = [problem_of(kernel, given, types, parameters) for kernel in kernels]
    if None not in problems:
        place = kernels[0].place
        raise ValueError(
            described(mo.Custom, given, f"'{name}': {problems[0]}")
            + f"\n  kernel: {kernels[0].struct} at {place.path}:{place.line}"
        )
    new = [symbol for symbol in symbols_of(types) if symbol not in graph.symbols]
    if new and all(kernel.shape is None for kernel in kernels):
        raise ValueError(
            f"custom: '{name}': nobody says how large '{new[0]}' is: no input of the graph has it, and the kernel has no "
            f'shape function (@extensibility.register_shape_function("{name}"))'
        )


def _unknown(name: str, known: list[str]) -> str:
    shown = f"those of the graph's folders are: {', '.join(known)}" if known else "none was added"
    return (
        f"custom: there is no kernel named '{name}'; {shown}. A kernel is a struct marked "
        f"@extensibility.register(\"{name}\") in a folder with '__init__.mojo', which the graph is given: "
        "Graph(…, custom_extensions=[folder])"
    )
