"""Function bodies: structured control flow to basic blocks.

An open `if`, `loop`, `block` or function is a `_Frame` on an explicit stack, so nesting depth is not limited. Code that
cannot be reached (after a `break`, `return`, …) is not written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ember.codegen.text import arithmetic, calls, memory
from ember.codegen.text.debug import DebugInfo
from ember.codegen.text.emitter import EmitRule, Emitter, unsupported
from ember.dialects import hlcf, kgen
from ember.ir.nodes import Op, Value


class _Frame:
    """An op whose region is being written."""

    __slots__ = (
        "back",
        "end",
        "entry",
        "head",
        "incoming",
        "is_end_used",
        "op",
        "phis_at",
        "region",
        "start",
    )

    def __init__(self, op: Op, start: str, end: str) -> None:
        self.op = op
        self.start = start
        """Where `continue` goes; of an `if`, its second arm, while that is not yet written."""
        self.end = end
        """The block after the op."""
        self.is_end_used = False
        self.region = 0
        self.incoming: list[tuple[str, list[str]]] = []
        """Each block that comes to the end and the values it brings for the results."""
        self.entry: tuple[str, list[str]] = ("", [])
        """Of a loop with values: the block before it and the values it starts with."""
        self.back: list[tuple[str, list[str]]] = []
        """The blocks that start another round and the values they bring."""
        self.head = start
        self.phis_at = 0
        """Where the loop's `phi`s are to be written, when all of these are known."""


