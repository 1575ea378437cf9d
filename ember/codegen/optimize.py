"""LLVM's optimiser: text to a verified module, run through the standard pipeline of a level."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from ember.codegen.host import host_target
from ember.support.diagnostics import CompileError, error
from ember.support.target import Target

_DECLARED_INTRINSIC = re.compile(r"^declare .* @(llvm\.[\w.]+)\(", re.MULTILINE)
"""LLVM takes an unknown intrinsic for a function; it gives attributes to those it knows."""


def parse_module(text: str) -> Any:
    """A checked LLVM module of its own context; `CompileError` when LLVM refuses the text."""
    _initialize_native()
    try:
        module = llvm.parse_assembly(text, llvm.create_context())
        module.verify()
    except RuntimeError as problem:
        message = f"LLVM rejects the generated code: {_first_line(str(problem))}"
        raise CompileError(error("codegen-invalid-llvm", None, message)) from problem
    for name in _DECLARED_INTRINSIC.findall(text):
        if not any(module.get_function(name).attributes):
            message = f"LLVM has no intrinsic '{name}' with these types"
            raise CompileError(error("codegen-unknown-intrinsic", None, message))
    return module


def optimize_module(module: Any, target: Target, level: int) -> None:
    """Runs LLVM's pipeline for `-O<level>` on the module, in place."""
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    vectorize = level >= 2
    options.loop_vectorization = vectorize
    options.slp_vectorization = vectorize
    options.loop_interleaving = vectorize
    options.loop_unrolling = level >= 1
    builder = llvm.create_pass_builder(target_machine(target, level), options)
    builder.getModulePassManager().run(module, builder)


@cache
def target_machine(target: Target, level: int) -> Any:
    """LLVM's code generator for a target; code is position independent."""
    _initialize_native()
    if target.triple != host_target().triple:
        _initialize_all()
    try:
        machine = llvm.Target.from_triple(target.triple).create_target_machine(
            cpu=target.cpu,
            features=target.features,
            opt=level,
            reloc="pic",
            codemodel="default",
        )
    except RuntimeError as problem:
        message = f"LLVM has no code generator for '{target.triple}'"
        raise CompileError(error("codegen-unknown-target", None, message)) from problem
    return machine


@cache
def _initialize_native() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()


@cache
def _initialize_all() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def _first_line(message: str) -> str:
    lines = [line.strip() for line in message.strip().splitlines() if line.strip()]
    return next((line for line in lines if "error:" in line), lines[0] if lines else "no reason")
