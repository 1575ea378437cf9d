"""Function instances: one concrete function per (declaration, owner, parameters), its body elaborated once.

`Abi` fixes how an instance is called. Inputs, in order: the environments of capturing closures among its parameters,
its arguments, the result pointer (memory results), the error pointer (raising functions). Results: the raised flag
(raising functions), then the value or reference.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ember.dialects import kgen, lit
from ember.dialects import types as t
from ember.dialects.constants import HeapRef
from ember.elab.instances.call_sites import resolve_call_sites
from ember.elab.instances.closures import enter_closure
from ember.elab.instances.function_cache import Promise, stable_text
from ember.elab.instances.literals import is_literal, known_argument, refuse_literals_around
from ember.elab.instances.symbols import symbol_of
from ember.elab.messages.backtrace import explain_way
from ember.elab.model.declarations import FunctionDecl
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    ClosureRef,
    FunctionRef,
    ParamValue,
    SourceType,
    StructGen,
    StructT,
)
from ember.elab.model.values import (
    ClosureVal,
    Known,
    Place,
    Rvalue,
    Val,
    Variable,
)
from ember.elab.resolution.interiors import Interiors
from ember.elab.resolution.lending import lent, lent_behind
from ember.elab.type_facts.archetypes import is_open
from ember.elab.type_facts.signatures import Signature
from ember.ir.nodes import Region, SymbolRef, Value
from ember.support.diagnostics import CompileError, Note, error

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

MAX_DEPTH = 400  # bodies elaborated inside one another


class Abi:
    """How a function is called, as IR types."""

    __slots__ = ("arg_by_pointer", "arg_types", "inputs", "raises", "result", "results")

    def __init__(self, program: Program, signature: Signature, environments: int) -> None:
        facts = program.facts
        inputs: list[t.Type] = [t.POINTER] * environments
        self.arg_types: list[SourceType] = []
        self.arg_by_pointer: list[bool] = []
        for arg in signature.args:
            type = program.callables.received_type(arg)
            by_pointer = arg.convention in ("mut", "ref") and not arg.info.variadic
            by_pointer = by_pointer or not facts.is_register(type)
            self.arg_types.append(type)
            if known_argument(signature, arg.info.name) is not None:
                self.arg_by_pointer.append(False)
                inputs.append(t.NONE)
                continue
            self.arg_by_pointer.append(by_pointer)
            inputs.append(t.POINTER if by_pointer else facts.ir_type(type))
        self.raises = signature.raises
        results: list[t.Type] = [t.I1] if self.raises else []
        result = signature.result
        if signature.result_ref:
            self.result = "reference"
            results.append(t.POINTER)
        elif not facts.is_register(result):
            self.result = "memory"
            inputs.append(t.POINTER)
        elif facts.ir_type(result) is t.NONE:
            self.result = "none"
        else:
            self.result = "value"
            results.append(facts.ir_type(result))
        if self.raises:
            inputs.append(t.POINTER)
        self.inputs = inputs
        self.results = results


def _first_request(instance: Instance) -> Any:
    """Where the first instance of the function that leads to itself was asked for."""
    first, current = instance, instance.parent
    while current is not None:
        first = current if current.decl is instance.decl else first
        current = current.parent
    return first.requested


class Instance:
    """A concrete function, declared first and elaborated when needed."""

    __slots__ = (
        "abi",
        "closures",
        "decl",
        "depth",
        "func",
        "identity",
        "inline",
        "is_broken",
        "is_open",
        "is_volatile",
        "parent",
        "raised",
        "requested",
        "signature",
        "state",
        "symbol",
    )

    def __init__(
        self,
        decl: FunctionDecl,
        signature: Signature,
        abi: Abi,
        symbol: str,
        closures: tuple[ClosureRef, ...],
    ) -> None:
        self.decl = decl
        self.signature = signature
        self.abi = abi
        self.symbol = symbol
        self.closures = closures
        self.inline = decl.inline
        self.state = "declared"  # then "elaborating", then "done"
        self.depth = 0  # how many generic instances are in the chain that led to it
        self.is_open = False  # its parameters are not known: it is called, and never elaborated
        self.is_broken = False  # mistakes were found in it, and reported
        self.identity: str | None = None  # what it is in every program (see `function_cache.py`)
        self.is_volatile = False  # its code depends on who asked for it first
        self.raised = signature.effect == "raises"
        self.requested: Any = None  # the call that first asked for it
        self.parent: Instance | None = None  # the instance whose body has that call
        self.func = kgen.Func(
            (),
            (),
            {
                "name": symbol,
                "type": t.FunctionType(tuple(abi.inputs), tuple(abi.results)),
                "linkage": "internal",
                "inline": decl.inline,
                "is_declaration": False,
                "source_name": decl.qualified_name,
            },
            (Region(abi.inputs),),
            decl.loc,
        )


class Instances:
    """All instances of the program and the queue of those still to be elaborated."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.by_key: dict[tuple[object, ...], Instance] = {}
        self.by_symbol: dict[str, Any] = {}  # Instance, kgen.Func (synthesised) or kgen.Global
        self.queue: deque[Instance] = deque()
        self.globals: dict[tuple[bytes, int], str] = {}
        self.stack: list[Instance] = []
        self.prefix = ""  # of symbols, where two programs' functions meet

    def get(
        self,
        decl: FunctionDecl,
        owner: ParamValue | None,
        params: dict[str, ParamValue],
        signature: Signature,
        own: ClosureRef | None = None,
    ) -> Instance:
        """The instance for these parameters; `own` is the closure whose body this is."""
        key = (decl, owner, tuple(params.values()), own)
        found = self.by_key.get(key)
        if found is not None:
            return found
        if self.program.definitions.is_checking and (
            own is not None or is_open(owner) or any(map(is_open, params.values()))
        ):
            return self._declared(key, decl, owner, params, signature)
        if not decl.has_body and "__mlir" not in decl.name:
            raise CompileError(
                error(
                    "missing-body",
                    decl.loc,
                    f"'{decl.qualified_name}' has no body and cannot be called",
                )
            )
        self._check_count(decl)
        closures = tuple(dict.fromkeys(closures_in((owner, *params.values(), own))))
        abi = Abi(self.program, signature, len(closures))
        functions = self.program.functions
        identity = functions.identity(decl, owner, params) if own is None else None
        known = functions.find(identity) if identity is not None else None
        if known is not None:
            symbol, func, raised = known
            instance = Instance(decl, signature, abi, symbol, closures)
            instance.func, instance.raised, instance.state = func, raised, "done"
            instance.identity = identity
            self.by_key[key] = self.by_symbol[symbol] = instance
            return instance
        symbol = self.unique_symbol(decl, owner, params)
        instance = Instance(decl, signature, abi, symbol, closures)
        if is_literal(self.program.facts, signature.result):
            instance.inline = "always"
        instance.identity = identity
        instance.requested = self.program.current_loc
        instance.parent = self.stack[-1] if self.stack else None
        is_generic = bool(params) or bool(getattr(owner, "args", ()))  # there is no end to these
        instance.depth = instance.parent.depth + is_generic if instance.parent is not None else 0
        self._check_depth(instance)
        self.by_key[key] = instance
        self.by_symbol[symbol] = instance
        if instance.inline == "always" or signature.effect == "inferred":
            self.elaborate(instance)
        else:
            self.queue.append(instance)
        return instance

    def _declared(
        self,
        key: tuple[object, ...],
        decl: FunctionDecl,
        owner: ParamValue | None,
        params: dict[str, ParamValue],
        signature: Signature,
    ) -> Instance:
        """A function of open types, for calls from code that is only checked."""
        symbol = self.unique_symbol(decl, owner, params)
        instance = Instance(decl, signature, Abi(self.program, signature, 0), symbol, ())
        instance.is_open = True
        self.by_key[key] = self.by_symbol[symbol] = instance
        return instance

    def _check_count(self, decl: FunctionDecl) -> None:
        limit = self.program.budgets.instances
        if len(self.by_key) >= limit:
            message = (
                f"the program needs more than {limit} function instances, one of them "
                f"'{decl.qualified_name}'; '--max-instances N' allows more"
            )
            raise CompileError(error("too-many-instances", self._place(decl), message))

    def _check_depth(self, instance: Instance) -> None:
        limit = self.program.budgets.instance_depth
        if instance.depth > limit:
            message = (
                f"'{instance.decl.qualified_name}' is instantiated without end: {limit} instances "
                "ask for one another; '--max-instance-depth N' allows more"
            )
            again = Note("it asks for itself here", self._place(instance.decl))
            place = _first_request(instance)
            raise CompileError(error("instantiation-depth", place, message, [again]))

    def _place(self, decl: FunctionDecl) -> Any:
        return self.program.current_loc or decl.loc

    def unique_symbol(
        self, decl: FunctionDecl, owner: ParamValue | None, params: dict[str, ParamValue]
    ) -> str:
        base = self.prefix + symbol_of(decl, owner, params)
        symbol, number = base, 1
        while symbol in self.by_symbol:
            number += 1
            symbol = f"{base}#{number}"
        return symbol

    def drain(self) -> None:
        """Elaborates everything that was asked for; mistakes in one function do not hide those in another."""
        while self.queue:
            instance = self.queue.popleft()
            try:
                self.elaborate(instance)
            except CompileError as failure:
                self.program.report(failure)

    def elaborate(self, instance: Instance) -> None:
        if instance.state != "declared":
            return
        if instance.is_open:
            raise CompileError()  # nobody knows its parameters
        if len(self.stack) > MAX_DEPTH:
            raise CompileError(
                error(
                    "instantiation-depth",
                    instance.decl.loc,
                    f"'{instance.decl.qualified_name}' needs more than {MAX_DEPTH} nested instantiations",
                )
            )
        instance.state = "elaborating"
        self.stack.append(instance)
        previous = self.program.current_loc
        try:
            self._body(instance)
        except CompileError as failure:
            instance.is_broken = True
            mistakes = self.program.definitions.behind(instance.decl)
            if mistakes:
                raise CompileError(*mistakes) from None
            explain_way(self.program, instance, failure.diagnostics)
            raise
        finally:
            self.stack.pop()
            self.program.current_loc = previous
            instance.state = "done"
        self.program.functions.remember(instance)

    # -- bodies ----------------------------------------------------------------------------------

    def _body(self, instance: Instance) -> None:
        decl = instance.decl
        if decl.op.attrs.get("broken"):
            raise CompileError()  # its mistakes were reported when it was read
        frame = Frame(self.program, instance.signature.scope, instance.func)
        frame.signature = instance.signature
        frame.loc = decl.loc
        frame.may_raise = instance.signature.raises
        inputs = instance.func.body.args
        for reference, environment in zip(instance.closures, inputs, strict=False):
            frame.environments[reference] = ClosureVal(reference, environment, ())
        own = next((c for c in instance.closures if c.closure.decl is decl), None)
        frame.recovers = not self.program.names.is_library(decl.module)
        frame.interiors = Interiors() if frame.recovers else None  # the library is trusted
        refuse_literals_around(frame, instance.signature)
        enter_closure(frame, instance, own)
        self.bind_arguments(frame, instance, inputs[len(instance.closures) :])
        if instance.abi.raises:
            frame.error_pointer = inputs[-1]
        self.program.run_body(frame, decl.op.body)
        if frame.failures is not None:
            raise CompileError(*frame.failures)
        self.finish(frame)
        if instance.signature.effect == "inferred":
            instance.raised = frame.raised

    def finish(self, frame: Frame) -> None:
        """Ends a body: the implicit return, the parts of variables, the destructors."""
        self.close(frame)
        self.program.complete(frame.function, frame.interiors)

    def close(self, frame: Frame) -> None:
        """Ends a body, all but the destructors."""
        if not frame.is_terminated:
            self.program.return_nothing(frame)
        for variable in frame.variables:
            if variable.partial:
                self._describe_parts(variable)

    def _describe_parts(self, variable: Variable) -> None:
        type = variable.type
        if not isinstance(type, StructT):
            return
        paths = {
            op.attrs["path"]
            for op in variable.op.results[0].uses
            if op.attrs.get("path") and op.operands[0] is variable.op.results[0]
        }
        if variable.op.attrs.get("deinit"):
            paths |= {(i,) for i in range(len(type.decl.fields))}
        variable.op.set_attr("parts", self._parts(type, paths))
        if variable.op.attrs["destroy"] is not None:
            variable.op.set_attr("guarded", tuple(self._guarded(type, (), paths)))
        variable.op.set_attr("part_names", tuple(f.attrs["name"] for f in type.decl.fields))

    def _parts(self, type: SourceType, paths: set[tuple[int, ...]]) -> tuple[object, ...]:
        if not paths or not isinstance(type, StructT):
            return ()
        parts = []
        for i, field in enumerate(self.program.facts.fields(type)):
            inner = {p[1:] for p in paths if p[0] == i and len(p) > 1}
            parts.append((self.program.facts.destroy_symbol(field), self._parts(field, inner)))
        return tuple(parts)

    def _guarded(
        self, type: SourceType, at: tuple[int, ...], paths: set[tuple[int, ...]]
    ) -> Iterator[tuple[int, ...]]:
        """The parts with a destructor of their own, written by the user, that could be taken apart."""
        if not paths or not isinstance(type, StructT):
            return
        if self.program.facts.destroy_hook(type) is not None:
            yield at
        for i, field in enumerate(self.program.facts.fields(type)):
            inner = {p[1:] for p in paths if p[0] == i and len(p) > 1}
            yield from self._guarded(field, (*at, i), inner)

    def bind_arguments(self, frame: Frame, instance: Instance, inputs: list[Value]) -> None:
        """Gives the arguments of a body the values that come in."""
        signature = instance.signature
        decl = instance.decl
        body_args = list(decl.op.body.args)
        explicit = 0
        for info, formal in zip(decl.args, body_args, strict=True):
            if info.convention == "out":
                frame.values[formal] = self._result_slot(frame, instance, inputs, info.name)
                continue
            type = instance.abi.arg_types[explicit]
            value = inputs[explicit]
            value.name = info.name or None
            by_pointer = instance.abi.arg_by_pointer[explicit]
            explicit += 1
            known = known_argument(signature, info.name)
            if known is not None:
                frame.values[formal] = Known(known)
                continue
            if info.convention == "mut" and by_pointer and self._is_refilled(decl, formal, type):
                frame.values[formal] = self._refillable(frame, info.name, type, value)
                continue
            frame.values[formal] = self._argument(
                frame, info.convention, info.name, type, value, by_pointer
            )
        if decl.out_index < 0 and instance.abi.result == "memory":
            self._hidden_result(frame, signature, inputs[len(signature.args)])

    def _argument(
        self,
        frame: Frame,
        convention: str,
        name: str,
        type: SourceType,
        value: Value,
        by_pointer: bool,
    ) -> Val:
        if convention in ("var", "deinit"):
            variable = frame.variable(
                name, type, pointer=value if by_pointer else None, initialized=True
            )
            variable.is_argument = True
            if not by_pointer:
                frame.store(value, variable.pointer)
            frame.refers_to(variable, lent_behind(frame, name, type))
            if convention == "deinit":
                self._take_apart(frame, variable)
            return frame.place_of(variable)
        if by_pointer:
            mutable = convention == "mut"
            if convention == "ref":
                known = frame.scope.bindings.get(f"#{name}.mut")
                mutable = known is None or bool(known.raw)
            return Place(type, value, mutable, keeps=lent(frame, name, type, mutable))
        return Rvalue(type, value, frame.lent(lent_behind(frame, name, type)))

    def _is_refilled(self, decl: FunctionDecl, formal: Value, type: SourceType) -> bool:
        """Whether the body moves an argument's value or a field of it away, or ends it by assigning another.

        In the library the old value ends at the assignment: that is cheaper (6 % of `bench/library/string_replace`).
        """
        if any(isinstance(use, lit.Transfer) for use in formal.uses):
            return True
        if self._is_taken_apart(formal, type):
            return True
        if self.program.names.is_library(decl.module):
            return False
        assigns = any(isinstance(u, lit.Assign) and u.operands[0] is formal for u in formal.uses)
        return assigns and self.program.facts.destroy_symbol(type) is not None

    def _is_taken_apart(self, value: Value, type: SourceType) -> bool:
        """Whether the body transfers a field of a value, or a field of a field."""
        if not isinstance(type, StructT):
            return False
        for use in value.uses:
            if not isinstance(use, lit.Attribute):
                continue
            place = type.decl.field_names.get(use.attrs["name"])
            if place is None:
                continue
            result = use.results[0]
            if any(isinstance(u, (lit.Transfer, lit.Attribute)) for u in result.uses):
                field = self.program.facts.fields(type)[place]
                is_moved = any(isinstance(u, lit.Transfer) for u in result.uses)
                if is_moved and not self.program.facts.is_register(field):
                    return True
                if self._is_taken_apart(result, field):
                    return True
        return False

    @staticmethod
    def _refillable(frame: Frame, name: str, type: SourceType, pointer: Value) -> Val:
        """A `mut` argument whose value ends in the body: it must have one again at each return."""
        variable = frame.variable(name, type, pointer=pointer, initialized=True)
        variable.op.set_attr("must_end_initialized", True)
        variable.op.set_attr("lent", True)
        variable.is_argument = True
        return frame.place_of(variable)

    def _take_apart(self, frame: Frame, variable: Variable) -> None:
        """A `deinit` argument: its fields end one by one, the whole has no destructor any more."""
        variable.op.set_attr("destroy", None)
        variable.op.set_attr("linear", "")
        if isinstance(variable.type, StructT) and not self.program.facts.is_register(variable.type):
            variable.op.set_attr("deinit", True)
            variable.partial = True

    def _result_slot(self, frame: Frame, instance: Instance, inputs: list[Value], name: str) -> Val:
        result = instance.signature.result
        by_pointer = instance.abi.result == "memory"
        pointer = inputs[len(instance.signature.args)] if by_pointer else None
        is_empty = isinstance(result, StructT) and not result.decl.fields
        variable = frame.variable(name, result, pointer=pointer, initialized=is_empty)
        variable.op.set_attr("must_end_initialized", True)
        variable.is_argument = True
        frame.result_variable = variable
        return frame.place_of(variable)

    def _hidden_result(self, frame: Frame, signature: Signature, pointer: Value) -> None:
        variable = frame.variable("", signature.result, pointer=pointer)
        variable.op.set_attr("must_end_initialized", True)
        variable.is_argument = True
        frame.result_variable = variable

    # -- globals and lookup ----------------------------------------------------------------------

    def constant_bytes(self, data: bytes, alignment: int) -> str:
        """The symbol of a constant global holding these bytes."""
        key = (data, alignment)
        symbol = self.globals.get(key)
        if symbol is None:
            digest = sha256(data).hexdigest()[:16]
            symbol = self.globals[key] = f"{self.prefix}constant.{digest}.{alignment}"
            if symbol in self.by_symbol:
                return symbol
            op = kgen.Global(
                (),
                (),
                {
                    "name": symbol,
                    "type": t.ArrayType(len(data), t.BYTE),
                    "value": tuple(data),
                    "constant": True,
                    "linkage": "internal",
                    "alignment": alignment,
                },
            )
            self.by_symbol[symbol] = op
            self.program.output.body.append(op)
        return symbol

    def constant(self, raw: Any, type: t.Type) -> str:
        """The symbol of a constant global holding a compile-time value; heap memory becomes constant data too."""
        value = self._static(raw)
        text = stable_text(value)
        if text is None:
            symbol = f"{self.prefix}value#{len(self.by_symbol)}"
        else:
            digest = sha256(f"{type}{text}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
            symbol = f"{self.prefix}value.{digest}"
        if symbol in self.by_symbol:
            return symbol
        attrs = {
            "name": symbol,
            "type": type,
            "value": value,
            "constant": True,
            "linkage": "internal",
            "alignment": 0,
        }
        op = kgen.Global((), (), attrs)
        self.by_symbol[symbol] = op
        self.program.output.body.append(op)
        return symbol

    def _static(self, raw: Any) -> Any:
        if isinstance(raw, HeapRef):
            if raw.offset or raw.block.slots:
                raise CompileError(
                    error(
                        "not-comptime",
                        None,
                        "a constant with nested heap memory cannot be static",
                    )
                )
            return SymbolRef(self.constant_bytes(raw.block.data, max(1, raw.block.alignment)))
        return tuple(map(self._static, raw)) if raw.__class__ is tuple else raw

    def function(self, symbol: str) -> Any:
        """The IR of a symbol for the compile-time interpreter, elaborated now if it was not yet."""
        found = self.by_symbol.get(symbol)
        if isinstance(found, Promise):
            return self.program.functions.keep(found)
        if isinstance(found, Instance):
            self.elaborate(found)
            if found.state == "elaborating":
                name = found.decl.qualified_name
                message = f"'{name}' needs what it computes itself, while it is being compiled"
                raise CompileError(error("cyclic-alias", self._place(found.decl), message))
            if found.is_broken or found.func.attrs.get("broken"):
                raise CompileError()  # reported already: code with mistakes is not run
            self.settle_call_sites(found)
            return found.func
        return found

    def settle_call_sites(self, instance: Instance) -> None:
        """An always-inlined function that is called all the same gets one place for all its calls."""
        if instance.func.take_attr("call_sites"):
            resolve_call_sites(instance.func.body.first, instance.requested)


def closures_in(values: Any) -> list[ClosureRef]:
    """Every capturing closure that occurs in parameter values."""
    found: list[ClosureRef] = []
    for value in values:
        if isinstance(value, ClosureRef):
            if value.closure.captures:
                found.append(ClosureRef(value.closure))
        elif isinstance(value, tuple):
            found.extend(closures_in(value))
        elif isinstance(value, StructT):
            if mentions_closure(value):
                found.extend(closures_in(value.args))
        elif isinstance(value, StructGen):
            found.extend(closures_in(value.args))
        elif isinstance(value, FunctionRef):
            found.extend(closures_in((value.owner, *value.bound)))
    return found


def mentions_closure(value: Any) -> bool:
    """Whether a closure or a function occurs in a parameter value."""
    if isinstance(value, StructT):
        known = value.facts.get("closures")
        if known is None:
            known = value.facts["closures"] = any(map(mentions_closure, value.args))
        return bool(known)
    if value.__class__ is tuple:
        return any(map(mentions_closure, value))
    return isinstance(value, (ClosureRef, FunctionRef, StructGen))