class BodyWriter:
    """Writes the bodies of functions into `emitter.out`."""

    __slots__ = ("_block", "_debug", "_emitter", "_stack")

    def __init__(self, emitter: Emitter, debug: DebugInfo | None) -> None:
        self._emitter = emitter
        self._debug = debug
        self._stack: list[_Frame] = []
        self._block = "entry"
        """The basic block being written, which `phi` has to name."""

    def write(self, function: Op) -> None:
        e, debug, stack = self._emitter, self._debug, self._stack
        self._block = "entry"
        stack.append(_Frame(function, "", ""))
        op = function.regions[0].first
        start = 0
        while stack:
            source = op or stack[-1].op
            if debug is not None:
                start = len(e.out)
            if op is None:
                op = self._leave(falls_through=True)
            elif (rule := _RULES.get(type(op))) is not None:
                rule(e, op)
                op = op.next
            else:
                op = self._control(op)
            if debug is not None:
                debug.attach(source, start)

    def _control(self, op: Op) -> Op | None:
        step = _STEPS.get(type(op))
        if step is None:
            raise unsupported(op, "has no LLVM form")
        return step(self, op)

    def _begin_block(self, label: str) -> None:
        self._emitter.out.append(f"{label}:")
        self._block = label

    def _jump(self, label: str) -> None:
        self._emitter.out.append(f"  br label %{label}")

    # -- entering --------------------------------------------------------------------------------------

    def _enter_if(self, op: Op) -> Op | None:
        """The branch; an arm that is nothing but a jump needs no block: the branch goes where the jump goes."""
        e = self._emitter
        end = e.fresh_label()
        frame = _Frame(op, "", end)
        self._stack.append(frame)
        then, otherwise = (self._arm_label(frame, arm.first) for arm in op.regions)
        if then == otherwise:  # the ways of a `phi` must come from blocks of their own
            then = ""
        for arm, label in zip(op.regions, (then, otherwise), strict=True):
            if label and arm.first is not None:
                frame_of_jump, ways = self._way(arm.first)
                ways.append((self._block, self._names(arm.first.operands)))
                frame_of_jump.is_end_used |= ways is frame_of_jump.incoming
        frame.region = 0 if not then else 1
        first, second = then or e.fresh_label(), otherwise or e.fresh_label()
        condition = e.names[op.operands[0]]
        e.out.append(f"  br i1 {condition}, label %{first}, label %{second}")
        frame.start = "" if otherwise else second
        if not then:
            self._begin_block(first)
            return op.regions[0].first
        if not otherwise:
            self._begin_block(second)
            return op.regions[1].first
        return self._leave(falls_through=False)

    def _arm_label(self, frame: _Frame, first: Op | None) -> str:
        """Where an arm jumps that does nothing else, "" for any other."""
        if first is None:
            if frame.op.results:
                return ""
            frame.is_end_used = True
            return frame.end
        if first.__class__ not in _JUMPS:
            return ""
        target, ways = self._way(first)
        return target.end if ways is target.incoming else target.start

    def _way(self, jump: Op) -> tuple[_Frame, list[tuple[str, list[str]]]]:
        """The frame a jump goes to, and its list of ways to the end or back to the start."""
        if isinstance(jump, hlcf.Yield):
            return self._stack[-1], self._stack[-1].incoming
        target = self._target(jump)
        return target, target.back if isinstance(jump, hlcf.Continue) else target.incoming

    def _enter_loop(self, op: Op) -> Op | None:
        e = self._emitter
        head, end = e.fresh_label(), e.fresh_label()
        frame = _Frame(op, head, end)
        frame.entry = (self._block, self._names(op.operands))
        self._jump(head)
        self._stack.append(frame)
        self._begin_block(head)
        frame.phis_at = len(e.out)
        for argument in op.regions[0].args:
            if not e.types[argument.type].is_none:
                e.names[argument] = e.fresh()
                e.out.append("")
        if op.attrs.get("unroll"):
            frame.start = e.fresh_label()
        return op.regions[0].first

    def _close_loop(self, frame: _Frame) -> None:
        """Writes what had to wait for the last jump to the start: the `phi`s, and the latch of a loop with a wish."""
        e, op = self._emitter, frame.op
        back = frame.back
        if op.attrs.get("unroll") and back:
            back = [self._write_latch(frame, op.attrs["unroll"])]
        live = [arg for arg in op.regions[0].args if not e.types[arg.type].is_none]
        for position, argument in enumerate(live):
            pairs = _pairs([frame.entry, *back], position)
            line = f"  {e.names[argument]} = phi {e.types[argument.type].text} {pairs}"
            e.out[frame.phis_at + position] = line

    def _write_latch(self, frame: _Frame, unroll: int) -> tuple[str, list[str]]:
        """The one block that jumps back, with what LLVM should do about the loop."""
        e = self._emitter
        wish = "full" if unroll < 0 else "count"
        count = "" if unroll < 0 else f", i32 {unroll}"
        hint = e.add_metadata(f'!{{!"llvm.loop.unroll.{wish}"{count}}}')
        number = len(e.metadata)
        loop = e.add_metadata(f"distinct !{{!{number}, {hint}}}")
        e.out.append(f"{frame.start}:")
        live = [a.type for a in frame.op.regions[0].args if not e.types[a.type].is_none]
        values = [
            e.assign(f"phi {e.types[type].text} {_pairs(frame.back, position)}")
            for position, type in enumerate(live)
        ]
        e.out.append(f"  br label %{frame.head}, !llvm.loop {loop}")
        return frame.start, values

    def _enter_block(self, op: Op) -> Op | None:
        self._stack.append(_Frame(op, "", self._emitter.fresh_label()))
        return op.regions[0].first

    # -- leaving ---------------------------------------------------------------------------------------

    def _leave(self, falls_through: bool) -> Op | None:
        """Ends the innermost region and gives the op to go on with."""
        e, stack = self._emitter, self._stack
        while True:
            frame = stack[-1]
            op = frame.op
            if falls_through:
                self._fall_out(frame)
            if frame.region == 0 and frame.start and isinstance(op, hlcf.If):
                frame.region = 1
                self._begin_block(frame.start)
                return op.regions[1].first
            stack.pop()
            if not stack:
                return None
            if isinstance(op, hlcf.Loop):
                self._close_loop(frame)
            if frame.is_end_used:
                self._begin_block(frame.end)
                if op.results:
                    self._merge(op, frame.incoming)
                return op.next
            falls_through = False
            for result in op.results:
                e.names[result] = "poison"

    def _fall_out(self, frame: _Frame) -> None:
        op = frame.op
        if isinstance(op, kgen.Func):
            returns = self._emitter.result_type(op.attrs["type"].results)
            self._emitter.out.append("  ret void" if returns == "void" else "  unreachable")
        elif isinstance(op, hlcf.Loop):
            frame.back.append((self._block, []))
            self._jump(frame.start)
        else:
            frame.is_end_used = True
            self._jump(frame.end)

    def _merge(self, op: Op, incoming: list[tuple[str, list[str]]]) -> None:
        """The results of an op: one value per way to its end."""
        e = self._emitter
        live = [result for result in op.results if not e.types[result.type].is_none]
        for position, result in enumerate(live):
            if len(incoming) == 1:
                e.names[result] = incoming[0][1][position]
            else:
                e.define(result, f"phi {e.types[result.type].text} {_pairs(incoming, position)}")

    def _names(self, values: list[Value]) -> list[str]:
        """The operand texts of the values that have a run-time form."""
        e = self._emitter
        return [e.names[value] for value in values if not e.types[value.type].is_none]

    def _yield(self, op: Op) -> Op | None:
        return self._go_to_end(self._stack[-1], op)

    def _go_to_end(self, frame: _Frame, op: Op) -> Op | None:
        frame.incoming.append((self._block, self._names(op.operands)))
        frame.is_end_used = True
        self._jump(frame.end)
        return self._leave(falls_through=False)

    def _target(self, op: Op) -> _Frame:
        """The block or loop that a `break` or `continue` names by its depth."""
        depth = op.attrs.get("depth") or 0
        for frame in reversed(self._stack):
            if isinstance(frame.op, (hlcf.Loop, hlcf.Block)):
                if depth == 0:
                    return frame
                depth -= 1
        raise unsupported(op, "leaves more blocks than there are")

    def _break(self, op: Op) -> Op | None:
        return self._go_to_end(self._target(op), op)

    def _continue(self, op: Op) -> Op | None:
        frame = self._target(op)
        if not isinstance(frame.op, hlcf.Loop):
            raise unsupported(op, "must name a loop")
        frame.back.append((self._block, self._names(op.operands)))
        self._jump(frame.start)
        return self._leave(falls_through=False)

    def _return(self, op: Op) -> Op | None:
        e = self._emitter
        values = e.arguments(op.operands)
        if len(values) <= 1:
            e.out.append(f"  ret {values[0]}" if values else "  ret void")
            return self._leave(falls_through=False)
        struct = e.result_type([value.type for value in op.operands])
        name = "poison"
        for position, value in enumerate(values):
            name = e.assign(f"insertvalue {struct} {name}, {value}, {position}")
        e.out.append(f"  ret {struct} {name}")
        return self._leave(falls_through=False)

    def _unreachable(self, op: Op) -> Op | None:
        self._emitter.out.append("  unreachable")
        return self._leave(falls_through=False)


