"""C functions that compile-time code may call: the heap, memory, math, and writing to standard output.

Each takes the interpreter's memory and the argument values and gives the result value. Whatever is not in the table
cannot be called at compile time.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from ember.dialects.arithmetic import float_floor, float_max, float_min, float_pow
from ember.dialects.intrinsics import (
    ceil,
    exp2,
    guarded,
    round_half_away,
    round_half_even,
    sinh,
    trunc,
)
from ember.interpreter.memory import Memory, MemoryFault, Pointer
from ember.support.patterns import lazy

External = Callable[..., Any]
INVALID_ARGUMENT: Final = 22  # EINVAL


class Output:
    """What compile-time code has written: (file descriptor, bytes) in order."""

    __slots__ = ("chunks",)

    def __init__(self) -> None:
        self.chunks: list[tuple[int, bytes]] = []

    def write(self, descriptor: int, data: bytes) -> None:
        self.chunks.append((descriptor, data))

    def clear(self) -> None:
        self.chunks.clear()

    def __bool__(self) -> bool:
        return bool(self.chunks)

    def __bytes__(self) -> bytes:
        return b"".join([data for _, data in self.chunks])


def external(name: str, memory: Memory, output: Output) -> External | None:
    """The emulation of the C function `name`, or None."""
    rule = _MEMORY.get(name)
    if rule is not None:
        return lambda *arguments: rule(memory, *arguments)
    if name in _OUTPUT:
        write = _OUTPUT[name]
        return lambda *arguments: write(memory, output, *arguments)
    return _MATH.get(name)


# -- heap and memory -----------------------------------------------------------------------------------


def _malloc(memory: Memory, size: int) -> Pointer:
    return memory.allocate(size)


def _calloc(memory: Memory, count: int, size: int) -> Pointer:
    pointer = memory.allocate(count * size)
    memory.fill(pointer, 0, count * size)
    return pointer


def _realloc(memory: Memory, pointer: Pointer, size: int) -> Pointer:
    grown = memory.allocate(size)
    if pointer is not None:
        block, _ = memory.check(pointer, 0)
        memory.copy(grown, pointer, min(size, block.size))
        memory.free(pointer)
    return grown


def _aligned_alloc(memory: Memory, alignment: int, size: int) -> Pointer:
    return memory.allocate(size, alignment)


def _posix_memalign(memory: Memory, result: Pointer, alignment: int, size: int) -> int:
    if alignment < 8 or alignment & (alignment - 1):
        return INVALID_ARGUMENT
    memory.store_pointer(result, memory.allocate(size, alignment))
    return 0


def _memcpy(memory: Memory, target: Pointer, source: Pointer, size: int) -> Pointer:
    memory.copy(target, source, size)
    return target


def _memset(memory: Memory, target: Pointer, byte: int, size: int) -> Pointer:
    memory.fill(target, byte & 0xFF, size)
    return target


def _memcmp(memory: Memory, a: Pointer, b: Pointer, size: int) -> int:
    if size == 0:
        return 0
    left, right = memory.read_bytes(a, size), memory.read_bytes(b, size)
    return (left > right) - (left < right)


def _memchr(memory: Memory, pointer: Pointer, byte: int, size: int) -> Pointer:
    at = memory.read_bytes(pointer, size).find(byte & 0xFF) if size else -1
    return memory.advance(pointer, at) if at >= 0 else None


def _strlen(memory: Memory, pointer: Pointer) -> int:
    block, offset = memory.check(pointer, 1)
    end = block.data.find(b"\0", offset)
    if end < 0:
        raise MemoryFault("comptime-out-of-bounds", "a C string has no end")
    return int(end - offset)


def _strcmp(memory: Memory, a: Pointer, b: Pointer) -> int:
    left = memory.read_bytes(a, _strlen(memory, a))
    right = memory.read_bytes(b, _strlen(memory, b))
    return (left > right) - (left < right)


_NUMBER: Final = lazy(
    rb"[ \t\n\v\f\r]*([+-]?(?:"
    rb"(0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?[0-9]+)?)|"
    rb"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|(?i:infinity|inf|nan)))"
)


def _strtod(memory: Memory, text: Pointer, end: Pointer) -> float:
    data = memory.read_bytes(text, _strlen(memory, text))
    match = _NUMBER.match(data)
    if end is not None:
        stop = memory.advance(text, match.end() if match else 0)
        memory.store_pointer(end, stop)
    if match is None:
        return 0.0
    spelled = match[1].decode()
    return guarded(float.fromhex if match[2] else float, spelled)


_DIRECTIVE: Final = lazy(
    r"%(?P<flags>[-+ #0]*)(?P<width>\*|\d*)(?P<precision>\.(?:\*|\d*))?"
    r"(?P<length>hh|h|ll|l|z|j|t|q|L)?(?P<kind>[diouxXeEfFgGcsp%])"
)
_BITS: Final = {"hh": 8, "h": 16, "l": 64, "ll": 64, "z": 64, "j": 64, "t": 64, "q": 64}


def _snprintf(memory: Memory, buffer: Pointer, size: int, form: Pointer, *values: Any) -> int:
    text = memory.read_bytes(form, _strlen(memory, form)).decode("latin-1")
    arguments = iter(values)
    written = _DIRECTIVE.sub(lambda match: _formatted(memory, match, arguments), text)
    data = written.encode("latin-1")
    if size > 0:
        memory.write_bytes(buffer, data[: size - 1] + b"\0")
    return len(data)


def _formatted(memory: Memory, match: re.Match[str], arguments: Iterator[Any]) -> str:
    """One directive of a C format; Python's `%` knows them all but the integer lengths."""
    kind = match["kind"]
    if kind == "%":
        return "%"
    starred = [
        next(arguments) for part in (match["width"], match["precision"]) if "*" in (part or "")
    ]
    value = next(arguments)
    if kind == "p":
        return hex(memory.number(value))
    if kind == "s":
        value = memory.read_bytes(value, _strlen(memory, value)).decode("latin-1")
    elif kind in "ouxX":
        value &= (1 << _BITS.get(match["length"], 32)) - 1
    directive = (
        f"%{match['flags']}{match['width']}{match['precision'] or ''}{kind.replace('u', 'd')}"
    )
    return directive % (*starred, value)


