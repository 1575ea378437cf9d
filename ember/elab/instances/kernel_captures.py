"""What a kernel captured, as one block of values.

On the host, the environment of a closure holds addresses of variables and of other environments. A device cannot follow
them: for a launch everything is copied into one block, which the kernel reads instead.

    environment:  (step, &data, &inner environment)      block:  (step, data, (what inner captured))
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ember.dialects import pop
from ember.dialects import types as t
from ember.dialects.layout import size_of
from ember.elab.model.frame import Frame
from ember.ir.nodes import Value

if TYPE_CHECKING:
    from ember.elab.instances.closures import Capture, Closure


def block_type(closure: Closure, facts: Any) -> t.Type:
    """The block for all that a closure captured."""
    fields = tuple(_block_field(capture, facts) for capture in closure.captures)
    return t.StructType(fields) if fields else t.NONE


def _block_field(capture: Capture, facts: Any) -> t.Type:
    if capture.closure is not None:
        return block_type(capture.closure.closure, facts)
    type: t.Type = facts.ir_type(capture.type)
    return type


def closures_within(closure: Closure) -> Iterator[Closure]:
    """A closure and those it captured."""
    yield closure
    for capture in closure.captures:
        if capture.closure is not None:
            yield from closures_within(capture.closure.closure)


def captured_variables(closure: Closure) -> Iterator[Capture]:
    """Everything captured that is not itself a closure."""
    for one in closures_within(closure):
        yield from (capture for capture in one.captures if capture.closure is None)


def copied_block(frame: Frame, closure: Closure, environment: Value, facts: Any) -> Value:
    """Copies what an environment holds and points to into a block; gives its address."""
    type = block_type(closure, facts)
    block = frame.emit(pop.StackAllocation, (), (t.POINTER,), {"type": type, "count": 1})
    _fill(frame, closure, environment, block.results[0], facts)
    return block.results[0]


def _fill(frame: Frame, closure: Closure, environment: Value, block: Value, facts: Any) -> None:
    source_type, target_type = closure.environment_type(facts), block_type(closure, facts)
    for i, capture in enumerate(closure.captures):
        source = frame.field_pointer(environment, source_type, i)
        target = frame.field_pointer(block, target_type, i)
        if capture.closure is not None:
            if capture.closure.closure.captures:
                inner = source if capture.by_value else frame.load(source, t.POINTER)
                _fill(frame, capture.closure.closure, inner, target, facts)
            continue
        if not capture.by_value:
            source = frame.load(source, t.POINTER)
        size = frame.constant(size_of(facts.ir_type(capture.type)), t.INDEX)
        frame.emit(pop.MemoryCopy, (target, source, size), (), {"overlapping": False})
