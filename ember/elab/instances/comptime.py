"""Compile-time evaluation: expressions elaborated into a scratch function that the interpreter runs.

Most expressions fold while they are elaborated and need no run. What remains (calls, loops, heap allocation) becomes
concrete IR like any other code and is executed by the interpreter.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ember.dialects import kgen, lit
from ember.dialects import types as t
from ember.dialects.constants import text_of
from ember.elab.messages.backtrace import is_in_library
from ember.elab.model.declarations import AliasDecl, Scope
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    DEFERRED,
    REST,
    AliasGen,
    ClosureRef,
    ClosureT,
    Const,
    Deferred,
    FunctionRef,
    FunctionT,
    Hole,
    ListConst,
    MlirT,
    ParamValue,
    StructGen,
    StructT,
    has_hole,
    spell,
)
from ember.elab.model.values import (
    Argument,
    ClosureVal,
    ContextualMember,
    Display,
    Known,
    Local,
    Place,
    Rvalue,
    Val,
    Variable,
)
from ember.elab.resolution.placing import place_params
from ember.elab.type_facts.archetypes import Unknown, unknown_value
from ember.interpreter.interpreter import Interpreter, InterpreterError, Limits
from ember.ir.nodes import Op, Region, Value
from ember.support.diagnostics import CompileError, Note, error

if TYPE_CHECKING:
    from ember.elab.elaborator import Program


class Comptime:
    """Evaluates regions and values at compile time."""

    def __init__(self, program: Program) -> None:
        self.program = program
        limits = Limits(program.budgets.comptime_steps, program.budgets.comptime_memory)
        self.interpreter = Interpreter(program.instances.function, limits, self._offload)
        self._scratch = 0
        self._texts: dict[Const, str] = {}

    def _offload(self, op: kgen.CompileOffload) -> tuple[bytes, bytes, int]:
        return self.program.offload.evaluate(op)

    # -- constants the compiler makes itself -----------------------------------------------------

    def boolean(self, value: bool) -> Const:
        return Const(self.program.library.bool, value)

    def integer(self, value: int) -> Const:
        return Const(self.program.library.int, value)

    def int_literal(self, value: int) -> Const:
        return Const(self.program.library.int_literal, value)

    def string(self, text: str | bytes) -> Const:
        data = os.fsencode(text) if isinstance(text, str) else text
        return Const(self.program.library.string_literal, data)

    def none(self) -> Const:
        return Const(self.program.library.none, ())

    # -- regions ---------------------------------------------------------------------------------

    def evaluate_region(
        self, region: Region, scope: Scope, values: dict[Value, Val] | None = None
    ) -> ParamValue:
        """The value of an expression region; a tuple when it yields several."""
        simple = self._simple(region, scope)
        if simple is not None:
            return simple
        previous = self.program.current_loc
        frame = self.scratch(scope, values)
        results = self.program.region_values(frame, region)
        found = [self.param_value(frame, r) for r in results]
        self.program.current_loc = previous
        return found[0] if len(found) == 1 else tuple(found)

    def _simple(self, region: Region, scope: Scope) -> ParamValue | None:
        """A region that is just a name needs no frame."""
        first = region.first
        if first.__class__ is lit.Name and first.next is region.last:
            value = self.program.names.lookup(scope, first.attrs["name"])
            if value is not None and not isinstance(value, AliasGen):
                return value
        return None

    def condition(
        self, region: Region, scope: Scope, values: dict[Value, Val] | None = None
    ) -> bool:
        """A compile-time condition; one that depends on unknown parameters counts as true."""
        definitions = self.program.definitions
        asking, definitions.is_asking = definitions.is_asking, False
        try:
            return self._truth(region, scope, values) is not False
        finally:
            definitions.is_asking = asking

    def decision(
        self, region: Region, scope: Scope, values: dict[Value, Val] | None = None
    ) -> bool | None:
        """A condition of a body on its own parameters; None when it depends on unknown ones."""
        definitions = self.program.definitions
        asking, definitions.is_asking = definitions.is_asking, definitions.is_checking
        try:
            return self._truth(region, scope, values)
        finally:
            definitions.is_asking = asking

    def _truth(self, region: Region, scope: Scope, values: dict[Value, Val] | None) -> bool | None:
        previous = self.program.current_loc
        frame = self.scratch(scope, values)
        value = self.program.region_values(frame, region)[0]
        if isinstance(value, Known) and isinstance(value.value, (Hole, Deferred)):
            return None
        frame.loc = region.last.loc if region.last is not None else frame.loc
        boolean = self.program.as_condition(frame, value)
        raw = self.raw_of(frame, Rvalue(self.program.library.bool, boolean))
        self.program.current_loc = previous
        return None if raw.__class__ is Unknown else bool(raw)

    def text(self, region: Region, scope: Scope, values: dict[Value, Val] | None = None) -> str:
        """The text of a compile-time message."""
        try:
            value = self.evaluate_region(region, scope, values)
        except CompileError:
            return "…"
        found = text_of(value.raw) if isinstance(value, Const) else b""
        return found.decode("utf-8", "replace") if found is not None else spell(value)

    def alias(
        self, decl: AliasDecl, scope: Scope, values: dict[Value, Val] | None = None
    ) -> ParamValue:
        """The value of an alias, converted to its declared type."""
        if decl.value is None:
            raise CompileError(
                error(
                    "missing-value",
                    decl.loc,
                    f"the associated name '{decl.name}' is not given a value",
                )
            )
        if decl.type is not None:
            wanted = self.evaluate_region(decl.type, scope, values)
            if isinstance(wanted, (StructT, FunctionT)) and not has_hole(wanted):
                frame = self.scratch(scope, values)
                result = self.program.region_values(frame, decl.value)[0]
                if isinstance(result, Known) and isinstance(result.value, (Hole, Deferred)):
                    return DEFERRED
                if isinstance(wanted, FunctionT):
                    return self.param_value(frame, result)
                return self.param_value(
                    frame, self.program.conversions.convert(frame, result, wanted)
                )
        value = self.evaluate_region(decl.value, scope, values)
        if (
            isinstance(value, FunctionRef)
            and value.bound
            and not scope.module.means.has_old_functions
        ):
            self._check_bound(value, decl.value)
        return value

    def _check_bound(self, function: FunctionRef, written: Region) -> None:
        """`comptime f = g[2]` names all parameters of `g` that have no default, or leaves them open with `_`."""
        if len(function.decls) != 1 or REST in function.bound:
            return
        decl, given = function.decls[0], dict(function.keywords)
        given.update((p.name, v) for p, v in place_params(decl.params, function.bound, {}, ""))
        for info in decl.params:
            is_needed = info.default is None and not (info.infer_only or info.variadic)
            if is_needed and info.name not in given:
                message = f"the parameter '{info.name}' of '{decl.name}' is missing; write it, or '_' to leave it open"
                place = written.last.loc if written.last is not None else decl.loc
                raise CompileError(error("invalid-parameters", place, message))

    def describe(self, constant: Const) -> str:
        """A constant with parts on the heap as `print` would show it, after the name of its type."""
        found = self._texts.get(constant)
        if found is None:
            self._texts[constant] = (
                f"{constant.type}(…)"  # for a constant that describes itself by itself
            )
            found = self._texts[constant] = self._described(constant)
        return found

    def _described(self, constant: Const) -> str:
        """`List(String(constant).as_bytes())`, decoded."""
        program = self.program
        frame = self.scratch(self.program.empty_scope(), None)
        try:
            target = self.program.library.string
            text = program.construct(frame, target, [Argument(Known(constant))])
            view = program.call(frame, program.members.attribute(frame, text, "as_bytes"), [])
            listed = StructGen(self.program.library.list, ())
            found = self.param_value(frame, program.construct(frame, listed, [Argument(view)]))
        except CompileError:
            return f"{constant.type}(…)"
        assert isinstance(found, Const)
        shown = (text_of(found.raw) or b"").decode("utf-8", "replace")
        return f"{constant.type}{shown}" if shown.startswith("(") else shown

    def compute(self, action: Callable[[Frame], Val], what: str) -> ParamValue:
        """Runs an elaboration step at compile time and gives its value."""
        frame = self.scratch(self.program.empty_scope(), None)
        frame.loc = self.program.current_loc
        return self.param_value(frame, action(frame))

    def scratch(self, scope: Scope, values: dict[Value, Val] | None) -> Frame:
        """A frame whose code will be interpreted."""
        func = kgen.Func(
            (),
            (),
            {
                "name": "comptime",
                "type": t.FunctionType((), (t.I1,)),
                "linkage": "internal",
                "inline": "",
            },
            (Region(),),
        )
        frame = Frame(self.program, scope, func)
        frame.is_comptime = True
        if values is not None:
            frame.values = values
        frame.loc = self.program.current_loc
        return frame

    # -- values ----------------------------------------------------------------------------------

    def param_value(self, frame: Frame, value: Val) -> ParamValue:
        """What an expression's value is as a parameter value."""
        if isinstance(value, Local) and value.bound is None:
            frame.fail("use-of-uninitialized", f"'{value.name}' has no value yet")
        if not isinstance(value, Display):
            value = self.program.conversions.settle(frame, value)
        if isinstance(value, Known):
            return value.value
        if isinstance(value, ClosureVal):
            return value.reference
        if isinstance(value, (Rvalue, Place)) and isinstance(value.type, ClosureT):
            return ClosureRef(value.type.closure)
        if isinstance(value, Display):
            if value.kind == "tuple" and all(self._is_meta(i) for i in value.items):
                return tuple(self.param_value(frame, i) for i in value.items)
            settled = self.program.conversions.settle_default(frame, value)
            found = self.param_value(frame, settled)
            return self._as_written(frame, value, found)
        if isinstance(value, ContextualMember):
            self.program.conversions.no_value(frame, value)
        if isinstance(value, (Rvalue, Place)):
            return Const(value.type, self.raw_of(frame, value))
        frame.fail("not-comptime", "this expression is not known at compile time")

    def _as_written(self, frame: Frame, display: Display, found: ParamValue) -> ParamValue:
        """The value of a display of constants, with its elements, so that it can still become another type."""
        is_list = display.kind == "list" and isinstance(found, Const) and display.items
        if not is_list or not all(isinstance(i, (Known, Display)) for i in display.items):
            return found
        assert isinstance(found, Const)
        elements = tuple(self.param_value(frame, i) for i in display.items)
        return ListConst(found.type, found.raw, elements)

    def _is_meta(self, value: Val) -> bool:
        """Whether the value exists at compile time only, like a type."""
        return isinstance(value, Known) and not isinstance(value.value, Const)

    def raw_of(self, frame: Frame, value: Rvalue | Place) -> Any:
        """The Python form of a value computed in a frame: folded, or by running the code so far."""
        if isinstance(value, Rvalue) and isinstance(value.ssa.owner, kgen.Constant):
            return value.ssa.owner.attrs["value"]
        if not frame.is_comptime:
            frame.fail(
                "not-comptime",
                "this value is known only at run time; a compile-time value is needed here:"
                " a parameter in square brackets, or a 'comptime' constant",
            )
        definitions = self.program.definitions
        if definitions.is_checking and self._depends_on_unknown(frame):
            return unknown_value(value.type).raw
        return self._run(frame, value)

    def _depends_on_unknown(self, frame: Frame) -> bool:
        """Whether the code of a frame uses something that nobody knows while a generic body is checked."""
        by_symbol = self.program.instances.by_symbol
        for top in frame.function.body:
            for op in top.walk():
                if isinstance(op, kgen.Undefined) and op.attrs.get("unknown"):
                    return True
                if isinstance(op, kgen.Call):
                    callee = by_symbol.get(op.attrs["callee"].name)
                    if getattr(callee, "is_open", False):
                        return True
        return False

    def _run(self, frame: Frame, value: Rvalue | Place) -> Any:
        type = self.program.facts.ir_type(value.type)
        return self.frozen(frame, self._execute(frame, value, type), type)

    def frozen(self, frame: Frame, value: Any, type: t.Type) -> Any:
        """What compile-time code computed, with the memory it points to as constants."""
        try:
            return self.interpreter.freeze(value, type)
        except InterpreterError as failure:
            frame.fail(_public_code(failure.code), failure.message)

    def run_raw(self, frame: Frame, ssa: Value, type: t.Type) -> Any:
        """Runs a frame's code up to here and gives an SSA value, pointers still live in the interpreter."""
        return self._execute(frame, Rvalue(MlirT(type), ssa), type)

    def _execute(self, frame: Frame, value: Rvalue | Place, type: t.Type) -> Any:
        call = _lone_call(frame, value)
        if call is not None:
            func = self.program.instances.function(call.attrs["callee"].name)
            if isinstance(func, kgen.Func):
                (raw,) = self._interpret(frame, func, _constants(call))
                return raw
        self._scratch += 1
        body = frame.function.body
        mapping: dict[Value, Value] = {}
        copy = Region()
        for op in body:
            copy.append(op.clone(mapping))
        self._check_closed(copy, frame)
        func = kgen.Func(
            (),
            (),
            {
                "name": f"comptime.{self._scratch}",
                "type": t.FunctionType((), (t.I1, type)),
                "linkage": "internal",
                "inline": "",
                "source_name": "compile-time code",
            },
            (copy,),
            frame.loc,
        )
        inner = Frame(self.program, frame.scope, func)
        inner.loc = frame.loc
        wanted = value.ssa if isinstance(value, Rvalue) else value.pointer
        if wanted not in mapping:
            frame.fail(
                "not-comptime",
                "this is known only at run time, where a compile-time value is expected:"
                " a parameter in square brackets, or a 'comptime' constant",
            )
        if isinstance(value, Rvalue):
            ssa = mapping.get(value.ssa, value.ssa)
        else:
            ssa = inner.load(mapping.get(value.pointer, value.pointer), type)
            for kept in value.keeps:
                assert isinstance(kept.variable, Variable)
                slot = mapping.get(kept.variable.op.results[0])
                if slot is not None:
                    inner.emit(kgen.VarUse, (slot,), (), {"path": (), "soft": True})
            if value.root is not None:
                slot = mapping.get(value.root.op.results[0])
                if slot is not None:
                    inner.emit(kgen.VarMove, (slot,), (), {"path": value.path})
        for op in list(copy):
            self._widen_error_returns(op, type)
        inner.emit(kgen.Return, (inner.constant(False, t.I1), ssa))
        self.program.complete(func)
        raised, raw = self._interpret(frame, func, [])
        if raised:
            frame.fail("comptime-raised", "this compile-time expression raised an error")
        return raw

    def _widen_error_returns(self, op: Op, type: t.Type) -> None:
        """Error returns made while the result type was not known yet get a second value."""
        for inner in list(op.walk()):
            if isinstance(inner, kgen.Return) and len(inner.operands) == 1:
                assert inner.parent is not None
                undefined = kgen.Undefined((), (type,), {}, (), inner.loc)
                inner.parent.insert_before(inner, undefined)
                inner.operands.append(undefined.results[0])
                undefined.results[0].uses.append(inner)

    def _check_closed(self, body: Region, frame: Frame) -> None:
        """Compile-time code may not use run-time values; constants from outside are copied in."""
        defined: set[Value] = set()
        for top in body:
            for op in list(top.walk()):
                for i, operand in enumerate(op.operands):
                    if operand in defined:
                        continue
                    owner = operand.owner
                    if not isinstance(owner, kgen.Constant):
                        frame.fail(
                            "not-comptime",
                            "this needs a value that is known only at run time,"
                            " where a compile-time value is expected",
                        )
                    copy = owner.clone({})
                    assert body.first is not None
                    body.insert_before(body.first, copy)
                    op.set_operand(i, copy.results[0])
                    defined.add(copy.results[0])
                defined.update(op.results)

    def _interpret(self, frame: Frame, func: kgen.Func, args: list[object]) -> list[object]:
        if func.attrs.get("broken"):
            raise CompileError()  # reported already: code with mistakes is not run
        try:
            results = self.interpreter.run(func, args)
        except InterpreterError as failure:
            code = _public_code(failure.code)
            place, note = (
                failure.loc or frame.loc,
                Note("while running this code at compile time", frame.loc),
            )
            if code == "comptime-limit" and failure.loc is not None:
                is_library = is_in_library(self.program, failure.loc)
                place, note = frame.loc, Note("it was here by then", failure.loc, is_library)
            raise CompileError(error(code, place, failure.message, [note])) from None
        self._show_output()
        return results

    def _show_output(self) -> None:
        output = getattr(self.interpreter, "output", None)
        if output:
            self.program.comptime_output(bytes(output))
            output.clear()