def _stop(memory: Memory, *arguments: object) -> None:
    raise MemoryFault("comptime-abort", "the program stops itself at compile time")


_MEMORY: Final[dict[str, External]] = {
    "malloc": _malloc,
    "calloc": _calloc,
    "realloc": _realloc,
    "aligned_alloc": _aligned_alloc,
    "posix_memalign": _posix_memalign,
    "free": lambda memory, pointer: memory.free(pointer),
    "memcpy": _memcpy,
    "memmove": _memcpy,
    "memset": _memset,
    "memcmp": _memcmp,
    "bcmp": _memcmp,
    "memchr": _memchr,
    "strlen": _strlen,
    "strcmp": _strcmp,
    "snprintf": _snprintf,
    "strtod": _strtod,
    "strtof": _strtod,
    "abort": _stop,
    "exit": _stop,
    "_exit": _stop,
}


# -- output ----------------------------------------------------------------------------------------------


def _write(memory: Memory, output: Output, descriptor: int, data: Pointer, size: int) -> int:
    if descriptor not in (1, 2):
        raise MemoryFault("comptime-external-call", "compile-time code cannot write to files")
    output.write(descriptor, memory.read_bytes(data, size) if size else b"")
    return size


def _puts(memory: Memory, output: Output, text: Pointer) -> int:
    output.write(1, memory.read_bytes(text, _strlen(memory, text)) + b"\n")
    return 1


def _putchar(memory: Memory, output: Output, character: int) -> int:
    output.write(1, bytes((character & 0xFF,)))
    return character


_OUTPUT: Final[dict[str, External]] = {
    "write": _write,
    "puts": _puts,
    "putchar": _putchar,
    "fflush": lambda memory, output, stream: 0,
    "isatty": lambda memory, output, descriptor: 0,
}


# -- math ------------------------------------------------------------------------------------------------


def _cbrt(x: float) -> float:
    if not math.isfinite(x) or x == 0.0:
        return x
    root = math.copysign(abs(x) ** (1 / 3), x)
    return root - (root * root * root - x) / (3 * root * root)


def _log(function: Callable[[float], float]) -> Callable[[float], float]:
    return lambda x: -math.inf if x == 0.0 else function(x)


def _fmod(x: float, y: float) -> float:
    return math.nan if y == 0.0 or math.isinf(x) else math.fmod(x, y)


def _ldexp(x: float, exponent: int) -> float:
    try:
        return math.ldexp(x, exponent)
    except OverflowError:
        return math.copysign(math.inf, x)


_FUNCTIONS: Final[dict[str, Callable[..., float]]] = {
    "sqrt": math.sqrt,
    "cbrt": _cbrt,
    "exp": math.exp,
    "exp2": exp2,
    "expm1": math.expm1,
    "log": _log(math.log),
    "log2": _log(math.log2),
    "log10": _log(math.log10),
    "log1p": lambda x: -math.inf if x == -1.0 else math.log1p(x),
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "atan2": math.atan2,
    "sinh": sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "asinh": math.asinh,
    "acosh": math.acosh,
    "atanh": lambda x: math.copysign(math.inf, x) if abs(x) == 1.0 else math.atanh(x),
    "erf": math.erf,
    "erfc": math.erfc,
    "tgamma": math.gamma,
    "lgamma": math.lgamma,
    "pow": float_pow,
    "hypot": math.hypot,
    "fmod": _fmod,
    "remainder": math.remainder,
    "floor": float_floor,
    "ceil": ceil,
    "trunc": trunc,
    "round": round_half_away,
    "rint": round_half_even,
    "nearbyint": round_half_even,
    "fabs": abs,
    "fmin": float_min,
    "fmax": float_max,
    "copysign": math.copysign,
    "ldexp": _ldexp,
    "scalbn": _ldexp,
}


def _double(function: Callable[..., float]) -> External:
    return lambda *arguments: guarded(function, *arguments)


_MATH: Final[dict[str, External]] = {
    "nextafter": math.nextafter,
    **{name: _double(function) for name, function in _FUNCTIONS.items()},
    **{f"{name}f": _double(function) for name, function in _FUNCTIONS.items()},
}
"""The single-precision forms compute in double; the caller rounds to the declared result type."""
