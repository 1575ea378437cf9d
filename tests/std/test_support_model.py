"""The functions that stand for missing instructions, against Python's integers and models of floats."""

from __future__ import annotations

import ctypes
import math
import random
import struct
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ember.compiler import Compilation
from ember.runtime.jit import LoadedObject, load_object
from ember.support.cache import default_cache
from ember.support.options import Options

SIGNATURES = {
    "_unsigned_quotient": ("UInt128", "UInt128", "UInt128"),
    "_unsigned_remainder": ("UInt128", "UInt128", "UInt128"),
    "_quotient": ("Int128", "Int128", "Int128"),
    "_remainder": ("Int128", "Int128", "Int128"),
    "_unsigned_to_double": ("UInt128", "Float64"),
    "_unsigned_to_single": ("UInt128", "Float32"),
    "_signed_to_double": ("Int128", "Float64"),
    "_signed_to_single": ("Int128", "Float32"),
    "_double_to_unsigned": ("Float64", "UInt128"),
    "_single_to_unsigned": ("Float32", "UInt128"),
    "_double_to_signed": ("Float64", "Int128"),
    "_single_to_signed": ("Float32", "Int128"),
    "_half_to_single": ("Float16", "Float32"),
    "_single_to_half": ("Float32", "Float16"),
    "_double_to_half": ("Float64", "Float16"),
    "_single_to_bfloat": ("Float32", "BFloat16"),
    "_double_to_bfloat": ("Float64", "BFloat16"),
}
FORMS = {"Float64": "<d", "Float32": "<f", "Float16": "<e"}


def source() -> Iterator[str]:
    yield f"from std.sys._support import {', '.join(SIGNATURES)}\n"
    for name, (*arguments, result) in SIGNATURES.items():
        pointers = [
            f"a{i}: UnsafePointer[{type}, MutAnyOrigin]" for i, type in enumerate(arguments)
        ]
        pointers.append(f"out: UnsafePointer[{result}, MutAnyOrigin]")
        values = ", ".join(f"a{i}[]" for i in range(len(arguments)))
        yield f'@export("model{name}")\ndef model{name}({", ".join(pointers)}):\n'
        yield f"    out[] = {name}({values})\n"


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory) -> LoadedObject:
    path = tmp_path_factory.mktemp("support") / "model.mojo"
    path.write_text("".join(source()))
    options = Options(2, needs_main=False, defines={"ASSERT": "none"})
    return load_object(*Compilation(str(path), options, cache=default_cache()).objects())


def caller(functions: LoadedObject, name: str) -> Callable[..., Any]:
    *arguments, result = SIGNATURES[name]
    code = functions.function(f"model{name}", None, *[ctypes.c_void_p] * (len(arguments) + 1))
    out = ctypes.create_string_buffer(16)

    def call(*values: Any) -> Any:
        buffers = [encoded(value, type) for value, type in zip(values, arguments, strict=True)]
        code(*buffers, out)
        return decoded(out.raw, result)

    return call


def encoded(value: Any, type: str) -> Any:
    if type in FORMS:
        return ctypes.create_string_buffer(struct.pack(FORMS[type], value), 16)
    return ctypes.create_string_buffer((value % (1 << 128)).to_bytes(16, "little"), 16)


def decoded(data: bytes, type: str) -> Any:
    if type == "BFloat16":
        return struct.unpack("<f", b"\0\0" + data[:2])[0]
    if type in FORMS:
        return struct.unpack_from(FORMS[type], data)[0]
    return int.from_bytes(data[:16], "little", signed=type == "Int128")


def wide_integers(count: int) -> Iterator[int]:
    rng = random.Random(5)
    edges = [0, 1, 2, 3, *(1 << n for n in range(2, 128)), *((1 << n) - 1 for n in range(2, 129))]
    yield from edges
    for _ in range(count):
        yield rng.getrandbits(rng.randint(1, 128)) | rng.choice((0, 1, 1 << 63, 1 << 64))


def signed(value: int) -> int:
    return value - (1 << 128) if value >> 127 else value


