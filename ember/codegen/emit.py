"""LLVM text to what is asked for: object code, assembly, or the optimised LLVM text."""

from __future__ import annotations

import re
from typing import Any

from ember.codegen.host import host_target
from ember.codegen.optimize import optimize_module, parse_module, target_machine
from ember.support.diagnostics import CompileError, error
from ember.support.target import Target

_INLINE_ASSEMBLY = re.compile(r'^  (?:%\d+ = )?call .* asm (?:sideeffect )?"', re.MULTILINE)
"""LLVM ends the process when it has no assembler for it."""


def compile_to_object(llvm_text: str, target: Target, opt_level: int = 3) -> bytes:
    """A relocatable object file."""
    if target.arch != host_target().arch and _INLINE_ASSEMBLY.search(llvm_text):
        message = f"inline assembly for '{target.arch}' cannot be assembled on this machine"
        raise CompileError(error("codegen-foreign-assembly", None, message))
    module = _optimized(llvm_text, target, opt_level)
    try:
        return bytes(target_machine(target, opt_level).emit_object(module))
    except RuntimeError as problem:
        raise _emission_error(problem) from problem


def emit_assembly(llvm_text: str, target: Target, opt_level: int = 3) -> str:
    """Assembly text (PTX for nvptx64)."""
    module = _optimized(llvm_text, target, opt_level)
    try:
        return str(target_machine(target, opt_level).emit_assembly(module))
    except RuntimeError as problem:
        raise _emission_error(problem) from problem


def optimized_llvm(llvm_text: str, target: Target, opt_level: int = 3) -> str:
    """LLVM text after the optimiser."""
    return str(_optimized(llvm_text, target, opt_level))


def _optimized(llvm_text: str, target: Target, opt_level: int) -> Any:
    module = parse_module(llvm_text)
    optimize_module(module, target, opt_level)
    return module


def _emission_error(problem: RuntimeError) -> CompileError:
    message = f"LLVM could not generate code: {problem}"
    return CompileError(error("codegen-emission-failed", None, message))
