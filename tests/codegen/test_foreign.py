"""Instructions that a program names itself: LLVM sees them in another process, and its refusal is an error at their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from ember.codegen.llvm.emit import compile_to_object
from ember.codegen.llvm.host import host_target
from ember.codegen.llvm.isolation import FOREIGN, emit_isolated
from ember.compiler import Compilation
from ember.support.diagnostics import CompileError
from ember.support.options import Options

HEADER = "from std.sys.intrinsics import inlined_assembly, llvm_intrinsic\n\ndef main():\n"
WRONG = {
    'llvm_intrinsic["llvm.nothing.f32", Float32](x)': "LLVM has no intrinsic 'llvm.nothing.f32'",
    'llvm_intrinsic["llvm.sqrt.f32", Float32](x, x)': "Intrinsic has incorrect argument type",
    'llvm_intrinsic["llvm.sqrt.f64", Float32](x)': "LLVM has no intrinsic 'llvm.sqrt.f64'",
    'inlined_assembly["bogus $0, $1", Float32, constraints="=r,r"](x)': "this assembly: ",
    'inlined_assembly["mov $0, $7", Float32, constraints="=r,r"](x)': "Invalid $ operand number",
    'inlined_assembly["", Float32, constraints="=r,r,r"](x)': "number of input constraints",
    'inlined_assembly["", Float32, constraints="=r,[["](x)': "unknown asm constraint '['",
}


def compile_program(path: Path, text: str) -> list[bytes]:
    path.write_text(HEADER + text)
    return Compilation(str(path), Options()).objects()


def test_each_wrong_line_is_reported(tmp_path: Path) -> None:
    lines = ['    var x = Float32("abc".byte_length())', *(f"    x += {line}" for line in WRONG)]
    with pytest.raises(CompileError) as failure:
        compile_program(tmp_path / "wrong.mojo", "\n".join(lines) + "\n    print(x)\n")
    found = {item.span.line: item.message for item in failure.value.diagnostics}
    first = HEADER.count("\n") + 2
    assert list(found) == list(range(first, first + len(WRONG)))
    for message, words in zip(found.values(), WRONG.values(), strict=True):
        assert words in message


def test_an_instruction_of_another_machine(tmp_path: Path) -> None:
    text = '    print(llvm_intrinsic["llvm.nvvm.read.ptx.sreg.tid.x", Int32]())\n'
    with pytest.raises(CompileError, match="needs an NVIDIA GPU"):
        compile_program(tmp_path / "wrong.mojo", text)
    with pytest.raises(CompileError, match="'nothing' is not an LLVM intrinsic"):
        compile_program(tmp_path / "w.mojo", '    print(llvm_intrinsic["nothing", Int32]())\n')


def test_right_ones_work(tmp_path: Path) -> None:
    text = (
        '    var x = Float32("abc".byte_length())\n'
        '    x = llvm_intrinsic["llvm.sqrt.f32", Float32](x)\n'
        '    print(inlined_assembly["", Float32, constraints="=r,0"](x))\n'
    )
    assert compile_program(tmp_path / "right.mojo", text)


def test_the_same_code_comes_out() -> None:
    text = "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n"
    here = compile_to_object(text, host_target(), 2)
    assert compile_to_object(f"{FOREIGN}\n{text}", host_target(), 2) == here


def test_what_ends_llvm_is_a_diagnostic() -> None:
    call = 'call void asm sideeffect "mov $9", "r"(i32 1)'
    text = f"{FOREIGN}\ndefine void @f() {{\n  {call}\n  ret void\n}}\n"
    with pytest.raises(CompileError, match=r"Invalid \$ operand number"):
        emit_isolated("object", text, host_target(), 2)
