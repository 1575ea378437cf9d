"""PyTorch's FX graphs as calls, read by the names of their attributes: nothing here imports torch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ember.dtype import DType
from ember.graph.api.dims import Dim, StaticDim
from ember.graph.importers.aten_call import Call, Facts, Lacking, Reference
from ember.graph.importers.symbolic import dim_of_expression


def calls_of(nodes: Iterable[Any]) -> Iterator[Call]:
    """The calls among the nodes of an FX graph."""
    for node in nodes:
        if node.op == "call_function":
            yield call_of(node)


def call_of(node: Any) -> Call:
    """One node as a call."""
    value = node.meta.get("val")
    several = list(value) if isinstance(value, list | tuple) else [value]
    return Call(
        names=(node.name,),
        op=op_name(node.target),
        args=tuple(argument(part) for part in node.args),
        kwargs={name: argument(part) for name, part in node.kwargs.items()},
        results=tuple(facts_of(part) for part in several),
        is_list=False,
        used=_used(node),
        place=place_of(node),
    )


def op_name(target: Any) -> str:
    """`aten.add.Tensor`, `_operator.mul`."""
    if isinstance(target, str):
        return target
    if hasattr(target, "_schema"):
        return str(target)
    return f"{getattr(target, '__module__', '?')}.{getattr(target, '__name__', target)}"


def _used(node: Any) -> frozenset[int]:
    """Which of a node's results are taken out of it by number."""
    found = {
        user.args[1]
        for user in node.users
        if op_name(user.target) == "_operator.getitem" and user.users
    }
    return frozenset(part for part in found if isinstance(part, int))


def place_of(node: Any) -> str:
    """The module that a node comes from, and its own name."""
    stack = list((node.meta.get("nn_module_stack") or {}).values())
    module = stack[-1][0] if stack else ""
    path = str(module).removeprefix("L['self'].").replace("L__self__", "").strip(".")
    return f"'{node.name}'" + (f" in {path}" if path else "")


def argument(value: Any) -> Any:
    """An argument of a node as handlers take it."""
    if isinstance(value, list | tuple):
        return [argument(part) for part in value]
    if hasattr(value, "users") and hasattr(value, "meta"):
        return Reference(value.name)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if _is_symbolic(value):
        return number_of(value)
    if type(value).__name__ != "dtype":
        return str(value)
    try:
        return dtype_named(str(value))
    except ValueError as problem:
        return Lacking(str(problem))


def _is_symbolic(value: Any) -> bool:
    return hasattr(value, "node") and hasattr(value.node, "expr")


def number_of(value: Any) -> Any:
    """A size as a number, or as a dimension where it is symbolic."""
    if not _is_symbolic(value):
        return value
    found = dim_of_expression(value.node.expr)
    return int(found) if isinstance(found, StaticDim) else found


def facts_of(value: Any) -> Facts | None:
    """What PyTorch knows of a tensor; None for other values, and for sizes that dimensions cannot say."""
    if not hasattr(value, "dtype") or not hasattr(value, "shape"):
        return None
    try:
        dims = tuple(Dim(number_of(size)) for size in value.shape)
        return Facts(dtype_named(str(value.dtype)), dims)
    except (NotImplementedError, ValueError):
        return None


def dtype_named(name: str) -> DType:
    """Our name of `torch.float32`; `ValueError` where graphs have none."""
    plain = name.rpartition(".")[2]
    if plain not in DType.__members__:
        raise ValueError(f"graphs have no element type for '{name}'")
    return DType[plain]
