"""Splitting a module changes neither what it computes nor, for any number of workers, what comes out."""

from __future__ import annotations

import ctypes
from functools import partial
from pathlib import Path

import pytest

from ember.codegen.llvm import emit, parallel
from ember.codegen.llvm.functions import split_functions
from ember.codegen.llvm.host import host_target
from ember.codegen.llvm.library import Module
from ember.codegen.llvm.parallel import compile_texts
from ember.codegen.text.module import emit_part
from ember.codegen.text.split import Part, split_module
from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.ir.nodes import SymbolRef, Value
from ember.runtime.jit import load_object
from ember.support.cache import Cache
from ember.support.target import Target
from tests.codegen.harness import Code, Program

COUNT = 60


def chain() -> Program:
    """`f` adds up the results of many internal functions, which call each other and count in a global."""
    program = Program()
    program.global_("calls made", t.INDEX, 0)
    program.global_("exit", t.ArrayType(2, t.INDEX), (5, 6), constant=True)
    program.global_("table", t.ArrayType(2, t.POINTER), (SymbolRef("step 3"), SymbolRef("malloc")))

    def step(number: int) -> None:
        def fill(code: Code, n: Value) -> None:
            counter = code.value(kgen.AddressOf, (), t.POINTER, symbol=SymbolRef("calls made"))
            code.store(code.add(code.load(counter), code.constant(1)), counter)
            value = n
            for i in range(number % 7 * 10):
                value = code.value(pop.Xor, (code.add(value, code.constant(i)), n), t.INDEX)
            if number:
                other = f"step {number * 7 // 11}"
                (below,) = code.call(other, (value,), (t.INDEX,))
                value = code.add(value, below)
            code.give(value)

        program.function(f"step {number}", [t.INDEX], [t.INDEX], fill, "internal")

    for number in range(COUNT):
        step(number)
    program.function("malloc", [t.INDEX], [t.INDEX], lambda c, n: c.give(n), "internal", "never")

    def main(code: Code, n: Value) -> None:
        total = code.constant(0)
        for number in range(COUNT):
            (value,) = code.call(f"step {number}", (n,), (t.INDEX,))
            total = code.add(total, value)
        table = code.value(kgen.AddressOf, (), t.POINTER, symbol=SymbolRef("table"))
        second = code.offset(table, code.constant(1), t.POINTER)
        signature = t.FunctionType((t.INDEX,), (t.INDEX,))
        (same,) = code.op(
            kgen.CallIndirect, (code.load(second, t.POINTER), n), (t.INDEX,), signature=signature
        ).results
        pair = code.value(kgen.AddressOf, (), t.POINTER, symbol=SymbolRef("exit"))
        counter = code.value(kgen.AddressOf, (), t.POINTER, symbol=SymbolRef("calls made"))
        total = code.add(code.add(total, same), code.load(pair))
        code.give(code.add(total, code.load(counter)))

    program.function("f", [t.INDEX], [t.INDEX], main)
    return program


def test_small_modules_stay_whole() -> None:
    program = chain()
    (part,) = split_module(program.module, split_above=10_000)
    assert not part.shared
    assert emit_part(part, host_target()) == program.text()


@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize("size", [20, 200, 1000])
def test_parts_together_do_what_the_whole_does(level: int, size: int) -> None:
    program = chain()
    expected = program.call(12345, level=level)
    parts = split_module(program.module, part_size=size, split_above=0)
    assert len(parts) > 1
    assert sum(len(part.defined) for part in parts) == len(list(program.body))
    texts = [emit_part(part, host_target()) for part in parts]
    loaded = load_object(*compile_texts(texts, host_target(), level))
    assert loaded.function("f", ctypes.c_int64, ctypes.c_int64)(12345) == expected


