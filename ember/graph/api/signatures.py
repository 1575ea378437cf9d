"""Whether a kernel takes what an op gives it: counts, element types, ranks, parameters; else a sentence that says why not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ember.dialects.mo_types import BufferType, OpaqueType, ShapedType
from ember.dtype import DType
from ember.ir.types import Type

if TYPE_CHECKING:
    from ember.service import Kernel, KernelFunction, KernelOperand, KernelParameter

_FILLED: Final = frozenset(
    {"target", "_trace_name", "has_epilogue_fusion", "has_prologue_fusion", "lambdas_have_fusion"}
)
"""Parameters that the compiler fills."""
_TAKES: Final[dict[str, tuple[type, ...]]] = {
    "Bool": (bool,),
    "Int": (int,),
    "UInt": (int,),
    "StaticString": (str,),
    "String": (str,),
    "StringSlice": (str,),
    "DType": (DType,),
}
"""What Python's values may be given to parameters of a type; of other types nothing is known."""


def problem_of(
    kernel: Kernel, inputs: Sequence[Type], outputs: Sequence[Type], parameters: Mapping[str, Any]
) -> str | None:
    """What does not fit, or None."""
    if kernel.problem and not kernel.functions:
        return kernel.problem
    function = main_function(kernel)
    return (
        _parameters(kernel, function, parameters)
        or _operands(function, inputs, outputs)
        or _missing(kernel, function, parameters)
    )


def main_function(kernel: Kernel) -> KernelFunction:
    """The function that does a kernel's work."""
    for name in ("elementwise", "update_input_view", "execute"):
        found = kernel.functions.get(name)
        if found is not None and (name != "update_input_view" or kernel.kind == "view"):
            return found
    raise ValueError(kernel.problem or f"the kernel '{kernel.name}' does nothing")


# -- parameters ------------------------------------------------------------------------------------------


def _parameters(kernel: Kernel, function: KernelFunction, given: Mapping[str, Any]) -> str | None:
    known = {parameter.name: parameter for parameter in (*kernel.parameters, *function.parameters)}
    for name, value in given.items():
        if name not in known:
            shown = ", ".join(_settable(known.values())) or "none"
            return f"there is no parameter '{name}'; those of the kernel are: {shown}"
        takes = _TAKES.get(known[name].type)
        is_bool = isinstance(value, bool) and takes != (bool,)
        if takes is not None and (is_bool or not isinstance(value, takes)):
            return f"the parameter '{name}' is {_article(known[name].type)}, not {value!r}"
    return None


def _settable(parameters: Any) -> list[str]:
    return [p.name for p in parameters if p.name not in _FILLED]


def _article(type: str) -> str:
    return f"an '{type}'" if type[0] in "AEIO" else f"a '{type}'"


def _missing(kernel: Kernel, function: KernelFunction, given: Mapping[str, Any]) -> str | None:
    """A parameter that nobody gives and nothing says."""
    if function.name != "execute":
        return None
    for parameter in (*kernel.parameters, *function.parameters):
        if parameter.default is None and parameter.name not in (*given, *_FILLED):
            if not _is_inferred(parameter, function):
                return f"the parameter '{parameter.name}' is needed: {_article(parameter.type)}"
    return None


def _is_inferred(parameter: KernelParameter, function: KernelFunction) -> bool:
    word = re.compile(rf"\b{re.escape(parameter.name)}\b")
    return any(word.search(operand.type) for operand in function.operands)


# -- operands --------------------------------------------------------------------------------------------


def _operands(
    function: KernelFunction, inputs: Sequence[Type], outputs: Sequence[Type]
) -> str | None:
    """Outputs come first, then inputs; elementwise functions return what they give."""
    taken = [operand for operand in function.operands if operand.role != "context"]
    if function.name != "execute":
        taken = [operand for operand in taken if operand.role != "shape"]
    if function.name == "elementwise":  # numbers there are elements of tensors of any rank
        taken = [operand._replace(role="element") for operand in taken]
    sinks = [operand for operand in taken if operand.role == "output"]
    sources = [operand for operand in taken if operand.role != "output"]
    returned = [t for t in outputs if isinstance(t, OpaqueType)]
    written = [t for t in outputs if not isinstance(t, OpaqueType)]
    if function.name != "execute":
        returned, written = [], []
    return (
        _count("input", sources, inputs)
        or _count("output", sinks, written, len(returned))
        or _types(sinks, written, sources, inputs)
    )


def _count(
    what: str, operands: list[KernelOperand], types: Sequence[Type], also: int = 0
) -> str | None:
    is_variadic = any("variadic" in operand.traits for operand in operands)
    least = len([operand for operand in operands if "variadic" not in operand.traits])
    if len(types) == least or (is_variadic and len(types) >= least):
        return None
    names = ", ".join(operand.name for operand in operands) or "none"
    wanted = f"{least} or more" if is_variadic else str(least)
    return f"the kernel has {wanted} {what}s ({names}), and {len(types) + also} are given"


def _types(
    sinks: list[KernelOperand],
    outputs: Sequence[Type],
    sources: list[KernelOperand],
    inputs: Sequence[Type],
) -> str | None:
    """Element types and ranks that the signature says, or that two operands share."""
    bound: dict[str, object] = {}
    for operand, type in (*_paired(sinks, outputs), *_paired(sources, inputs)):
        if operand.role == "" and not isinstance(type, OpaqueType):
            return (
                f"the argument '{operand.name}' is a '{operand.type}', which no tensor can be given"
            )
        if not isinstance(type, ShapedType) or operand.role not in ("input", "output", "scalar"):
            continue
        problem = _mutability(operand, type) or _bind(operand, type, bound)
        if problem is not None:
            return problem
    return None


def _paired(
    operands: list[KernelOperand], types: Sequence[Type]
) -> list[tuple[KernelOperand, Type]]:
    """Each type with its operand; a variadic one takes all that are left for it."""
    extra = len(types) - len(operands)
    spread: list[KernelOperand] = []
    for operand in operands:
        spread += [operand] * (1 + extra if "variadic" in operand.traits else 1)
    return list(zip(spread, types, strict=False))


def _mutability(operand: KernelOperand, type: ShapedType) -> str | None:
    if operand.role != "input" or operand.is_mutable == isinstance(type, BufferType):
        return None
    if operand.is_mutable:
        return f"the kernel changes '{operand.name}', so it takes a buffer there, not a tensor"
    return f"the kernel only reads '{operand.name}', so it takes a tensor there, not a buffer; load it with 'b[...]'"


def _bind(operand: KernelOperand, type: ShapedType, bound: dict[str, object]) -> str | None:
    facts: dict[str, object] = {"dtype": f"DType.{type.dtype.source_name}", "rank": type.rank}
    for fact, value in facts.items():
        said = operand.parameters.get(fact)
        own = f"{operand.name}.{fact}"
        if operand.role == "scalar" and fact == "rank":
            said = 0
        wanted = bound.get(said, value) if isinstance(said, str) else said
        if isinstance(said, str) and said.startswith("DType."):
            wanted = said
        if wanted is not None and wanted != value:
            follows = f" as '{said}' says" if isinstance(said, str) and said in bound else ""
            return f"the {_WORDS[fact]} of '{operand.name}' must be {wanted}{follows}, not {value}"
        bound[own] = value
        if isinstance(said, str):
            bound.setdefault(said, value)
    return None


_WORDS: Final = {"dtype": "element type", "rank": "rank"}
