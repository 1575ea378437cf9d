"""LLVM text to what is asked for: object code, assembly, or the optimised LLVM text."""

from __future__ import annotations

from typing import Any

from ember.codegen.optimize import optimize_module, parse_module, target_machine
from ember.support.diagnostics import CompileError, error
from ember.support.target import Target


def compile_to_object(llvm_text: str, target: Target, opt_level: int = 3) -> bytes:
    """A relocatable object file."""
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
