"""`@export`: what is one word in memory travels in a register, as C expects."""

from __future__ import annotations

import ctypes
from pathlib import Path

from ember.compiler import Compilation
from ember.runtime.jit import load_object
from ember.support.deep_stack import run_with_deep_stack
from ember.support.options import Options

PROGRAM = """
struct Handle(Movable):
    var address: Int

    def __init__(out self, address: Int):
        self.address = address

    def __deinit__(deinit self):
        dropped()[] += 1

def dropped() -> UnsafePointer[Int, MutAnyOrigin]:
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=__global_address["dropped", Int]())

@export
def make(address: Int) -> Handle:
    return Handle(address)

@export("read_handle")
def read(handle: Handle) -> Int:
    return handle.address

@export
def drops() -> Int:
    return dropped()[]
"""


def test_words_travel_in_registers(tmp_path: Path) -> None:
    path = tmp_path / "handles.mojo"
    path.write_text(PROGRAM)
    compilation = Compilation(str(path), Options(needs_main=False))
    loaded = load_object(*run_with_deep_stack(compilation.objects))
    word = ctypes.c_ssize_t
    make = loaded.function("make", word, word)
    read = loaded.function("read_handle", word, word)
    drops = loaded.function("drops", word)
    assert make(42) == 42
    assert read(7) == 7
    assert drops() == 0
