"""Random functions give the same results in the interpreter and as native code."""

from __future__ import annotations

import ctypes
import random

import pytest

from ember.codegen.llvm.emit import compile_to_object
from ember.codegen.llvm.host import host_target
from ember.codegen.text.module import emit_llvm
from ember.compiler import support_objects
from ember.dialects import kgen
from ember.interpreter import to_python as translator
from ember.interpreter.interpreter import Interpreter
from ember.runtime.jit import load_object
from ember.support.cache import default_cache

from random_programs import random_module  # isort: skip

WORD = ctypes.c_int64


def compare(module: kgen.Module, seed: int) -> None:
    functions = {op.attrs["name"]: op for op in module.body}
    target = host_target()
    code = compile_to_object(emit_llvm(module, target), target, 1)
    native = load_object(code, *support_objects([code], target, default_cache()))
    interpreter = Interpreter(functions.get)  # type: ignore[arg-type]
    chooser = random.Random(seed)
    for name, func in functions.items():
        assert isinstance(func, kgen.Func)
        run = native.function(name, WORD, WORD, WORD)
        for _ in range(8):
            arguments = [
                chooser.choice((0, 1, -1, 5, 1 << 62, chooser.randint(-99, 99))) for _ in "ab"
            ]
            assert interpreter.run(func, list(arguments)) == [run(*arguments)], (name, arguments)


@pytest.mark.parametrize("seed", range(25))
def test_random_functions(seed: int) -> None:
    compare(random_module(seed), seed)


@pytest.mark.parametrize("seed", range(25, 40))
def test_random_functions_with_local_functions(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With tiny nesting limits, nearly every region becomes a local function of the generated code."""
    monkeypatch.setattr(translator, "_LOOP_LIMIT", 1)
    monkeypatch.setattr(translator, "_INDENT_LIMIT", 3)
    compare(random_module(seed, depth=6), seed)