def _pairs(incoming: list[tuple[str, list[str]]], position: int) -> str:
    """What a `phi` lists: the value and the block of each way in."""
    return ", ".join([f"[ {names[position]}, %{block} ]" for block, names in incoming])


def _constant(e: Emitter, op: Op) -> None:
    result = op.results[0]
    if not e.types[result.type].is_none:
        e.names[result] = e.constants.text(op.attrs["value"], result.type)


def _undefined(e: Emitter, op: Op) -> None:
    e.names[op.results[0]] = "undef"


def _is_compile_time(e: Emitter, op: Op) -> None:
    e.names[op.results[0]] = e.constants.text(False, op.results[0].type)


_RULES: Final[dict[type[Op], EmitRule]] = {
    **arithmetic.RULES,
    **memory.RULES,
    **calls.RULES,
    kgen.Constant: _constant,
    kgen.Undefined: _undefined,
    kgen.IsCompileTime: _is_compile_time,
}
_JUMPS: Final = frozenset({hlcf.Break, hlcf.Continue, hlcf.Yield})
_STEPS: Final[dict[type[Op], Callable[[BodyWriter, Op], Op | None]]] = {
    hlcf.If: BodyWriter._enter_if,
    hlcf.Loop: BodyWriter._enter_loop,
    hlcf.Block: BodyWriter._enter_block,
    hlcf.Break: BodyWriter._break,
    hlcf.Continue: BodyWriter._continue,
    hlcf.Yield: BodyWriter._yield,
    kgen.Return: BodyWriter._return,
    kgen.Unreachable: BodyWriter._unreachable,
}