def test_division(functions: LoadedObject) -> None:
    rng = random.Random(6)
    numbers = list(wide_integers(300))
    names = ("_unsigned_quotient", "_unsigned_remainder", "_quotient", "_remainder")
    quotient, remainder, signed_quotient, signed_remainder = (caller(functions, n) for n in names)
    pairs = [(rng.choice(numbers), rng.choice(numbers) or 1) for _ in range(20_000)]
    for a, b in pairs:
        assert (quotient(a, b), remainder(a, b)) == divmod(a, b), (a, b)
        x, y = signed(a), signed(b)
        q = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
        assert signed_quotient(x, y) == signed(q % (1 << 128)), (x, y)
        assert signed_remainder(x, y) == x - q * y, (x, y)


def single(value: int) -> float:
    """An integer rounded to `Float32` once."""
    if value == 0:
        return 0.0
    spare = max(0, abs(value).bit_length() - 24)
    kept, lost = divmod(abs(value), 1 << spare)
    half = 1 << spare >> 1
    kept += spare > 0 and (lost > half or (lost == half and kept & 1 == 1))
    rounded = kept << spare
    result = math.inf if rounded >= 1 << 128 else float(rounded)
    return -result if value < 0 else result


def test_integers_to_floats(functions: LoadedObject) -> None:
    for value in wide_integers(3000):
        assert caller(functions, "_unsigned_to_double")(value) == float(value)
        assert caller(functions, "_signed_to_double")(signed(value)) == float(signed(value))
        assert caller(functions, "_unsigned_to_single")(value) == single(value), value
        assert caller(functions, "_signed_to_single")(signed(value)) == single(signed(value))


def test_floats_to_integers(functions: LoadedObject) -> None:
    rng = random.Random(7)
    for _ in range(3000):
        value = struct.unpack(
            "<f", struct.pack("<f", rng.uniform(1, 2) * 2.0 ** rng.randint(-3, 126))
        )[0]
        for name in ("_double_to_unsigned", "_single_to_unsigned"):
            assert caller(functions, name)(value) == int(value)
        for name in ("_double_to_signed", "_single_to_signed"):
            assert caller(functions, name)(-value) == -int(value)
    assert caller(functions, "_double_to_unsigned")(math.ldexp(1, 127)) == 1 << 127


def test_every_half(functions: LoadedObject) -> None:
    widen, narrow = caller(functions, "_half_to_single"), caller(functions, "_double_to_half")
    for code in range(1 << 16):
        value = struct.unpack("<e", code.to_bytes(2, "little"))[0]
        if math.isnan(value):
            assert math.isnan(widen(value))
            assert math.isnan(narrow(value))
        else:
            assert struct.pack("<f", widen(value)) == struct.pack("<f", value)
            assert struct.pack("<e", narrow(value)) == struct.pack("<e", value)


def rounded_to_half(value: float) -> float:
    try:
        return float(struct.unpack("<e", struct.pack("<e", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def rounded_to_bfloat(value: float) -> float:
    if value == 0:
        return value
    exponent = max(math.frexp(value)[1] - 8, -133)
    scaled = round(math.ldexp(value, -exponent))  # to even
    result = math.ldexp(scaled, exponent)
    return math.copysign(math.inf, value) if abs(result) >= 2.0**128 else result


def test_rounding_to_16_bits(functions: LoadedObject) -> None:
    rng = random.Random(8)
    models = {"half": rounded_to_half, "bfloat": rounded_to_bfloat}
    for _ in range(5000):
        wide = rng.choice((-1, 1)) * rng.uniform(1, 2) * 2.0 ** rng.randint(-150, 127)
        near = math.ldexp(rng.getrandbits(12) * 2 + 1, rng.randint(-40, 10))  # often half way
        tiny = near * (1 + rng.choice((-1, 0, 1)) * 2.0**-40)
        for value in (wide, near, tiny):
            for kind, model in models.items():
                assert caller(functions, f"_double_to_{kind}")(value) == model(value), value
                less = struct.unpack("<f", struct.pack("<f", value))[0]
                assert caller(functions, f"_single_to_{kind}")(less) == model(less), less
