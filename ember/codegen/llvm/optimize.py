"""LLVM's optimiser: text to a verified module, run through the standard pipeline of a level."""

from __future__ import annotations

import re

from ember.codegen.llvm.host import host_target
from ember.codegen.llvm.library import (
    LlvmError,
    Module,
    TargetMachine,
    initialize_all,
    initialize_native,
)
from ember.support.diagnostics import CompileError, error
from ember.support.patterns import lazy
from ember.support.target import Target

_DECLARED_INTRINSIC = lazy(r"^declare .* @(llvm\.[\w.]+)\(", re.MULTILINE)


def parse_module(text: str) -> Module:
    """A checked LLVM module; `CompileError` when LLVM refuses the text."""
    try:
        module = Module(text)
    except LlvmError as problem:
        message = f"LLVM rejects the generated code: {_first_line(str(problem))}"
        raise CompileError(error("codegen-failed", None, message)) from problem
    for name in _DECLARED_INTRINSIC.findall(text):
        # an unknown intrinsic is a function to LLVM; it gives attributes to those it knows
        if "#" not in module.function_text(name):
            message = f"LLVM has no intrinsic '{name}' with these types"
            raise CompileError(error("unknown-intrinsic", None, message))
    return module


def optimized_module(text: str, machine: TargetMachine, level: int) -> Module:
    """The module of a text after LLVM's pipeline for `-O<level>`."""
    module = parse_module(text)
    module.optimize(machine, level)
    return module


def code_level(target: Target, level: int) -> int:
    """The level of LLVM's code generator. On processors, its level 3 costs more than 2 and gains nothing."""
    return level if target.is_gpu else min(level, 2)


def make_target_machine(target: Target, level: int) -> TargetMachine:
    """LLVM's code generator for a target and one of our levels; its code is position independent."""
    initialize_native()
    if target.triple != host_target().triple:
        initialize_all()
    try:
        return TargetMachine(target.triple, target.cpu, target.features, code_level(target, level))
    except LlvmError as problem:
        raise CompileError(error("unknown-target", None, str(problem))) from problem


def _first_line(message: str) -> str:
    lines = [line.strip() for line in message.strip().splitlines() if line.strip()]
    first = next((line for line in lines if "error:" in line), lines[0] if lines else "no reason")
    return first.split(" error: ")[-1]
