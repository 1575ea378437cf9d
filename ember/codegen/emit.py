"""LLVM text to what is asked for: object code, assembly, or the optimised LLVM text."""

from __future__ import annotations

import re

from ember.codegen.host import host_target
from ember.codegen.llvm_library import LlvmError
from ember.codegen.optimize import make_target_machine, optimized_module
from ember.support.diagnostics import CompileError, error
from ember.support.target import Target

_INLINE_ASSEMBLY = re.compile(r'^  (?:%\d+ = )?call .* asm (?:sideeffect )?"', re.MULTILINE)


def compile_to_object(llvm_text: str, target: Target, opt_level: int = 3) -> bytes:
    """A relocatable object file."""
    if target.arch != host_target().arch and _INLINE_ASSEMBLY.search(llvm_text):
        # LLVM would end the process: it has an assembler for this machine only
        message = f"inline assembly for '{target.arch}' cannot be assembled on this machine"
        raise CompileError(error("unknown-target", None, message))
    return _emit(llvm_text, target, opt_level, as_object=True)


def emit_assembly(llvm_text: str, target: Target, opt_level: int = 3) -> str:
    """Assembly text (PTX for nvptx64)."""
    return _emit(llvm_text, target, opt_level, as_object=False).decode()


def optimized_llvm(llvm_text: str, target: Target, opt_level: int = 3) -> str:
    """LLVM text after the optimiser."""
    return str(optimized_module(llvm_text, make_target_machine(target, opt_level), opt_level))


def _emit(llvm_text: str, target: Target, opt_level: int, as_object: bool) -> bytes:
    machine = make_target_machine(target, opt_level)
    module = optimized_module(llvm_text, machine, opt_level)
    try:
        return module.emit(machine, as_object)
    except LlvmError as problem:
        message = f"LLVM could not generate code: {problem}"
        raise CompileError(error("codegen-failed", None, message)) from problem
