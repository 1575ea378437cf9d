"""`compile-offload` for `ember opt`: the offloads of a module of IR text, compiled.

Before:                                                       After:
    kgen.func @hello() { … }                                      kgen.func export @entry() {
    kgen.func export @entry() {                                     %0 = kgen.param.constant = <"….entry hello()…">
      kgen.param.declare nvptx: target = <#kgen.target<…>>          %1 = kgen.param.constant = <0>
      %0:2 = kgen.compile_offload<nvptx, 0, "", @hello> …           …
"""

from __future__ import annotations

from collections.abc import Callable

from ember.codegen.llvm.parallel import emit_texts
from ember.codegen.text.module import emit_llvm
from ember.dialects import kgen
from ember.elab.instances.offload import EMISSION_KINDS
from ember.ir.nodes import Op, Region
from ember.opt.dead_symbols import eliminate_dead_symbols
from ember.opt.pipeline import optimize
from ember.support.diagnostics import CompileError, error
from ember.support.target import Target

PASS_NAME = "compile-offload"


def compile_offloads(module: Op, level: int, after_slice: Callable[[str, Op], None]) -> None:
    """Compiles what the module offloads; the code becomes constants, and what only kernels needed is dropped."""
    for function in list(module.regions[0]):
        declared = {
            op.name: op.value for op in function.walk() if isinstance(op, kgen.ParamDeclare)
        }
        for op in list(function.walk()):
            if isinstance(op, kgen.CompileOffload):
                _compile(module, op, declared, level, after_slice)
        for op in list(function.walk()):
            if isinstance(op, kgen.ParamDeclare):
                op.erase()
    eliminate_dead_symbols(module)


def _compile(
    module: Op,
    op: kgen.CompileOffload,
    declared: dict[str, object],
    level: int,
    after_slice: Callable[[str, Op], None],
) -> None:
    target = declared.get(op.target) if isinstance(op.target, str) else op.target
    if not isinstance(target, Target):
        raise CompileError(error("bad-offload", op.loc, f"'{op.target}' is no target"))
    if not 0 <= op.emission_kind < len(EMISSION_KINDS):
        message = f"there is no emission kind {op.emission_kind}"
        raise CompileError(error("bad-offload", op.loc, message))
    device = _slice(module, op)
    after_slice(PASS_NAME, device)
    optimize(device, level)
    text = emit_llvm(device, target)
    kind = EMISSION_KINDS[op.emission_kind]
    code = text.encode() if kind == "llvm" else emit_texts([text], kind, target, level)[0]
    assert op.parent is not None
    values: list[object] = [code, op.func.name.encode(), op.captures]
    if len(op.results) == 2:
        del values[1]
    for result, value in zip(op.results, values, strict=False):
        constant = kgen.Constant((), (result.type,), {"value": value}, (), op.loc)
        op.parent.insert_before(op, constant)
        result.replace_all_uses_with(constant.results[0])
    op.erase()


def _slice(module: Op, op: kgen.CompileOffload) -> kgen.Module:
    """A module of the kernel and all the functions there are; those it does not need are dropped."""
    device = kgen.Module((), (), {}, (Region(),))
    found = False
    for function in module.regions[0]:
        copy = function.clone({})
        if copy.attrs.get("name") == op.func.name:
            found = True
            copy.set_attr("linkage", "kernel")
        elif not copy.attrs.get("is_declaration"):
            copy.set_attr("linkage", "internal")
        device.body.append(copy)
    if not found:
        raise CompileError(error("bad-offload", op.loc, f"there is no function '@{op.func.name}'"))
    eliminate_dead_symbols(device)
    return device
