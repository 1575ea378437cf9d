"""Which of a program's own instructions LLVM refuses: each is tried alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ember.codegen.llvm.emit import compile_to_object, emit_assembly
from ember.codegen.text.module import emit_llvm
from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.ir.nodes import Op, Region, Value
from ember.support.diagnostics import CompileError, Diagnostic, error
from ember.support.target import Target


@contextmanager
def at_their_lines(module: Op, target: Target, as_object: bool) -> Iterator[None]:
    """What LLVM refuses while it works on `module` becomes an error at the line that asked for it."""
    try:
        yield
    except CompileError as failure:
        found = failure.diagnostics[0] if failure.diagnostics else None
        if found is None or found.span is not None:
            raise
        raise _explained(failure, module, target, as_object) from failure


def _explained(failure: CompileError, module: Op, target: Target, as_object: bool) -> CompileError:
    """The failures of the module's own instructions, or, if each works alone, the whole module's."""
    results: dict[str, Diagnostic | None] = {}
    found = []
    for op in _foreign_ops(module):
        alone = emit_llvm(_alone(op), target)
        if alone not in results:
            results[alone] = _problem(alone, target, as_object)
        problem = results[alone]
        if problem is not None:
            found.append(_at(op, problem))
    return CompileError(*found) if found else _of_kernel(failure, module)


def _of_kernel(failure: CompileError, module: Op) -> CompileError:
    """A failure that names a kernel as LLVM knows it, with the kernel's own name and place."""
    problem = failure.diagnostics[0]
    for function in module.regions[0]:
        name = f"for '{function.attrs['name']}': "
        if name in problem.message and function.loc is not None:
            own = f"for the kernel '{function.attrs.get('source_name')}': "
            message = problem.message.replace(name, own)
            return CompileError(error(problem.code, function.loc, message))
    return failure


def _foreign_ops(module: Op) -> Iterator[Op]:
    for function in module.regions[0]:
        for op in function.walk():
            if isinstance(op, (pop.Intrinsic, pop.InlineAsm)) and "foreign" in op.attrs:
                yield op


def _problem(llvm_text: str, target: Target, as_object: bool) -> Diagnostic | None:
    try:
        if as_object:
            compile_to_object(llvm_text, target)
        else:
            emit_assembly(llvm_text, target)
    except CompileError as failure:
        return failure.diagnostics[0]
    return None


def _alone(op: Op) -> Op:
    """A module with one function that does nothing but `op`."""
    constants = [value.owner for value in op.operands if isinstance(value.owner, kgen.Constant)]
    free = [value for value in op.operands if not isinstance(value.owner, kgen.Constant)]
    results = [value.type for value in op.results]
    attrs = {
        "name": "alone",
        "type": t.FunctionType(tuple(value.type for value in free), tuple(results)),
        "linkage": "export",
        "inline": "",
        "is_declaration": False,
        "source_name": "alone",
    }
    body = Region([value.type for value in free])
    mapping: dict[Value, Value] = dict(zip(free, body.args, strict=True))
    for constant in constants:
        same = kgen.Constant((), (constant.results[0].type,), constant.attrs)
        body.append(same)
        mapping[constant.results[0]] = same.results[0]
    operands = [mapping[value] for value in op.operands]
    copy = op.__class__(operands, results, op.attrs)
    body.append(copy)
    body.append(kgen.Return(copy.results, ()))
    function = kgen.Func((), (), attrs, (body,))
    whole = Region([])
    whole.append(function)
    return kgen.Module((), (), {"name": "alone"}, (whole,))


def _at(op: Op, problem: Diagnostic) -> Diagnostic:
    what = f"'{op.name}'" if isinstance(op, pop.Intrinsic) else "this assembly"
    if problem.code == "codegen-failed":
        reason = problem.message.split(": ", 1)[-1]
        return error("codegen-failed", op.loc, f"LLVM cannot generate code for {what}: {reason}")
    return error(problem.code, op.loc, problem.message)
