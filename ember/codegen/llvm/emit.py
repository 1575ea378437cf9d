"""LLVM text to what is asked for: object code, assembly, or the optimised LLVM text."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from ember.codegen.llvm.functions import split_functions
from ember.codegen.llvm.host import host_target
from ember.codegen.llvm.isolation import emit_isolated, is_foreign
from ember.codegen.llvm.library import LlvmError, Module, TargetMachine
from ember.codegen.llvm.optimize import make_target_machine, optimized_module
from ember.support.diagnostics import CompileError, error
from ember.support.patterns import lazy
from ember.support.target import Target

_INLINE_ASSEMBLY = lazy(r'^  (?:%\d+ = )?call .* asm (?:sideeffect )?"[^"]', re.MULTILINE)
"""Calls of assembly that has instructions: of others no assembler is asked."""


def compile_to_object(llvm_text: str, target: Target, opt_level: int = 3) -> bytes:
    """A relocatable object file."""
    return _emitted("object", llvm_text, target, opt_level)


def begin_objects(
    llvm_text: str, target: Target, opt_level: int, suffix: str
) -> list[Callable[[], bytes]]:
    """Optimises now; each of the results makes an object, in any thread. They belong together.

    Internal symbols that several of them need get `suffix`.
    """
    if is_foreign(llvm_text):
        return [partial(emit_isolated, "object", llvm_text, target, opt_level)]
    _check_assembly(llvm_text, target)
    machine = make_target_machine(target, opt_level)
    module = optimized_module(llvm_text, machine, opt_level)
    groups = split_functions(module, suffix)
    if not groups:
        return [partial(_emit, module, machine, as_object=True)]
    return [partial(_group_object, group, target, opt_level) for group in groups]


def emit_assembly(llvm_text: str, target: Target, opt_level: int = 3) -> str:
    """Assembly text (PTX for nvptx64)."""
    return _emitted("asm", llvm_text, target, opt_level).decode()


def optimized_llvm(llvm_text: str, target: Target, opt_level: int = 3) -> str:
    """LLVM text after the optimiser."""
    return _emitted("llvm-opt", llvm_text, target, opt_level).decode()


def _emitted(kind: str, llvm_text: str, target: Target, opt_level: int) -> bytes:
    emit = partial(emit_isolated, kind) if is_foreign(llvm_text) else EMITTERS[kind]
    return emit(llvm_text, target, opt_level)


def _object(llvm_text: str, target: Target, opt_level: int) -> bytes:
    _check_assembly(llvm_text, target)
    machine = make_target_machine(target, opt_level)
    return _emit(optimized_module(llvm_text, machine, opt_level), machine, as_object=True)


def _assembly(llvm_text: str, target: Target, opt_level: int) -> bytes:
    machine = make_target_machine(target, opt_level)
    return _emit(optimized_module(llvm_text, machine, opt_level), machine, as_object=False)


def _optimized(llvm_text: str, target: Target, opt_level: int) -> bytes:
    machine = make_target_machine(target, opt_level)
    return str(optimized_module(llvm_text, machine, opt_level)).encode()


EMITTERS: Final[dict[str, Callable[[str, Target, int], bytes]]] = {
    "object": _object,
    "asm": _assembly,
    "llvm-opt": _optimized,
}
"""What LLVM makes of a text in this process, by the name of the output's kind."""


def _check_assembly(llvm_text: str, target: Target) -> None:
    """LLVM would end the process: it has an assembler for this machine only."""
    if target.arch != host_target().arch and _INLINE_ASSEMBLY.search(llvm_text):
        message = f"inline assembly for '{target.arch}' cannot be assembled on this machine"
        raise CompileError(error("unknown-target", None, message))


def _group_object(llvm_text: str, target: Target, opt_level: int) -> bytes:
    return _emit(Module(llvm_text), make_target_machine(target, opt_level), as_object=True)


def _emit(module: Module, machine: TargetMachine, as_object: bool) -> bytes:
    try:
        return module.emit(machine, as_object)
    except LlvmError as problem:
        message = f"LLVM could not generate code: {problem}"
        raise CompileError(error("codegen-failed", None, message)) from problem