def test_output_does_not_depend_on_workers() -> None:
    texts = [
        emit_part(part, host_target())
        for part in split_module(chain().module, part_size=300, split_above=0)
    ]
    again = [
        emit_part(part, host_target())
        for part in split_module(chain().module, part_size=300, split_above=0)
    ]
    assert texts == again
    alone = compile_texts(texts, host_target(), 2, jobs=1)
    assert alone == compile_texts(texts, host_target(), 2, jobs=2)


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("level", [0, 3])
@pytest.mark.parametrize("size", [1, 150])
def test_groups_of_functions_together_do_what_the_whole_does(
    level: int, size: int, debug: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = chain()
    expected = program.call(12345, level=level)
    monkeypatch.setattr(emit, "split_functions", partial(split_functions, group_size=size, split_above=0))  # fmt: skip
    text = emit_part(Part(list(program.body)), host_target(), debug)
    objects = compile_texts([text], host_target(), level)
    assert len(objects) > 3
    loaded = load_object(*objects)
    assert loaded.function("f", ctypes.c_int64, ctypes.c_int64)(12345) == expected


@pytest.mark.parametrize("level", [0, 2])
def test_groups_do_not_depend_on_workers(
    level: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Both levels of splitting at once, with more and with fewer workers than work; the cache keeps all objects."""
    monkeypatch.setattr(emit, "split_functions", partial(split_functions, group_size=100, split_above=100))  # fmt: skip
    program = chain()
    parts = split_module(program.module, part_size=400, split_above=0)
    texts = [emit_part(part, host_target()) for part in parts]
    alone = compile_texts(texts, host_target(), level, jobs=1)
    assert len(alone) > len(texts) > 1
    for jobs in (2, 3, 20):
        assert compile_texts(texts, host_target(), level, jobs) == alone
    cache = Cache(tmp_path)
    for _ in range(2):
        assert compile_texts(texts, host_target(), level, 2, cache) == alone
    loaded = load_object(*alone)
    assert loaded.function("f", ctypes.c_int64, ctypes.c_int64)(7) == program.call(7, level=level)


def test_groups_declare_what_they_mention() -> None:
    text = """
%pair = type { i32, [2 x ptr] }
@text = private unnamed_addr constant [3 x i8] c"a{\\00", align 1
@pair = internal global %pair { i32 1, [2 x ptr] [ptr @text, ptr @"a b"] }, align 8
@wide = weak global <2 x i32> zeroinitializer
@other = external global i64
define internal i32 @"a b"(ptr %p) { ret i32 1 }
define weak i32 @c() !m !0 {
  %x = call i32 @"a b"(ptr @pair)
  %y = load i32, ptr @wide
  %z = load i32, ptr @other
  %v = add i32 %x, %y
  %w = add i32 %v, %z
  ret i32 %w
}
define void @last() {
  %x = call i32 @c()
  ret void
}
!0 = !{}
"""
    module = Module(text)
    first, second, third = split_functions(module, "$own", group_size=1, split_above=0)
    for group in (first, second, third):
        Module(group)  # parses, and is valid
    assert '@"text$own" = hidden unnamed_addr constant [3 x i8]' in first
    assert 'define hidden i32 @"a b$own"(ptr %p)' in first
    assert '@"pair$own" = external hidden global %pair\n' in second
    assert "@wide = external global <2 x i32>\n" in second
    assert 'declare hidden i32 @"a b$own"(ptr %p)' in second
    assert "@other = external global i64" in second
    assert "declare i32 @c()" in third and "wide" not in third and "pair" not in third.split("type", 1)[1]  # fmt: skip


def test_groups_declare_what_is_defined_elsewhere() -> None:
    text = """
define available_externally i32 @elsewhere() { ret i32 1 }
define i32 @user() {
  %x = call i32 @elsewhere()
  ret i32 %x
}
"""
    _, second = split_functions(Module(text), "$own", group_size=1, split_above=0)
    Module(second)  # parses, and is valid
    assert "declare i32 @elsewhere()" in second


def test_unchanged_parts_come_from_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(tmp_path)
    texts = [emit_part(part, host_target()) for part in split_module(chain().module)]
    first = compile_texts(texts, host_target(), 1, cache=cache)

    def refuse(text: str, target: Target, opt_level: int, suffix: str) -> bytes:
        raise AssertionError("compiled again")

    monkeypatch.setattr(parallel, "begin_objects", refuse)
    assert compile_texts(texts, host_target(), 1, cache=cache) == first
    with pytest.raises(AssertionError, match="compiled again"):
        compile_texts(texts, host_target(), 2, cache=cache)
