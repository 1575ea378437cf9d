"""Expressions: each `lit` expression op to the value it denotes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ember.dialects import hlcf, kgen, lit, pop
from ember.dialects import types as t
from ember.dialects.layout import size_of
from ember.elab.bodies.waiting import (
    DEFERRABLE,
    Feeding,
    is_open_callee,
    is_open_value,
    is_vague_value,
)
from ember.elab.messages import suggestions
from ember.elab.model.declarations import AliasDecl, Scope
from ember.elab.model.frame import Frame
from ember.elab.model.operators import BINARY, COMPARE, SWAPPED, UNARY
from ember.elab.model.types import (
    DEFERRED,
    REST,
    UNBOUND,
    AliasGen,
    Const,
    FunctionT,
    Hole,
    OriginV,
    SourceType,
    StructGen,
    TraitT,
    has_hole,
    spell,
)
from ember.elab.model.values import (
    POISON,
    Argument,
    BoundMethod,
    Choice,
    ClosureVal,
    ContextualMember,
    Display,
    Known,
    Local,
    Place,
    Rvalue,
    Val,
    keeps_of,
)
from ember.elab.type_facts.archetypes import Unknown, depends_on_values, is_open, will_be_known
from ember.ir.nodes import Op, Region, Value
from ember.support.diagnostics import CompileError

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

Evaluator = Callable[[Frame, Any], Val]


class Expressions:
    """Evaluates expression ops; statements live in `statements.py`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._feeding = Feeding()
        self.rules: dict[type[Op], Evaluator] = {
            lit.Name: self._name,
            lit.Literal: self._literal,
            lit.TString: self._tstring,
            lit.Attribute: self._attribute,
            lit.ContextualMember: self._contextual_member,
            lit.Subscript: self._subscript,
            lit.Slice: self._slice,
            lit.Call: self._call,
            lit.Binary: self._binary,
            lit.Unary: self._unary,
            lit.Compare: self._compare,
            lit.BoolOp: self._bool_op,
            lit.Ternary: self._ternary,
            lit.Display: self._display,
            lit.Comprehension: self._comprehension,
            lit.Transfer: self._transfer,
            lit.Comptime: self._comptime,
            lit.TypeOf: self._type_of,
            lit.ElementType: self._element_type,
            lit.OriginOf: self._origin_of,
            lit.FunctionTypeExpr: self._function_type,
            lit.MlirType: self._mlir_type,
            lit.MlirAttr: self._mlir_attr,
            lit.MlirOp: self._mlir_op,
            lit.Closure: self._closure,
            lit.LocalAlias: self._local_alias,
            lit.ImportName: self._import_name,
            lit.Await: self._await,
        }

    # -- running ops -----------------------------------------------------------------------------

    def region(self, frame: Frame, region: Region) -> list[Val]:
        """Evaluates an expression region; gives what it yields."""
        op = region.first
        while op is not None:
            if op.__class__ is lit.Yield:
                return [self.value(frame, v) for v in op.operands]
            self.evaluate(frame, op)
            op = op.next
        return []

    def evaluate(self, frame: Frame, op: Op) -> None:
        """Evaluates one op unless it can wait until its value is asked for."""
        if isinstance(op, DEFERRABLE) and self._may_be_parameter(frame, op):
            frame.values.pop(op.results[0], None)
            return
        rule = self.rules.get(op.__class__)
        if rule is None:
            self.program.statements.execute(frame, op)
            return
        frame.loc = op.loc or frame.loc
        value = rule(frame, op)
        frame.values[op.results[0]] = POISON if frame.is_sketch and is_vague_value(value) else value

    def _may_be_parameter(self, frame: Frame, op: Op) -> bool:
        """Whether the op computes an item of a subscript that may be a parameter list, to be known at compile time."""
        subscript = self._feeding.subscript(op)
        if subscript is None:
            return False
        base = frame.values.get(subscript.operands[0])
        return not isinstance(base, (Place, Rvalue, Local)) or (
            isinstance(base, Local) and isinstance(base.bound, (Known, ClosureVal))
        )

    def value(self, frame: Frame, value: Value) -> Val:
        """What an operand denotes, evaluated now if it was put off."""
        found = frame.values.get(value)
        if found is None:
            owner = value.owner
            rule = self.rules.get(owner.__class__) if isinstance(owner, Op) else None
            if rule is None or not isinstance(owner, Op):
                frame.fail(
                    "use-of-uninitialized", f"'{value.name or 'this name'}' has no value here"
                )
            previous = frame.loc
            frame.loc = owner.loc or frame.loc
            found = frame.values[value] = rule(frame, owner)
            frame.loc = previous
        if found is POISON:
            raise CompileError()
        return found

    def values(self, frame: Frame, operands: list[Value]) -> list[Val]:
        return [self.value(frame, v) for v in operands]

    # -- leaves ----------------------------------------------------------------------------------

    def _name(self, frame: Frame, op: lit.Name) -> Val:
        name = op.attrs["name"]
        own = frame.own_closures.get(name)
        if own is not None:
            return own  # type: ignore[no-any-return]
        value = self.program.names.lookup(frame.scope, name)
        if value is None:
            argument = self._argument(frame, name)
            if argument is not None:
                return argument
            near = suggestions.for_name(frame, name)
            frame.fail("unknown-name", f"'{name}' is not defined{near.text}", fix=near.fix)
        return Known(value)

    @staticmethod
    def _argument(frame: Frame, name: str) -> Val | None:
        """An argument named in its own signature, as in `type_of(x)`: only its type and mutability can matter."""
        current: Scope | None = frame.scope
        while current is not None:
            if name in current.arguments:
                mutable, type = current.arguments[name]
                if not isinstance(type, SourceType) or has_hole(type):
                    return Known(type if isinstance(type, Hole) else DEFERRED)
                detached = kgen.Undefined((), (t.POINTER,))
                return Place(type, detached.results[0], mutable)
            current = current.parent
        return None

    def _literal(self, frame: Frame, op: lit.Literal) -> Val:
        kind, value = op.attrs["kind"], op.attrs.get("value")
        library = self.program.library
        if kind == "int":
            return Known(Const(library.int_literal, value))
        if kind == "float":
            number = value if isinstance(value, Fraction) else Fraction(str(value).replace("_", ""))
            return Known(Const(library.float_literal, number))
        if kind == "string":
            data = value.encode() if isinstance(value, str) else value
            return Known(Const(library.string_literal, data))
        if kind == "bool":
            return Known(self.program.comptime.boolean(bool(value)))
        if kind == "none":
            return Known(self.program.comptime.none())
        return Known(UNBOUND if kind == "unbound" else REST)

    def _tstring(self, frame: Frame, op: lit.TString) -> Val:
        operands = iter(self.values(frame, op.operands))
        arguments = []
        for part in op.attrs["parts"]:
            if part is None:
                arguments.append(Argument(next(operands)))
            elif part:
                text = part if isinstance(part, bytes) else str(part).encode()
                arguments.append(Argument(Known(self.program.comptime.string(text))))
        decl = self.program.library.text_parts
        return self.program.calls.construct(frame, StructGen(decl, ()), arguments)

    # -- members, calls --------------------------------------------------------------------------

    def _attribute(self, frame: Frame, op: lit.Attribute) -> Val:
        name, result = op.attrs["name"], op.results[0]
        called = any(isinstance(u, lit.Call) and u.operands[0] is result for u in result.uses)
        return self.program.members.attribute(
            frame, self.value(frame, op.operands[0]), name, called
        )

    def _contextual_member(self, frame: Frame, op: lit.ContextualMember) -> Val:
        return ContextualMember(op.attrs["name"], op.loc)

    def arguments(self, frame: Frame, op: Op, operands: list[Value]) -> list[Argument]:
        return [
            Argument(self.value(frame, v), k, u, v.owner.loc if isinstance(v.owner, Op) else None)
            for v, k, u in zip(operands, op.attrs["keywords"], op.attrs["unpack"], strict=True)
        ]

    def _subscript(self, frame: Frame, op: lit.Subscript) -> Val:
        base = self.program.conversions.settle(frame, self.value(frame, op.operands[0]))
        self.program.current_loc = frame.loc
        takes_params = isinstance(base, (BoundMethod, ClosureVal)) or (
            isinstance(base, Known) and not isinstance(base.value, Const)
        )
        if takes_params:
            return self.program.members.subscript(frame, base, self._parameters(frame, op))
        items = self.arguments(frame, op, op.operands[1:])
        if any(is_open_value(item.value) for item in items):
            return Known(DEFERRED)
        return self.program.members.subscript(frame, base, items)

    def _parameters(self, frame: Frame, op: lit.Subscript) -> list[Argument]:
        """The items of a parameter list: computed at compile time even inside run-time code."""
        items = []
        for value, keyword, unpack in zip(
            op.operands[1:], op.attrs["keywords"], op.attrs["unpack"], strict=True
        ):
            if value not in frame.values and not frame.is_comptime:
                scratch = self.program.comptime.scratch(frame.scope, frame.values)
                scratch.environments = frame.environments
                scratch.own_closures = frame.own_closures
                scratch.loc = frame.loc
                found = self.program.comptime.param_value(scratch, self.value(scratch, value))
                frame.values[value] = Known(found)
            items.append(Argument(self.value(frame, value), keyword, unpack))
        return items

    def _slice(self, frame: Frame, op: lit.Slice) -> Val:
        operands = iter(self.values(frame, op.operands))
        parts = [
            next(operands) if p else Known(self.program.comptime.none())
            for p in op.attrs["present"]
        ]
        is_contiguous = (
            not op.attrs["present"][2] and not frame.scope.module.means.slices_have_steps
        )
        if is_contiguous:
            parts.pop()
        library = self.program.library
        decl = library.contiguous_slice if is_contiguous else library.slice
        target = self.program.names.resolve(decl, decl.module)
        return self.program.calls.construct(frame, target, [Argument(p) for p in parts])

    def _call(self, frame: Frame, op: lit.Call) -> Val:
        callee = self.value(frame, op.operands[0])
        arguments = self.arguments(frame, op, op.operands[1:])
        frame.loc = op.loc or frame.loc
        self.program.current_loc = frame.loc
        if isinstance(callee, ContextualMember):
            return ContextualMember(callee.name, callee.loc, (*callee.steps, ("call", arguments)))
        if is_open_callee(callee) or any(is_open_value(a.value) for a in arguments):
            return Known(DEFERRED)
        return self.known(self.program.calls.call(frame, callee, arguments))

    @staticmethod
    def known(value: Val) -> Val:
        """A register value that folded to a constant is a compile-time value."""
        if (
            isinstance(value, Rvalue)
            and not value.keeps
            and isinstance(value.ssa.owner, kgen.Constant)
        ):
            return Known(Const(value.type, value.ssa.owner.attrs["value"]))
        return value

    # -- operators -------------------------------------------------------------------------------

    def _binary(self, frame: Frame, op: lit.Binary) -> Val:
        lhs, rhs = self.values(frame, op.operands)
        frame.loc = op.loc or frame.loc
        return self.binary(frame, op.attrs["operator"], lhs, rhs)

    def binary(self, frame: Frame, operator: str, lhs: Val, rhs: Val) -> Val:
        if is_open_value(lhs) or is_open_value(rhs):
            return Known(DEFERRED)
        self.program.current_loc = frame.loc
        joined = self._join_traits(operator, lhs, rhs)
        if joined is not None:
            return joined
        stem = BINARY[operator]
        return self.known(self._dispatch(frame, operator, f"__{stem}__", f"__r{stem}__", lhs, rhs))

    @staticmethod
    def _join_traits(operator: str, lhs: Val, rhs: Val) -> Val | None:
        if operator != "&" or not isinstance(lhs, Known) or not isinstance(rhs, Known):
            return None
        a, b = lhs.value, rhs.value
        if isinstance(a, TraitT) and isinstance(b, TraitT):
            return Known(TraitT((*a.decls, *b.decls)))
        if isinstance(a, FunctionT) and isinstance(b, TraitT):
            return Known(a)
        if isinstance(a, TraitT) and isinstance(b, FunctionT):
            return Known(b)
        return None

    def _dispatch(
        self, frame: Frame, operator: str, name: str, reflected: str, lhs: Val, rhs: Val
    ) -> Val:
        """`lhs.name(rhs)`, else `rhs.reflected(lhs)`."""
        members, calls = self.program.members, self.program.calls
        lhs = self._operand(frame, lhs)
        rhs = self._operand(frame, rhs)
        method = None
        if frame.scope.module.means.has_old_functions:
            method = members.method(frame, lhs, f"{name[:-2]}_2025__")
        method = method or members.method(frame, lhs, name)
        failure: CompileError | None = None
        if method is not None:
            try:
                match = self.program.overloads.choose(
                    frame, method.function, [Argument(method.receiver), Argument(rhs)]
                )
            except CompileError as error:
                failure = error
            else:
                return calls.emit(frame, match)
        backwards = members.method(frame, rhs, reflected)
        if backwards is not None:
            try:
                match = self.program.overloads.choose(
                    frame, backwards.function, [Argument(backwards.receiver), Argument(lhs)]
                )
            except CompileError:
                pass
            else:
                return calls.emit(frame, match)
        promoted = self._promote(frame, name, lhs, rhs)
        if promoted is not None:
            return promoted
        self._no_operator(frame, operator, lhs, rhs, failure)
        raise AssertionError

    def _promote(self, frame: Frame, name: str, lhs: Val, rhs: Val) -> Val | None:
        """A left operand that converts to the right one's type: `1 + x`, `"a" + s`."""
        to = self.program.conversions.type_of(rhs)
        if to is None or not self.program.members.methods(to, name):
            return None
        cost = self.program.conversions.cost(frame, lhs, to, True, "read")
        if not cost:
            return None
        return self.program.calls.method(
            frame, self.program.conversions.convert(frame, lhs, to), name, rhs
        )

    def _operand(self, frame: Frame, value: Val) -> Val:
        value = self.program.conversions.settle(frame, value)
        return self.chosen(frame, value, None) if isinstance(value, Choice) else value

    def _no_operator(
        self, frame: Frame, operator: str, lhs: Val, rhs: Val, failure: CompileError | None
    ) -> None:
        types = [self.program.conversions.type_of(v) for v in (lhs, rhs)]
        if frame.is_sketch and any(map(depends_on_values, types)):
            raise CompileError()
        shown = [self.program.facts.shown(x) if x is not None else "this" for x in types]
        notes = failure.diagnostics[0].notes if failure is not None and failure.diagnostics else []
        if len(notes) == 1 and notes[0].is_library:
            notes = []
        frame.fail(
            "no-operator",
            f"'{operator}' does not work between '{shown[0]}' and '{shown[1]}'"
            + self._operator_hint(frame, operator, lhs, rhs),
            notes=notes,
        )

    def _operator_hint(self, frame: Frame, operator: str, lhs: Val, rhs: Val) -> str:
        if operator == "%" and self.program.members.method(frame, lhs, "format") is not None:
            return "; '.format(…)' puts values into a text"
        return self._conversion_hint(frame, lhs, rhs)

    def _conversion_hint(self, frame: Frame, lhs: Val, rhs: Val) -> str:
        """How one operand could be given the type of the other, if its type says how."""
        conversions, facts = self.program.conversions, self.program.facts
        targets: list[SourceType] = []
        for value, other in ((rhs, lhs), (lhs, rhs)):
            to = conversions.type_of(other)
            to = facts.materialized(to) if to is not None else None
            if to is not None and conversions.can_construct(frame, value, to, may_raise=False):
                targets.append(to)
        if not targets:
            return ""
        return f"; convert one of them, as in '{spell(max(targets, key=self._room))}(…)'"

    def _room(self, type: SourceType) -> tuple[bool, int]:
        """How much a number type can hold: floats more than integers, then the larger more than the smaller."""
        ir_type = self.program.facts.ir_type(type)
        is_float = isinstance(ir_type, t.SimdType) and ir_type.dtype.kind == "float"
        return is_float, size_of(ir_type)

    def _unary(self, frame: Frame, op: lit.Unary) -> Val:
        value = self.value(frame, op.operands[0])
        frame.loc = op.loc or frame.loc
        if is_open_value(value):
            return Known(DEFERRED)
        self.program.current_loc = frame.loc
        operator = op.attrs["operator"]
        if operator == "not":
            condition = self.as_condition(frame, value)
            return self.known(Rvalue(self.program.library.bool, self._negated(frame, condition)))
        operand = self._operand(frame, value)
        return self.known(self.program.calls.method(frame, operand, UNARY[operator]))

    @staticmethod
    def _negated(frame: Frame, condition: Value) -> Value:
        one = frame.constant(True, condition.type)
        return frame.pure(pop.Xor, (condition, one), condition.type)

    def _compare(self, frame: Frame, op: lit.Compare) -> Val:
        lhs, rhs = self.values(frame, op.operands)
        frame.loc = op.loc or frame.loc
        return self.compare(frame, op.attrs["operator"], lhs, rhs)

    def compare(self, frame: Frame, operator: str, lhs: Val, rhs: Val) -> Val:
        if is_open_value(lhs) or is_open_value(rhs):
            return Known(DEFERRED)
        self.program.current_loc = frame.loc
        if operator in COMPARE:
            if (
                isinstance(lhs, Known)
                and isinstance(rhs, Known)
                and isinstance(lhs.value, SourceType)
            ):
                unsure = self.program.builtins.unsure_equality(lhs.value, rhs.value)
                if unsure is not None:
                    return unsure
                same = lhs.value == rhs.value
                return Known(self.program.comptime.boolean(same == (operator == "==")))
            name = f"__{COMPARE[operator]}__"
            reflected = f"__{COMPARE[SWAPPED[operator]]}__"
            return self.known(self._dispatch(frame, operator, name, reflected, lhs, rhs))
        if operator in ("in", "not in"):
            found = self.program.calls.method(frame, rhs, "__contains__", lhs)
        else:
            if (
                operator == "is not"
                and self.program.members.method(frame, lhs, "__isnot__") is not None
            ):
                return self.known(self.program.calls.method(frame, lhs, "__isnot__", rhs))
            if self.program.members.method(frame, self._operand(frame, lhs), "__is__") is None:
                self._no_operator(frame, operator, self._operand(frame, lhs), rhs, None)
            found = self.program.calls.method(frame, lhs, "__is__", rhs)
        if operator.startswith("not") or operator.endswith("not"):
            condition = self.as_condition(frame, found)
            return self.known(Rvalue(self.program.library.bool, self._negated(frame, condition)))
        return self.known(found)

    def as_condition(self, frame: Frame, value: Val) -> Value:
        """The truth of a value as an SSA bool."""
        conversions = self.program.conversions
        value = conversions.settle(frame, value)
        if isinstance(value, Display):
            value = conversions.settle_default(frame, value)
        boolean = self.program.library.bool
        type = conversions.type_of(value)
        if type is not boolean:
            method = self.program.members.method(frame, value, "__bool__")
            if method is not None:
                value = self.program.calls.call(frame, method, [])
            value = conversions.convert(frame, value, boolean)
        return conversions.ssa(frame, value)

    def _settled_condition(self, frame: Frame, value: Val) -> Value:
        """The truth of a value; in compile-time code it is computed at once, so that only one arm is elaborated."""
        condition = self.as_condition(frame, value)
        if frame.is_comptime and not isinstance(condition.owner, kgen.Constant):
            boolean = self.program.library.bool
            raw = self.program.comptime.raw_of(frame, Rvalue(boolean, condition))
            if raw.__class__ is not Unknown:
                condition = frame.constant(raw, condition.type)
        return condition

    def _bool_op(self, frame: Frame, op: lit.BoolOp) -> Val:
        lhs = self.value(frame, op.operands[0])
        wants = op.attrs["operator"] == "and"
        if is_open_value(lhs):
            return Known(DEFERRED)
        conversions = self.program.conversions
        lhs = conversions.settle(frame, lhs)
        condition = self._settled_condition(frame, lhs)
        if isinstance(condition.owner, kgen.Constant):
            if bool(condition.owner.attrs["value"]) != wants:
                return lhs
            return self.region(frame, op.regions[0])[0]
        boolean = self.program.library.bool
        if conversions.type_of(lhs) is not boolean:
            return self._value_bool_op(frame, op, lhs, condition, wants)
        slot = self._slot(frame, condition.type)
        frame.store(condition, slot)
        inner = Region()
        other = Region()
        frame.emit(hlcf.If, (condition,), (), None, (inner, other) if wants else (other, inner))
        outer, frame.region = frame.region, inner
        rhs = self.region(frame, op.regions[0])[0]
        if is_open_value(rhs):
            frame.region = outer
            return Known(DEFERRED)
        frame.store(self.as_condition(frame, rhs), slot)
        frame.region = outer
        return Rvalue(boolean, frame.load(slot, condition.type))

    def _value_bool_op(
        self, frame: Frame, op: lit.BoolOp, lhs: Val, condition: Value, wants: bool
    ) -> Val:
        """`a or b` of values that are not Bool: one of the two."""
        then, otherwise = Region(), Region()
        slot = self._slot(frame, condition.type)
        frame.store(condition, slot)
        frame.emit(hlcf.If, (condition,), (), None, (then, otherwise))
        outer = frame.region
        frame.region = then if wants else otherwise
        rhs = self.program.conversions.settle(frame, self.region(frame, op.regions[0])[0])
        type_of, materialized = self.program.conversions.type_of, self.program.facts.materialized
        types = [type_of(v) for v in (lhs, rhs)]
        if None not in types and materialized(types[0]) is not materialized(types[1]):  # type: ignore[arg-type]
            frame.store(self.as_condition(frame, rhs), slot)
            frame.region = outer
            return Rvalue(self.program.library.bool, frame.load(slot, condition.type))
        frame.region = outer
        arms = (rhs, lhs) if wants else (lhs, rhs)
        return self._joined(frame, outer, (then, otherwise), arms)

    @staticmethod
    def _slot(frame: Frame, type: t.Type) -> Value:
        attrs = {"type": type, "count": 1, "alignment": 0, "name": ""}
        return frame.emit(pop.StackAllocation, (), (t.POINTER,), attrs).results[0]

    def _ternary(self, frame: Frame, op: lit.Ternary) -> Val:
        value = self.value(frame, op.operands[0])
        if is_open_value(value):
            return Known(DEFERRED)
        condition = self._settled_condition(frame, value)
        if isinstance(condition.owner, kgen.Constant):
            chosen = op.regions[0] if condition.owner.attrs["value"] else op.regions[1]
            return self.region(frame, chosen)[0]
        settle = self.program.conversions.settle
        then, otherwise = Region(), Region()
        branch = frame.emit(hlcf.If, (condition,), (), None, (then, otherwise))
        outer = frame.region
        frame.region = then
        first = settle(frame, self.region(frame, op.regions[0])[0])
        frame.region = otherwise
        second = settle(frame, self.region(frame, op.regions[1])[0])
        frame.region = outer
        if is_open_value(first) or is_open_value(second):
            return Known(DEFERRED)
        if frame.is_sketch and will_be_known(condition):
            return Known(DEFERRED)  # only one of them will be there
        if self._has_no_type_yet(first) and self._has_no_type_yet(second):
            branch.erase()
            return Choice(condition, first, second)
        return self._joined(frame, outer, (then, otherwise), (first, second))

    def _has_no_type_yet(self, value: Val) -> bool:
        """Whether the value takes its type from the context: a literal or a member of the expected type."""
        if isinstance(value, Known) and isinstance(value.value, Const):
            return self.program.facts.materialized(value.value.type) is not value.value.type
        return isinstance(value, ContextualMember)

    def chosen(self, frame: Frame, choice: Choice, type: SourceType | None) -> Val:
        """A choice between values without a type, now that the type is known (or is to be the default)."""
        then, otherwise = Region(), Region()
        frame.emit(hlcf.If, (choice.condition,), (), None, (then, otherwise))
        arms = (choice.then, choice.otherwise)
        return self._joined(frame, frame.region, (then, otherwise), arms, type)

    def _joined(
        self,
        frame: Frame,
        outer: Region,
        regions: tuple[Region, Region],
        arms: tuple[Val, Val],
        type: SourceType | None = None,
    ) -> Val:
        """Both arms of a branch as one value of a common type."""
        branch = regions[0].parent
        assert branch is not None
        if type is None:
            type = self._common_type(frame, arms)
        facts = self.program.facts
        variable = frame.variable("", type, region=outer, anchor=branch.prev, at_anchor=True)
        keeps: list[Any] = []
        for region, arm in zip(regions, arms, strict=True):
            frame.region = region
            converted = self.program.conversions.convert(frame, arm, type)
            keeps.append(keeps_of(converted))
            self.program.statements.initialize(frame, variable, converted)
        frame.region = outer
        if facts.is_register(type):
            loaded = self.program.conversions.ssa(frame, frame.place_of(variable))
            return Rvalue(type, loaded, variable.keeps)
        return frame.place_of(variable, is_temporary=True)

    def _common_type(self, frame: Frame, arms: tuple[Val, Val]) -> SourceType:
        conversions = self.program.conversions
        settled = [conversions.settle(frame, a) for a in arms]
        types = [conversions.type_of(a) for a in settled]
        facts = self.program.facts
        known = [facts.materialized(x) if x is not None else None for x in types]
        a, b = known
        if a is None and b is None:
            default = conversions.type_of(conversions.settle_default(frame, settled[0]))  # type: ignore[arg-type]
            assert default is not None
            return default
        if a is b or b is None:
            assert a is not None
            return a
        if a is None:
            return b
        if types[0] is not a and conversions.cost(frame, settled[0], b, True, "read") is not None:
            return b
        if conversions.cost(frame, settled[1], a, True, "read") is not None:
            return a
        if conversions.cost(frame, settled[0], b, True, "read") is not None:
            return b
        frame.fail(
            "type-mismatch", f"the two values have different types: '{spell(a)}' and '{spell(b)}'"
        )

    # -- displays --------------------------------------------------------------------------------

    def _display(self, frame: Frame, op: lit.Display) -> Val:
        items = self.values(frame, op.operands)
        if any(is_open_value(i) for i in items):
            return Known(DEFERRED)
        return Display(op.attrs["kind"], items, op.attrs["keywords"], op.attrs["unpack"], op.loc)

    def _comprehension(self, frame: Frame, op: lit.Comprehension) -> Val:
        return self.program.statements.comprehension(frame, op)

    def _transfer(self, frame: Frame, op: lit.Transfer) -> Val:
        return self.program.conversions.transferred(frame, self.value(frame, op.operands[0]))

    # -- compile time ----------------------------------------------------------------------------

    def _comptime(self, frame: Frame, op: lit.Comptime) -> Val:
        return Known(
            self.program.comptime.evaluate_region(op.regions[0], frame.scope, frame.values)
        )

    def aside(self, frame: Frame, region: Region) -> list[Val]:
        """Evaluates a region without leaving code behind."""
        outer = frame.region
        scratch = Region()
        scratch.parent = outer.parent
        frame.region = scratch
        try:
            return [self.program.conversions.settle(frame, v) for v in self.region(frame, region)]
        finally:
            frame.region = outer
            for op in scratch:
                op.drop_references()

    def _type_of(self, frame: Frame, op: lit.TypeOf) -> Val:
        value = self.aside(frame, op.regions[0])[0]
        if is_open_value(value):
            return (
                value
                if isinstance(value, Known) and isinstance(value.value, Hole)
                else Known(DEFERRED)
            )
        type = self.program.conversions.type_of(value)
        if type is None and isinstance(value, Display):
            type = self.program.conversions.type_of(
                self.program.conversions.settle_default(frame, value)
            )
        if type is None:
            frame.fail("cannot-infer-type", "this expression has no type of its own")
        return Known(type)

    def _element_type(self, frame: Frame, op: lit.ElementType) -> Val:
        value = self.value(frame, op.operands[0])
        if is_open_value(value):
            return Known(DEFERRED)
        type = self.program.members.as_type(value.value) if isinstance(value, Known) else None
        elements = self.program.facts.tuple_elements(type)
        if elements is None or len(elements) != op.attrs["count"]:
            text = "without a value, each name needs its own type: write 'Tuple[A, B]' with one per name"
            frame.fail("invalid-target", text)
        return Known(elements[op.attrs["index"]])

    def _origin_of(self, frame: Frame, op: lit.OriginOf) -> Val:
        mutable = True
        inner = op.regions[0]
        argument = self._named_argument(frame, inner)
        if argument is not None:
            return Known(OriginV(argument))
        values = self.aside(frame, inner)
        if not values:
            return Known(OriginV(False, tracked=False))
        for value in values:
            if isinstance(value, Place):
                mutable = mutable and value.mutable
            elif isinstance(value, Known) and isinstance(value.value, OriginV):
                mutable = mutable and value.value.mutable
        return Known(OriginV(mutable))

    def _named_argument(self, frame: Frame, region: Region) -> bool | None:
        """`origin_of(argument)` in a signature: whether the argument may be changed; None when it is no argument."""
        for top in region:
            if isinstance(top, lit.Name):
                current: Scope | None = frame.scope
                while current is not None:
                    if top.attrs["name"] in current.arguments:
                        return current.arguments[top.attrs["name"]][0]
                    current = current.parent
        return None

    def _function_type(self, frame: Frame, op: lit.FunctionTypeExpr) -> Val:
        return Known(self.program.callables.type_expression(frame, op))

    def _mlir_type(self, frame: Frame, op: lit.MlirType) -> Val:
        return Known(
            self.program.mlir.type_value(frame, op.attrs["parts"], self.values(frame, op.operands))
        )

    def _mlir_attr(self, frame: Frame, op: lit.MlirAttr) -> Val:
        return Known(
            self.program.mlir.attribute(frame, op.attrs["parts"], self.values(frame, op.operands))
        )

    def _mlir_op(self, frame: Frame, op: lit.MlirOp) -> Val:
        values = self.values(frame, op.operands)
        if any(is_open_value(v) or (frame.is_sketch and self._has_open_type(v)) for v in values):
            return Known(DEFERRED)
        return self.known(self.program.mlir.operation(frame, op, values))

    def _has_open_type(self, value: Val) -> bool:
        return is_open(self.program.conversions.type_of(value))

    def _closure(self, frame: Frame, op: lit.Closure) -> Val:
        made = self.program.closures.make(frame, op)
        if isinstance(made, ClosureVal):
            self.program.definitions.nested(frame, made.reference.closure)
        return made

    def _local_alias(self, frame: Frame, op: lit.LocalAlias) -> Val:
        decl = AliasDecl(op, frame.scope.module)
        if decl.params:
            scope = Scope(frame.scope.module, {}, None, frame.scope)
            return Known(AliasGen(decl, scope))
        return Known(self.program.comptime.alias(decl, frame.scope, dict(frame.values)))

    def _import_name(self, frame: Frame, op: lit.ImportName) -> Val:
        return Known(self.program.names.from_module(frame.scope.module, op, op.attrs["name"]))

    def _await(self, frame: Frame, op: lit.Await) -> Val:
        value = self.program.conversions.settle(frame, self.value(frame, op.operands[0]))
        type = self.program.conversions.type_of(value)
        methods = self.program.members.methods(type, "__await__")
        if op.of_variable and any(m.args[0].convention in ("var", "deinit") for m in methods):
            value = self.program.conversions.transferred(frame, value)
        return self.program.calls.method(frame, value, "__await__")
