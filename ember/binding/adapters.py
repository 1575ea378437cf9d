"""The Mojo code between Python and plain Mojo functions.

For `def scale(xs: Span[mut=True, Float64, _], by: Float64)` of `kernels.mojo`:

    from kernels import scale as mojo_scale
    def call_scale(a0: Span[Scalar[DType.float64], MutAnyOrigin], a1: Scalar[DType.float64]) raises -> NoneType:
        with GILReleased():
            return mojo_scale(a0, a1)

and a `PyInit_` function that makes a module of all of them. What an argument may be is said in `std.python._arguments`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ember.binding.modules import MODULE_NAME
from ember.service import Argument, Interface, Shape

MOST_ARGUMENTS = 8

_PLAIN = {"Bool", "String", "PythonObject"}
_BUFFERS = {"Span", "UnsafePointer"}
_COLLECTIONS = {"List": 1, "Optional": 1, "Dict": 2, "Tuple": None}
"""How many of a collection's parameters are types of elements; None: all."""


class Unsupported(Exception):
    """A function that cannot be called from Python; the text says why."""


def adapter_module(source: str, interfaces: Sequence[Interface], uses_python: bool) -> str:
    """The text of a module that offers functions of the module `source` to Python."""
    lines = [
        "from std.os import abort",
        "from std.python import GILReleased, PythonObject",
        "from std.python.bindings import PythonModuleBuilder",
        f"from {source} import {', '.join(f'{i.name} as mojo_{i.name}' for i in interfaces)}",
    ]
    for interface in interfaces:
        lines += ["", *_adapter(interface, releases=not uses_python)]
    lines += ["", "@export", f"def PyInit_{MODULE_NAME}() -> PythonObject:", "    try:"]
    lines.append(f'        var module = PythonModuleBuilder("{source}")')
    lines += [
        f'        module.def_function[call_{i.name}]("{i.name}", docstring="{signature_text(i)}")'
        for i in interfaces
    ]
    lines += [
        "        return module.finalize()",
        "    except error:",
        "        abort(String(error))",
    ]
    return "\n".join(lines) + "\n"


def _adapter(interface: Interface, releases: bool) -> list[str]:
    """A function without open parameters. One that works on arrays lets other Python threads run meanwhile."""
    types = [_accepted(argument) for argument in interface.arguments]
    listed = ", ".join(f"a{i}: {type}" for i, type in enumerate(types))
    call = f"mojo_{interface.name}({', '.join(f'a{i}' for i in range(len(types)))})"
    head = f"def call_{interface.name}({listed}) raises -> {_given(interface.result)}:"
    has_buffer = any(argument.type.name in _BUFFERS for argument in interface.arguments)
    if releases and has_buffer:
        return [head, "    with GILReleased():", f"        return {call}"]
    return [head, f"    return {call}"]


def check(interface: Interface) -> None:
    """Raises `Unsupported` when Python cannot call the function."""
    if interface.problem:
        raise Unsupported(interface.problem)
    if len(interface.arguments) > MOST_ARGUMENTS:
        raise Unsupported(f"it has more than {MOST_ARGUMENTS} arguments")
    for argument in interface.arguments:
        _accepted(argument)
    _given(interface.result)


def _accepted(argument: Argument) -> str:
    """The type of an argument with every parameter closed."""
    shape = argument.type
    scalar = _number(shape)
    if scalar is not None:
        return scalar
    if shape.name in _PLAIN:
        return shape.name
    if shape.name in _BUFFERS:
        element = shape.parameters[1]
        number = _number(element) if isinstance(element, Shape) else None
        if number is not None:
            is_mutable = shape.parameters[0] == "True"
            return f"{shape.name}[{number}, {'MutAnyOrigin' if is_mutable else 'ImmAnyOrigin'}]"
    raise Unsupported(f"its argument '{argument.name}' is a '{shape}'")


def _given(result: Shape) -> str:
    """The type of a result; collections give their converted elements."""
    spelled = _spelled_result(result)
    if spelled is None:
        raise Unsupported(f"it gives a '{result}'")
    return spelled


def _spelled_result(shape: Shape) -> str | None:
    number = _number(shape)
    if number is not None:
        return number
    if shape.name in _PLAIN or shape.name == "NoneType":
        return shape.name
    if shape.name not in _COLLECTIONS:
        return None
    count = _COLLECTIONS[shape.name]
    shown = [_spelled_result(p) if isinstance(p, Shape) else None for p in shape.parameters]
    elements = [text for text in shown[:count] if text is not None]
    whole = count is None or len(elements) == count
    if not whole or (count is None and len(elements) != len(shown)):
        return None
    return f"{shape.name}[{', '.join(elements)}]"


def _number(shape: Shape) -> str | None:
    if shape.name == "SIMD" and shape.parameters[1] == "1" and isinstance(shape.parameters[0], str):
        return f"Scalar[{shape.parameters[0]}]"
    return None


def signature_text(interface: Interface) -> str:
    """The function's first line, for people."""
    arguments = ", ".join(f"{a.name}: {_shown(a.type)}" for a in interface.arguments)
    return f"{interface.name}({arguments}) -> {_shown(interface.result)}"


def _shown(shape: Shape) -> str:
    if shape.name == "SIMD" and shape.parameters[1] == "1":
        name = str(shape.parameters[0]).removeprefix("DType.")
        return name.replace("uint", "UInt").replace("int", "Int").replace("float", "Float")
    if shape.name in _BUFFERS and isinstance(shape.parameters[1], Shape):
        return f"{shape.name}[{_shown(shape.parameters[1])}]"
    return "None" if shape.name == "NoneType" else str(shape)