def _lone_call(frame: Frame, value: Rvalue | Place) -> kgen.Call | None:
    """The call with constant arguments that is all there is to a value: most compile-time code is one, `dtype.size_of()`,
    and needs no function around it to run.
    """
    if not isinstance(value, Rvalue) or value.keeps:
        return None
    call = value.ssa.owner
    if not isinstance(call, kgen.Call) or len(call.results) != 1:
        return None
    if any(op is not call and not isinstance(op, kgen.Constant) for op in frame.function.body):
        return None
    is_closed = all(isinstance(operand.owner, kgen.Constant) for operand in call.operands)
    return call if is_closed and call.parent is frame.function.body else None


def _constants(call: kgen.Call) -> list[object]:
    return [
        operand.owner.attrs["value"]
        for operand in call.operands
        if isinstance(operand.owner, kgen.Constant)
    ]


_FAULTS = {
    "comptime-limit": ("step-limit", "recursion-limit", "memory-limit"),
    "comptime-abort": ("abort", "unreachable"),
    "comptime-division-by-zero": ("division-by-zero",),
    "comptime-unsupported": (
        "unsupported",
        "external-call",
        "intrinsic",
        "unknown-function",
        "unknown-symbol",
        "function-address",
        "cyclic-value",
    ),
}
"""The faults of the interpreter by the codes that users see; all others are wrong uses of memory."""


def _public_code(fault: str) -> str:
    kind = fault.removeprefix("comptime-")
    return next((code for code, kinds in _FAULTS.items() if kind in kinds), "comptime-memory")
