"""`@export`: functions under their C names, called the C way.

A value that is one word in memory, such as a struct around a pointer, travels through Mojo's calls by its address and
through C's in a register. An exported function that takes or gives one gets an entry that does the difference:

before: `def make() -> Handle`, which writes its result to an address
after:  `Handle make(void)`, which calls it with the address of a local, and returns what it finds there
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.dialects.constants import text_of
from ember.elab.instances.instances import Instance
from ember.elab.model.declarations import FunctionDecl, ModuleDecl
from ember.elab.model.frame import Frame
from ember.elab.model.types import Const
from ember.ir.nodes import SymbolRef, Value
from ember.support.diagnostics import CompileError, error

if TYPE_CHECKING:
    from ember.elab.elaborator import Program


def export_functions(program: Program, module: ModuleDecl) -> None:
    """Makes the functions with `@export` callable from outside."""
    for member in list(module.members.values()):
        if isinstance(member, list):
            for decl in member:
                if "export" in decl.decorators:
                    program.guarded(_export, program, decl)


def _export(program: Program, decl: FunctionDecl) -> None:
    signature = program.signatures.concrete(decl, None, {})
    instance = program.instances.get(decl, None, {}, signature)
    name = _exported_name(program, decl)
    symbols = program.instances.by_symbol
    if name in symbols and name != instance.symbol:
        raise CompileError(
            error("duplicate-export", decl.loc, f"the name '{name}' is exported twice")
        )
    if _words(program, instance) != ([None] * len(instance.abi.arg_types), None):
        _make_entry(program, instance, name)
        return
    _rename(program, instance, name)
    instance.func.set_attr("linkage", "export")


def _exported_name(program: Program, decl: FunctionDecl) -> str:
    decorator = decl.decorators["export"]
    keywords = decorator.attrs["keywords"]
    if decorator.arguments.first is None or (keywords and keywords[0]):
        return decl.name
    value = program.comptime.evaluate_region(decorator.arguments, program.empty_scope())
    values = value if isinstance(value, tuple) else (value,)
    texts = [text_of(v.raw) if isinstance(v, Const) else None for v in values]
    if not texts[0] or None in texts or b"\0" in texts[0]:
        message = "'@export' takes the name of the symbol as a string: '@export(\"name\")'"
        raise CompileError(error("invalid-decorator", decorator.loc, message))
    if sum(not keyword for keyword in keywords or ("",) * len(texts)) > 1:
        message = "'@export' takes one name"
        raise CompileError(error("invalid-decorator", decorator.loc, message))
    return texts[0].decode()


def _rename(program: Program, instance: Instance, name: str) -> None:
    symbols = program.instances.by_symbol
    symbols.pop(instance.symbol, None)
    symbols[name] = instance
    instance.symbol = name
    instance.func.set_attr("name", name)


def _words(program: Program, instance: Instance) -> tuple[list[t.Type | None], t.Type | None]:
    """For each argument, and for the result, the type of its word if C passes it another way than Mojo."""
    abi, facts = instance.abi, program.facts
    arguments = [
        _word(facts.ir_type(type))
        if by_pointer and arg.convention == "read" and not arg.info.variadic
        else None
        for arg, type, by_pointer in zip(
            instance.signature.args, abi.arg_types, abi.arg_by_pointer, strict=True
        )
    ]
    result = None
    if abi.result == "memory" and not abi.raises:
        result = _word(facts.ir_type(instance.signature.result))
    return arguments, result


def _word(type: t.Type) -> t.Type | None:
    return None if isinstance(type, t.StructType | t.ArrayType) else type


def _make_entry(program: Program, instance: Instance, name: str) -> None:
    arguments, result = _words(program, instance)
    if instance.symbol == name:
        _rename(program, instance, f"{name}.mojo")
    abi = instance.abi
    count = len(arguments)
    inputs = [word or type for word, type in zip(arguments, abi.inputs[:count], strict=True)]
    rest = abi.inputs[count + (result is not None) :]
    results = tuple(abi.results) if result is None else (result,)
    func = program.exported(name, (*inputs, *rest), results, instance.decl)
    frame = Frame(program, program.empty_scope(), func)
    frame.loc = instance.decl.loc
    passed: list[Value] = []
    for value, word in zip(func.body.args[:count], arguments, strict=True):
        passed.append(value if word is None else _spilled(frame, value, word))
    slot = _room(frame, result) if result is not None else None
    operands = [*passed, *([slot] if slot is not None else []), *func.body.args[count:]]
    call = frame.emit(
        kgen.Call, operands, tuple(abi.results), {"callee": SymbolRef(instance.symbol)}
    )
    if slot is not None and result is not None:
        frame.emit(kgen.Return, (frame.load(slot, result),))
    else:
        frame.emit(kgen.Return, tuple(call.results))


def _room(frame: Frame, type: t.Type) -> Value:
    attrs = {"type": type, "count": 1, "alignment": 0, "name": ""}
    return frame.emit(pop.StackAllocation, (), (t.POINTER,), attrs).results[0]


def _spilled(frame: Frame, value: Value, type: t.Type) -> Value:
    place = _room(frame, type)
    frame.store(value, place)
    return place
