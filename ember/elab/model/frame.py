"""`Frame`: one function while its body is elaborated: where ops go, what names denote, where exits lead."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ember.dialects import hlcf, kgen, pop
from ember.dialects import types as t
from ember.dialects.evaluate import evaluate
from ember.elab.model.declarations import Scope
from ember.elab.model.types import ClosureRef, ParamValue, SourceType, tracks_origin
from ember.elab.model.values import (
    NO_KEEPS,
    ClosureVal,
    Keeps,
    Place,
    Rvalue,
    Val,
    Variable,
    inside,
    join_keeps,
    uncertain,
)
from ember.ir.nodes import Op, Region, SymbolRef, Value
from ember.support.diagnostics import CompileError, Diagnostic, Fix, Note, error
from ember.support.edition import MEANINGS, Edition

if TYPE_CHECKING:
    from ember.elab.elaborator import Program
    from ember.elab.resolution.interiors import Interiors
    from ember.elab.type_facts.signatures import Signature


class LoopExit:
    """A loop being elaborated: `loop` is repeated, `block` is left by `break` (the `else` clause lies between)."""

    __slots__ = ("block", "finals", "loop")

    def __init__(self, loop: Op, block: Op, finals: int) -> None:
        self.loop = loop
        self.block = block
        self.finals = finals  # how many `finally` clauses surround the loop


class Handler:
    """Where an error goes: into `slot`, then out of `block`. The first error fixes the type of all, if nothing else does."""

    __slots__ = ("block", "error_type", "finals", "fixed_by", "slot")

    def __init__(self, block: Op, finals: int, error_type: SourceType | None = None) -> None:
        self.block = block
        self.finals = finals
        self.error_type = error_type
        self.fixed_by: Any = None  # the place of what fixed the type
        self.slot: Variable | None = None  # made for the first error


_USUAL: Final = MEANINGS[Edition.V1.value]


class Frame:
    """The state of one function's elaboration. Services are reached through `program`."""

    __slots__ = (
        "call_means",
        "call_site",
        "call_slots",
        "collecting",
        "environments",
        "error_pointer",
        "errors",
        "failures",
        "finals",
        "function",
        "handlers",
        "interiors",
        "is_comptime",
        "is_sketch",
        "loc",
        "loops",
        "may_raise",
        "own_closures",
        "program",
        "raised",
        "recovers",
        "region",
        "result_variable",
        "scope",
        "signature",
        "values",
        "variables",
    )

    def __init__(self, program: Program, scope: Scope, function: kgen.Func) -> None:
        self.program = program
        self.scope = scope
        self.function = function
        self.region: Region = function.body
        self.values: dict[Value, Val] = {}
        self.loc: Any = None
        self.call_site: Any = None  # while an argument's default is evaluated: where the call is
        self.call_means = _USUAL  # … and what the code around it means
        self.call_slots: Sequence[Any] = ()  # … and what it gives for each argument
        self.loops: list[LoopExit] = []
        self.handlers: list[Handler] = []
        self.finals: list[
            Any
        ] = []  # enclosing `finally` clauses: (action, handlers around it), outermost first
        self.errors: list[Val] = []  # the errors of the `except` clauses around
        self.collecting: list[Any] = []  # the comprehensions and long displays around
        self.signature: Signature | None = None
        self.result_variable: Variable | None = None
        self.error_pointer: Value | None = None
        self.may_raise = True
        self.raised = False
        self.is_comptime = False
        self.interiors: Interiors | None = None  # where references to interiors are checked
        self.is_sketch = False  # whether a generic body is checked where it is written
        self.environments: dict[ClosureRef, ClosureVal] = {}
        self.own_closures: dict[str, Any] = {}
        self.variables: list[Variable] = []
        self.recovers = False  # whether a mistake in one statement lets the next one be checked
        self.failures: list[Diagnostic] | None = None  # the mistakes so far, if there are any

    # -- diagnostics -----------------------------------------------------------------------------

    def fail(
        self,
        code: str,
        message: str,
        loc: Any = None,
        notes: Sequence[Note] = (),
        fix: Fix | None = None,
    ) -> NoReturn:
        raise CompileError(error(code, loc or self.loc, message, notes, fix))

    # -- emitting ops ----------------------------------------------------------------------------

    def emit(
        self,
        cls: type[Op],
        operands: Sequence[Value] = (),
        result_types: Sequence[t.Type] = (),
        attrs: dict[str, Any] | None = None,
        regions: Sequence[Region] = (),
    ) -> Op:
        op = cls(operands, result_types, attrs, regions, self.loc)
        self.region.append(op)
        return op

    def pure(
        self,
        cls: type[Op],
        operands: Sequence[Value],
        result_type: t.Type,
        attrs: dict[str, Any] | None = None,
    ) -> Value:
        """The result of a pure op, folded to a constant when its operands are constants."""
        raws = []
        for operand in operands:
            owner = operand.owner
            if owner.__class__ is not kgen.Constant:
                break
            raws.append(owner.attrs["value"])
        else:
            op = cls(operands, (result_type,), attrs, (), self.loc)
            folded = evaluate(op, raws)
            if folded is not None:
                op.drop_references()
                return self.constant(folded[0], result_type)
            self.region.append(op)
            return op.results[0]
        op = cls(operands, (result_type,), attrs, (), self.loc)
        self.region.append(op)
        return op.results[0]

    def pure_clone(self, op: Op) -> list[Value]:
        """Appends a copied op, folded if it is pure and its operands are constants by now."""
        if op.is_pure and op.__class__ is not kgen.Constant and len(op.results) == 1:
            raws = []
            for operand in op.operands:
                owner = operand.owner
                if owner.__class__ is not kgen.Constant:
                    break
                raws.append(owner.attrs["value"])
            else:
                folded = evaluate(op, raws)
                if folded is not None:
                    op.drop_references()
                    return [self.constant(folded[0], op.results[0].type)]
        self.region.append(op)
        return op.results

    def constant(self, raw: Any, type: t.Type) -> Value:
        return self.emit(kgen.Constant, (), (type,), {"value": raw}).results[0]

    def index(self, value: int) -> Value:
        return self.constant(value, t.INDEX)

    def load(self, pointer: Value, type: t.Type) -> Value:
        if type is t.NONE:
            return self.constant((), type)
        return self.emit(pop.Load, (pointer,), (type,)).results[0]

    def store(self, value: Value, pointer: Value) -> None:
        if value.type is not t.NONE:
            self.emit(pop.Store, (value, pointer))

    def field_address(self, pointer: Value, type: SourceType, index: int) -> Value:
        """Where a field of a value of a source type is; a struct of one field is its field."""
        if self.program.facts.is_its_field(type):
            return pointer
        return self.field_pointer(pointer, self.program.facts.ir_type(type), index)

    def field_pointer(self, pointer: Value, struct: t.Type, index: int) -> Value:
        return self.emit(
            kgen.StructGep, (pointer,), (pointer.type,), {"struct": struct, "index": index}
        ).results[0]

    def plain(self, pointer: Value) -> Value:
        """The address that functions take, where a place lies in one of a device's own memories."""
        if pointer.type is t.POINTER:
            return pointer
        return self.pure(pop.PointerCast, (pointer,), t.POINTER)

    def address_of(self, symbol: str) -> Value:
        return self.emit(kgen.AddressOf, (), (t.POINTER,), {"symbol": SymbolRef(symbol)}).results[0]

    @property
    def is_terminated(self) -> bool:
        """Whether control cannot reach the end of the current region."""
        last = self.region.last
        return last is not None and last.is_terminator

    def depth_to(self, target: Op) -> int:
        """The `depth` a break from here needs to leave `target`."""
        depth = 0
        op = self.region.parent
        while op is not target:
            assert op is not None, "the target of a break encloses it"
            if isinstance(op, (hlcf.Block, hlcf.Loop)):
                depth += 1
            op = op.parent_op
        return depth

    def open_loop(self, unroll: int) -> tuple[Op, Op]:
        """A loop in a block: leaving the block ends it."""
        block = self.emit(hlcf.Block, (), (), {}, (Region(),))
        loop = hlcf.Loop((), (), {"unroll": unroll}, (Region(),), self.loc)
        block.regions[0].append(loop)
        return block, loop

    def run_finals(self, keep: int) -> None:
        """Runs the `finally` clauses that an exit passes, innermost first, but for the outermost `keep`."""
        finals, handlers = self.finals, self.handlers
        for i in range(len(finals) - 1, keep - 1, -1):
            self.finals = finals[:i]
            final, known_handlers = finals[i]
            self.handlers = handlers[:known_handlers]
            final()
        self.finals, self.handlers = finals, handlers

    # -- variables -------------------------------------------------------------------------------

    def variable(
        self,
        name: str,
        type: SourceType,
        *,
        pointer: Value | None = None,
        initialized: bool = False,
        region: Region | None = None,
        anchor: Op | None = None,
        at_anchor: bool = False,
    ) -> Variable:
        """A new owned slot, here or after `anchor` in `region`."""
        facts = self.program.facts
        ir_type = facts.ir_type(type)
        op = kgen.Var(
            () if pointer is None else (pointer,),
            (t.POINTER,),
            {
                "name": name,
                "type": ir_type,
                "destroy": facts.destroy_symbol(type),
                "parts": (),
                "initialized": initialized,
                "linear": facts.linear_reason(type),
            },
            (),
            self.loc,
        )
        if not at_anchor:
            self.region.append(op)
        else:
            assert region is not None
            if anchor is not None:
                region.insert_after(anchor, op)
            elif region.first is not None:
                region.insert_before(region.first, op)
            else:
                region.append(op)
        op.results[0].name = name or None
        variable = Variable(name, type, op, self.loc)
        self.variables.append(variable)
        return variable

    def temporary(self, type: SourceType) -> Variable:
        return self.variable("", type)

    def cleared(self, variable: Variable, path: tuple[int, ...] = ()) -> None:
        """Marks that the slot (or field) is written from here on; what it held has ended."""
        if path:
            variable.partial = True
        self.emit(kgen.VarClear, (variable.op.results[0],), (), {"path": path})

    def initialized(
        self, variable: Variable, path: tuple[int, ...] = (), is_copy: bool = False
    ) -> None:
        """Marks that the slot (or field) has just been written; `is_copy`: nothing else happened since it was declared."""
        if path:
            variable.partial = True
        attrs = {"path": path, "copied": True} if is_copy else {"path": path}
        self.emit(kgen.VarInit, (variable.op.results[0],), (), attrs)

    def moved(self, variable: Variable, path: tuple[int, ...] = ()) -> None:
        if path:
            variable.partial = True
        self.emit(kgen.VarMove, (variable.op.results[0],), (), {"path": path})

    def use(self, value: Val, is_read: bool = True) -> None:
        """Keeps alive what the value is part of or refers to, until here; not `is_read`: only that."""
        if isinstance(value, Place) and value.root is not None:
            self.emit(kgen.VarUse, (value.root.op.results[0],), (), {"path": value.path})
            if is_read and self.interiors is not None:
                self.interiors.used(self, value.root)
            self.keep(value.root.keeps, value.root, is_read)
            self.keep(value.keeps, None, is_read)
        elif isinstance(value, (Place, Rvalue)):
            self.keep(value.keeps, None, is_read)

    def keep(self, keeps: Keeps, holder: Variable | None = None, is_read: bool = True) -> None:
        """Something that refers to these variables, if it is one itself the `holder`, is used here."""
        for keep in keeps:
            if isinstance(keep.variable, Variable):
                path = tuple(itertools.takewhile(lambda step: step.__class__ is int, keep.path))
                attrs = {"path": path, "soft": True, "refers": keep.certain}
                operands = [keep.variable.op.results[0]]
                if holder is not None and holder.op.attrs["destroy"] is not None:
                    operands.append(holder.op.results[0])
                self.emit(kgen.VarUse, operands, (), attrs)
        if keeps and is_read and self.interiors is not None:
            self.interiors.used_through(self, keeps)

    def loses(self, place: Place) -> bool:
        """Whether nobody would see a change of the place: an expression of a program of edition 1 has just made it."""
        if self.interiors is None or self.scope.module.means.has_old_functions:
            return False
        return place.is_temporary and place.write_back is None

    def place_of(self, variable: Variable, is_temporary: bool = False) -> Place:
        return Place(
            variable.type, variable.pointer, True, variable, (), NO_KEEPS, is_temporary=is_temporary
        )

    def refers_to(self, holder: Variable, keeps: Keeps, whole: bool = False) -> None:
        """From now on using `holder` keeps these variables alive; `whole`: what it referred to before, it does not now."""
        tracks = tracks_origin(holder.type)
        if keeps:
            inner = (
                inside(k.variable.keeps) if k.certain else uncertain(k.variable.keeps)
                for k in keeps
            )
            added = join_keeps(keeps, *inner)
            if not tracks:
                added = uncertain(added)
            elif self.interiors is not None:
                added = self.interiors.taken(self, holder, added, whole)
            joined = join_keeps(holder.keeps, added)
            holder.keeps = tuple(k for k in joined if k.variable is not holder)
        elif whole and tracks and self.interiors is not None:
            self.interiors.taken(self, holder, keeps, whole)

    def lent(self, keeps: Keeps) -> Keeps:
        """What a reference that a call gave refers to, from here on."""
        if not keeps or self.interiors is None:
            return keeps
        return self.interiors.lent(self, keeps)

    def changed(self, places: Keeps) -> None:
        """What was referred to inside these places may be gone from here on."""
        if self.interiors is not None:
            self.interiors.changed(self, places)

    def lookup(self, name: str) -> ParamValue | None:
        return self.program.names.lookup(self.scope, name)
