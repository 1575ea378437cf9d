"""Function bodies: structured control flow to basic blocks.

An open `if`, `loop`, `block` or function is a `_Frame` on an explicit stack, so nesting depth is not limited. Code that
cannot be reached (after a `break`, `return`, …) is not written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ember.codegen import arithmetic, calls, memory
from ember.codegen.debug import DebugInfo
from ember.codegen.emitter import Emitter, Rule, unsupported
from ember.dialects import hlcf, kgen
from ember.ir.nodes import Op


class _Frame:
    """An op whose region is being written."""

    __slots__ = ("end", "incoming", "is_end_used", "op", "region", "start")

    def __init__(self, op: Op, start: str, end: str) -> None:
        self.op = op
        self.start = start
        """Where `continue` goes; of an `if`, its second arm, while that is not yet written."""
        self.end = end
        """The block after the op."""
        self.is_end_used = False
        self.region = 0
        self.incoming: list[tuple[str, list[str]]] = []
        """For an `if` with results: each block that yields and the values it brings."""


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
        e = self._emitter
        then, otherwise, end = e.fresh_label(), e.fresh_label(), e.fresh_label()
        frame = _Frame(op, otherwise, end)
        condition = e.names[op.operands[0]]
        if op.regions[1].first is None and not op.results:
            frame.region = 1
            frame.is_end_used = True
            otherwise = end
        e.out.append(f"  br i1 {condition}, label %{then}, label %{otherwise}")
        self._stack.append(frame)
        self._begin_block(then)
        return op.regions[0].first

    def _enter_loop(self, op: Op) -> Op | None:
        e = self._emitter
        head, end = e.fresh_label(), e.fresh_label()
        frame = _Frame(op, head, end)
        self._jump(head)
        if op.attrs.get("unroll"):
            latch = frame.start = e.fresh_label()
            self._write_latch(latch, head, op.attrs["unroll"])
        self._stack.append(frame)
        self._begin_block(head)
        return op.regions[0].first

    def _write_latch(self, latch: str, head: str, unroll: int) -> None:
        """The one block that jumps back, with what LLVM should do about the loop."""
        e = self._emitter
        wish = "full" if unroll < 0 else "count"
        count = "" if unroll < 0 else f", i32 {unroll}"
        hint = e.add_metadata(f'!{{!"llvm.loop.unroll.{wish}"{count}}}')
        number = len(e.metadata)
        loop = e.add_metadata(f"distinct !{{!{number}, {hint}}}")
        e.out.append(f"{latch}:")
        e.out.append(f"  br label %{head}, !llvm.loop {loop}")

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
            if isinstance(op, hlcf.If) and frame.region == 0:
                frame.region = 1
                self._begin_block(frame.start)
                return op.regions[1].first
            stack.pop()
            if not stack:
                return None
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
            self._jump(frame.start)
        else:
            frame.is_end_used = True
            self._jump(frame.end)

    def _merge(self, op: Op, incoming: list[tuple[str, list[str]]]) -> None:
        """The results of an `if`: one value per arm that gets here."""
        e = self._emitter
        live = [result for result in op.results if not e.types[result.type].is_none]
        for position, result in enumerate(live):
            values = [(names[position], block) for block, names in incoming]
            if len(values) == 1:
                e.names[result] = values[0][0]
            else:
                pairs = ", ".join(f"[ {name}, %{block} ]" for name, block in values)
                e.define(result, f"phi {e.types[result.type].text} {pairs}")

    def _yield(self, op: Op) -> Op | None:
        e, frame = self._emitter, self._stack[-1]
        names = [e.names[v] for v in op.operands if not e.types[v.type].is_none]
        frame.incoming.append((self._block, names))
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
        frame = self._target(op)
        frame.is_end_used = True
        self._jump(frame.end)
        return self._leave(falls_through=False)

    def _continue(self, op: Op) -> Op | None:
        frame = self._target(op)
        if not isinstance(frame.op, hlcf.Loop):
            raise unsupported(op, "must name a loop")
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


def _constant(e: Emitter, op: Op) -> None:
    result = op.results[0]
    if not e.types[result.type].is_none:
        e.names[result] = e.constants.text(op.attrs["value"], result.type)


def _undefined(e: Emitter, op: Op) -> None:
    e.names[op.results[0]] = "undef"


_RULES: Final[dict[type[Op], Rule]] = {
    **arithmetic.RULES,
    **memory.RULES,
    **calls.RULES,
    kgen.Constant: _constant,
    kgen.Undefined: _undefined,
}
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
