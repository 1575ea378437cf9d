"""Floats as text and back, beside Python's and NumPy's: the same shortest digits, and the nearest number, always."""

from __future__ import annotations

import random
import struct
from decimal import Decimal, localcontext
from pathlib import Path

import numpy as np
from forked import run_program

from ember.support.options import Options

PROGRAM = Path(__file__).parent / "format" / "float_texts.mojo"
COUNT = 100_000
LARGEST = 0x7FEF_FFFF_FFFF_FFFF


def converted(kind: str, lines: list[str], folder: Path) -> list[str]:
    """What the program makes of each line."""
    numbers = folder / "numbers.txt"
    numbers.write_text("\n".join(lines) + "\n")
    done = run_program(PROGRAM, Options(opt_level=1), [kind, str(numbers)])
    assert done.code == 0, done.stderr
    texts = done.stdout.splitlines()
    assert len(texts) == len(lines)
    return texts


def double(bits: int) -> float:
    return float(struct.unpack("<d", struct.pack("<Q", bits))[0])


def bits_of(value: float) -> int:
    return int(struct.unpack("<Q", struct.pack("<d", value))[0])


def test_doubles_print_like_python(tmp_path: Path) -> None:
    source = random.Random(1)
    bits = [source.getrandbits(63) for _ in range(COUNT)]
    bits += [(e << 52) + d for e in range(2048) for d in (0, 1, (1 << 52) - 1)]
    bits += [
        bits_of(source.randrange(10**17) / 10 ** source.randrange(17)) for _ in range(COUNT // 10)
    ]
    bits += [bits_of(1234.0 + i / 16384) for i in range(100)]  # halfway between two texts
    texts = converted("f64", [str(b) for b in bits], tmp_path)
    wrong = [(b, double(b), text) for b, text in zip(bits, texts) if repr(double(b)) != text]
    assert wrong == []


def test_singles_print_the_digits_of_numpy(tmp_path: Path) -> None:
    source = random.Random(2)
    bits = [source.getrandbits(31) for _ in range(COUNT // 5)]
    bits += [(e << 23) + d for e in range(255) for d in (0, 1, (1 << 23) - 1)]
    bits = [b for b in bits if b >> 23 != 255]
    texts = converted("f32", [str(b) for b in bits], tmp_path)
    values = np.array(bits, np.uint32).view(np.float32)
    wrong = [
        (b, text)
        for b, value, text in zip(bits, values, texts)
        if Decimal(np.format_float_scientific(value)) != Decimal(text)
    ]
    assert wrong == []


def test_half_precision_prints_the_equal_single(tmp_path: Path) -> None:
    halves = np.arange(0x7C00, dtype=np.uint16).view(np.float16).astype(np.float32)
    brains = np.arange(0, 0x7F80, 3, dtype=np.uint32) << 16
    bits = [int(b) for b in [*halves.view(np.uint32), *brains]]
    texts = converted("f32", [str(b) for b in bits], tmp_path)
    read = np.array([np.float32(text) for text in texts])
    assert [int(b) for b in read.view(np.uint32)] == bits


def written(source: random.Random) -> str:
    """A text whose nearest float takes some care."""
    kind = source.randrange(4)
    if kind == 0:
        return repr(double(source.randrange(LARGEST)))
    if kind == 1:
        return f"{source.getrandbits(source.randrange(1, 120))}e{source.randrange(-360, 310)}"
    if kind == 2:
        return f"{source.getrandbits(60)}.{source.getrandbits(70)}"
    below = source.randrange(LARGEST)
    with localcontext() as context:
        context.prec = 1200
        middle = f"{(Decimal(double(below)) + Decimal(double(below + 1))) / 2:e}"
    digits, _, exponent = middle.partition("e")
    after = source.choice(["", "", "0001"])
    return f"{digits}{'' if '.' in digits else '.'}{after}e{exponent}"


def test_texts_become_the_nearest_double(tmp_path: Path) -> None:
    source = random.Random(3)
    texts = [written(source) for _ in range(COUNT // 5)]
    texts += ["0", "0.0", "1e400", "1e-400", "2.2250738585072011e-308", "1.7976931348623159e308"]
    results = converted("parse", texts, tmp_path)
    wrong = [
        (text, result)
        for text, result in zip(texts, results)
        if str(bits_of(float(text))) != result
    ]
    assert wrong == []
