"""Lifetimes: every value is destroyed once, right after its last use, on every path, and misuse is reported."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lifetime_programs import (
    SOURCE,
    Body,
    Declared,
    Execution,
    FieldPath,
    Program,
    Reading,
    Shape,
    Slot,
    Violation,
    build,
)

from ember.dialects import hlcf, kgen, pop
from ember.dialects import types as t
from ember.ir.nodes import Region
from ember.ownership.destructors import end_lives
from ember.ownership.verifier import verify_ownership
from ember.support.diagnostics import Diagnostic, DiagnosticSink

ONE = Shape(True)
TRIVIAL = Shape(False)
PAIR = Shape(True, ONE, ONE)
LOOSE_PAIR = Shape(False, ONE, ONE)  # a `deinit` argument: its fields are on their own
HANDLE = Shape(True, TRIVIAL, ONE)
NESTED = Shape(True, ONE, Shape(True, ONE, Shape(False, ONE, TRIVIAL)))
WRAPPER = Shape(True, Shape(True, ONE, ONE))

TICK = ("tick", 0)
RETURN = ("return", False)
RAISE = ("return", True)


def run(
    body: Body, *variables: Declared, choices: tuple[bool, ...] = (), declare: bool = True
) -> str:
    """The log of one run of a program that the pass must accept; all variables are declared at its start."""
    if declare:
        body = [("declare", i) for i in range(len(variables))] + body
    program = Program(list(variables), body)
    func, errors = check(program)
    assert not errors, errors
    execution = Execution(program, func, iter(choices))
    execution.run()
    return ", ".join(execution.log)


def diagnose(body: Body, *variables: Declared) -> Diagnostic:
    """The only error of a program, its variables declared at its start."""
    body = [("declare", i) for i in range(len(variables))] + body
    _, errors = check(Program(list(variables), body))
    assert len(errors) == 1, errors
    return errors[0]


def check(program: Program) -> tuple[kgen.Func, list[Diagnostic]]:
    func = build(program)
    sink = DiagnosticSink()
    end_lives(func, sink, verify_ownership, verify_each=True)
    return func, sink.errors


def notes(diagnostic: Diagnostic) -> list[str]:
    return [note.message for note in diagnostic.notes]


# -- where destruction happens -------------------------------------------------------------------------


def test_destroyed_right_after_last_use() -> None:
    body: Body = [("init", 0, ()), TICK, ("use", 0, ()), TICK, RETURN]
    assert run(body, Declared(ONE)) == "init x, tick, use x, destroy x, tick"


def test_destroyed_after_initialisation_when_never_used() -> None:
    assert run([("init", 0, ()), TICK, RETURN], Declared(ONE)) == "init x, destroy x, tick"


def test_moved_value_is_not_destroyed() -> None:
    assert run([("init", 0, ()), ("move", 0, ()), TICK, RETURN], Declared(ONE)) == (
        "init x, move x, tick"
    )


def test_owned_argument_is_destroyed() -> None:
    body: Body = [TICK, ("use", 0, ()), TICK, RETURN]
    assert run(body, Declared(ONE, is_argument=True)) == "tick, use x, destroy x, tick"
    assert run([TICK, RETURN], Declared(ONE, is_argument=True)) == "destroy x, tick"


def test_overwritten_value_dies_at_its_last_use() -> None:
    body: Body = [("init", 0, ()), ("use", 0, ()), TICK, ("assign", 0, ()), TICK, RETURN]
    assert run(body, Declared(ONE)) == ("init x, use x, destroy x, tick, init x, destroy x, tick")


def test_unused_branch_destroys_at_its_start() -> None:
    body: Body = [
        ("init", 0, ()),
        TICK,
        ("if", [TICK, ("use", 0, ()), TICK], [TICK]),
        TICK,
        RETURN,
    ]
    assert run(body, Declared(ONE), choices=(True,)) == (
        "init x, tick, tick, use x, destroy x, tick, tick"
    )
    assert run(body, Declared(ONE), choices=(False,)) == "init x, tick, destroy x, tick, tick"


def test_arguments_go_first_and_holders_before_what_they_refer_to() -> None:
    start: Body = [("init", 1, ()), ("init", 2, ())]
    variables = [Declared(ONE, "a", is_argument=True), Declared(ONE, "b"), Declared(ONE, "c")]
    assert run([*start, ("uses", 0, 1, 2), RETURN], *variables) == (
        "init b, init c, use a, use b, use c, destroy a, destroy c, destroy b"
    )
    assert run([*start, ("uses", 2), ("refer", 1, 0), RETURN], *variables) == (
        "init b, init c, use c, destroy c, use b, destroy b, destroy a"
    )


def test_variables_dying_together_go_in_reverse_order() -> None:
    body: Body = [
        ("init", 0, ()),
        ("init", 1, ()),
        ("if", [("use", 0, ()), ("use", 1, ())], []),
        RETURN,
    ]
    assert run(body, Declared(ONE, "a"), Declared(ONE, "b"), choices=(False,)) == (
        "init a, init b, destroy b, destroy a"
    )


def test_values_used_by_one_call_go_in_reverse_order_of_declaration() -> None:
    start: Body = [("init", v, ()) for v in range(3)]
    variables = [Declared(ONE, name) for name in "abc"]
    assert run([*start, ("uses", 1, 0, 2), TICK, RETURN], *variables) == (
        "init a, init b, init c, use b, use a, use c, destroy c, destroy b, destroy a, tick"
    )


def test_moved_in_one_arm_destroyed_in_the_other() -> None:
    body: Body = [("init", 0, ()), ("if", [("move", 0, ())], [TICK]), TICK, RETURN]
    assert run(body, Declared(ONE), choices=(True,)) == "init x, move x, tick"
    assert run(body, Declared(ONE), choices=(False,)) == "init x, destroy x, tick, tick"


def test_initialised_in_one_arm_only() -> None:
    body: Body = [("if", [("init", 0, ()), ("use", 0, ())], []), TICK, RETURN]
    assert run(body, Declared(ONE), choices=(True,)) == "init x, use x, destroy x, tick"
    assert run(body, Declared(ONE), choices=(False,)) == "tick"


def test_used_in_loop_dies_where_the_loop_is_left() -> None:
    loop = ("loop", [("if", [("use", 0, ())], [TICK, ("break", 0)])])
    body: Body = [("init", 0, ()), loop, TICK, RETURN]
    assert run(body, Declared(ONE), choices=(True, True, False)) == (
        "init x, use x, use x, destroy x, tick, tick"
    )


def test_assigned_in_loop_dies_each_time() -> None:
    loop = ("loop", [("if", [TICK, ("assign", 0, ()), TICK], [("break", 0)])])
    body: Body = [("init", 0, ()), loop, TICK, RETURN]
    assert run(body, Declared(ONE), choices=(True, True, False)) == (
        "init x, destroy x, tick, init x, destroy x, tick, tick, init x, destroy x, tick, tick"
    )


def test_declared_in_loop_dies_on_every_way_out() -> None:
    inner: Body = [
        ("declare", 0),
        ("init", 0, ()),
        ("if", [("continue", 0)], [("if", [("break", 0)], [("if", [RETURN], [("use", 0, ())])])]),
    ]
    body: Body = [("loop", inner), TICK, RETURN]

    def log(*choices: bool) -> str:
        return run(body, Declared(ONE), choices=choices, declare=False)

    assert log(True, False, True) == "init x, destroy x, init x, destroy x, tick"
    assert log(False, False, True) == "init x, destroy x"
    assert log(False, False, False, False, True) == (
        "init x, use x, destroy x, init x, destroy x, tick"
    )


def test_moved_and_initialised_again_in_loop() -> None:
    loop = ("loop", [("if", [("move", 0, ()), TICK, ("init", 0, ())], [("break", 0)])])
    body: Body = [("init", 0, ()), loop, ("use", 0, ()), TICK, RETURN]
    assert run(body, Declared(ONE), choices=(True, True, False)) == (
        "init x, move x, tick, init x, move x, tick, init x, use x, destroy x, tick"
    )


def test_aborting_path_destroys_nothing() -> None:
    body: Body = [("init", 0, ()), TICK, ("if", [TICK, ("abort",)], []), ("use", 0, ()), RETURN]
    assert run(body, Declared(ONE), choices=(True,)) == "init x, tick, tick"
    assert run(body, Declared(ONE), choices=(False,)) == "init x, tick, use x, destroy x"


def test_aborting_path_does_not_prolong_a_life() -> None:
    body: Body = [("init", 0, ()), ("if", [("abort",)], []), TICK, RETURN]
    assert run(body, Declared(ONE), choices=(False,)) == "init x, destroy x, tick"


def test_break_out_of_block_destroys_what_the_other_way_used() -> None:
    block = ("block", [("if", [("break", 0)], []), ("use", 0, ()), TICK])
    body: Body = [("init", 0, ()), block, TICK, RETURN]
    assert run(body, Declared(ONE), choices=(True,)) == "init x, destroy x, tick"
    assert run(body, Declared(ONE), choices=(False,)) == "init x, use x, destroy x, tick, tick"


def test_break_and_continue_count_scopes() -> None:
    inner = ("block", [("if", [("break", 1)], [("continue", 1)])])
    body: Body = [
        ("init", 0, ()),
        ("loop", [("use", 0, ()), inner]),
        TICK,
        RETURN,
    ]
    assert run(body, Declared(ONE), choices=(False, True)) == (
        "init x, use x, use x, destroy x, tick"
    )


def test_function_that_falls_off_its_end() -> None:
    assert run([("init", 0, ()), ("use", 0, ())], Declared(ONE)) == "init x, use x, destroy x"


def test_code_that_is_never_reached_is_left_alone() -> None:
    body: Body = [("if", [RETURN], [RETURN]), ("use", 0, ()), RETURN]
    assert run(body, Declared(ONE), choices=(True,)) == ""


def test_value_without_destructor_is_only_checked() -> None:
    body: Body = [("init", 0, ()), ("use", 0, ()), ("assign", 0, ()), RETURN]
    assert run(body, Declared(TRIVIAL)) == "init x, use x, init x"
    assert diagnose([("use", 0, ()), RETURN], Declared(TRIVIAL)).code == "use-of-uninitialized"


# -- fields --------------------------------------------------------------------------------------------


def test_fields_initialised_one_by_one_die_as_a_whole() -> None:
    body: Body = [("init", 0, (0,)), ("init", 0, (1,)), ("use", 0, (0,)), TICK, RETURN]
    assert run(body, Declared(PAIR)) == "init x.0, init x.1, use x.0, destroy x, tick"


def test_whole_lives_while_a_field_is_used() -> None:
    body: Body = [("init", 0, ()), ("use", 0, (0,)), TICK, ("use", 0, (1,)), TICK, RETURN]
    assert run(body, Declared(PAIR)) == "init x, use x.0, tick, use x.1, destroy x, tick"


def test_rest_of_a_taken_apart_value_is_destroyed_by_field() -> None:
    body: Body = [("init", 0, ()), ("move", 0, (0,)), TICK, RETURN]
    assert run(body, Declared(PAIR)) == "init x, move x.0, destroy x.1, tick"
    assert run(body, Declared(NESTED)) == "init x, move x.0, destroy x.1, tick"
    deep: Body = [("init", 0, ()), ("move", 0, (1, 0)), RETURN]
    assert run(deep, Declared(NESTED)) == "init x, move x.1.0, destroy x.0, destroy x.1.1.0"


def test_loose_fields_die_on_their_own() -> None:
    body: Body = [TICK, ("use", 0, (0,)), TICK, ("move", 0, (1,)), TICK, RETURN]
    assert run(body, Declared(LOOSE_PAIR, is_argument=True)) == (
        "tick, use x.0, destroy x.0, tick, move x.1, tick"
    )
    assert run([TICK, RETURN], Declared(LOOSE_PAIR, is_argument=True)) == (
        "destroy x.0, destroy x.1, tick"
    )


def test_overwritten_field_dies_early() -> None:
    body: Body = [("init", 0, ()), TICK, ("assign", 0, (1,)), TICK, ("use", 0, (0,)), RETURN]
    assert run(body, Declared(PAIR)) == (
        "init x, destroy x.1, tick, init x.1, tick, use x.0, destroy x"
    )


def test_field_overwritten_on_one_path_dies_on_that_path() -> None:
    assign: Body = [TICK, ("assign", 0, (1,)), TICK]
    body: Body = [("init", 0, ()), TICK, ("if", assign, []), ("use", 0, (0,)), RETURN]
    assert run(body, Declared(PAIR), choices=(True,)) == (
        "init x, tick, destroy x.1, tick, init x.1, tick, use x.0, destroy x"
    )
    assert run(body, Declared(PAIR), choices=(False,)) == "init x, tick, use x.0, destroy x"


@pytest.mark.parametrize("shape", [PAIR, HANDLE])
def test_whole_is_kept_whole_for_a_path_that_only_drops_it(shape: Shape) -> None:
    body: Body = [("init", 0, ()), TICK, ("if", [("assign", 0, (0,))], [TICK]), TICK, RETURN]
    assert run(body, Declared(shape), choices=(False,)) == "init x, tick, destroy x, tick, tick"


def test_assigned_field_keeps_the_rest_until_it_is_written() -> None:
    body: Body = [("init", 0, ()), TICK, ("assign", 0, (1,)), TICK, RETURN]
    assert run(body, Declared(PAIR)) == "init x, destroy x.1, tick, init x.1, destroy x, tick"


def test_struct_of_one_field_is_its_field() -> None:
    body: Body = [("init", 0, ()), ("move", 0, (0, 1)), TICK, RETURN]
    assert run(body, Declared(WRAPPER)) == "init x, move x.0.1, destroy x.0.0, tick"


def test_field_moved_on_one_path_is_destroyed_on_the_other() -> None:
    body: Body = [("init", 0, ()), ("if", [("move", 0, (0,))], []), ("use", 0, (1,)), RETURN]
    assert run(body, Declared(PAIR), choices=(True,)) == ("init x, move x.0, use x.1, destroy x.1")
    assert run(body, Declared(PAIR), choices=(False,)) == (
        "init x, destroy x.0, use x.1, destroy x.1"
    )


def test_marker_below_a_leaf_stands_for_the_leaf() -> None:
    func = build(Program([Declared(ONE)], [("declare", 0), ("init", 0, ()), RETURN]))
    last = func.body.last
    assert last is not None and func.body.first is not None
    slot = func.body.first.results[0]
    func.body.insert_before(last, kgen.VarClear([slot], [], {"path": (2, 1)}))
    func.body.insert_before(last, kgen.VarInit([slot], [], {"path": (2, 1)}))
    sink = DiagnosticSink()
    end_lives(func, sink)
    assert not sink.errors
    calls = [op.callee.name for op in func.body if isinstance(op, kgen.Call)]
    assert calls == ["init:", "destroy"]


# -- outputs -------------------------------------------------------------------------------------------


def test_output_is_kept_at_return_and_destroyed_on_errors() -> None:
    body: Body = [("init", 0, (0,)), TICK, ("if", [TICK, RAISE], []), ("init", 0, (1,)), RETURN]
    output = Declared(PAIR, is_output=True)
    assert run(body, output, choices=(False,)) == "init x.0, tick, init x.1"
    assert run(body, output, choices=(True,)) == "init x.0, tick, destroy x.0, tick"


def test_complete_output_is_destroyed_as_a_whole_on_errors() -> None:
    body: Body = [("init", 0, ()), TICK, ("if", [RAISE], [RETURN])]
    output = Declared(PAIR, is_output=True)
    assert run(body, output, choices=(True,)) == "init x, tick, destroy x"
    assert run(body, output, choices=(False,)) == "init x, tick"


def test_output_missing_at_return() -> None:
    names = ("first", "second")
    output = Declared(PAIR, "self", is_output=True, part_names=names)
    error = diagnose([("if", [("init", 0, (1,))], []), ("init", 0, (0,)), RETURN], output)
    assert error.code == "not-initialized-at-return"
    assert error.message == "'self.second' is not initialised when the function returns here"
    assert error.span == SOURCE.span(5, 6)
    assert notes(error) == ["'self' declared here"]
    both = diagnose([RETURN], Declared(NESTED, "self", is_output=True))
    assert both.message.startswith("'self' is not")
    fields = diagnose([("init", 0, (1, 0)), RETURN], Declared(NESTED, "self", is_output=True))
    assert fields.message.startswith("'self.0', 'self.1.1' are not")


# -- mistakes ------------------------------------------------------------------------------------------


def test_use_before_initialisation() -> None:
    error = diagnose([TICK, ("use", 0, ()), ("use", 0, ()), RETURN], Declared(ONE))
    assert error.code == "use-of-uninitialized"
    assert error.message == "'x' is used before it is initialised"
    assert error.span == SOURCE.span(3, 4)
    assert notes(error) == ["'x' declared here"]
    assert error.notes[0].span == SOURCE.span(1, 2)


def test_use_initialised_on_one_path_only() -> None:
    body: Body = [("if", [("init", 0, ())], []), ("use", 0, ()), RETURN]
    assert diagnose(body, Declared(ONE)).code == "use-of-uninitialized"


def test_use_after_move() -> None:
    error = diagnose([("init", 0, ()), ("move", 0, ()), ("use", 0, ()), RETURN], Declared(ONE))
    assert error.code == "use-after-move"
    assert error.message == "'x' is used after its value was moved away"
    assert error.span == SOURCE.span(4, 5)
    assert notes(error) == ["moved here"]
    assert error.notes[0].span == SOURCE.span(3, 4)


def test_double_move() -> None:
    body: Body = [("init", 0, ()), ("move", 0, ()), ("move", 0, ()), RETURN]
    error = diagnose(body, Declared(ONE))
    assert (error.code, error.span) == ("use-after-move", SOURCE.span(4, 5))


def test_use_after_move_on_one_path() -> None:
    body: Body = [("init", 0, ()), ("if", [("move", 0, ())], []), ("use", 0, ()), RETURN]
    error = diagnose(body, Declared(ONE))
    assert (error.code, error.notes[0].span) == ("use-after-move", SOURCE.span(4, 5))


def test_moved_in_a_previous_iteration() -> None:
    body: Body = [("init", 0, ()), ("loop", [("if", [("break", 0)], []), ("move", 0, ())]), RETURN]
    error = diagnose(body, Declared(ONE))
    assert error.code == "use-after-move"
    assert error.span == SOURCE.span(6, 7)
    assert notes(error) == ["moved here, in a previous iteration of the loop"]
    assert error.notes[0].span == SOURCE.span(6, 7)


def test_moved_in_an_inner_loop() -> None:
    inner = ("loop", [("if", [("use", 0, ()), ("break", 0)], [("move", 0, ()), ("break", 0)])])
    body: Body = [("init", 0, ()), ("loop", [inner, ("if", [RETURN], [])])]
    assert notes(diagnose(body, Declared(ONE))) == [
        "moved here, in a previous iteration of the loop"
    ]


def test_whole_used_after_a_field_was_moved() -> None:
    body: Body = [("init", 0, ()), ("move", 0, (1,)), ("use", 0, ()), RETURN]
    error = diagnose(body, Declared(PAIR, part_names=("a", "b")))
    assert error.message == "'x.b' is used after its value was moved away"
    unnamed = diagnose([("init", 0, (0,)), ("use", 0, ()), RETURN], Declared(PAIR))
    assert unnamed.message == "'x.1' is used before it is initialised"


def test_temporaries_are_not_reported() -> None:
    sink = DiagnosticSink()
    end_lives(build(Program([Declared(ONE, "")], [("declare", 0), ("use", 0, ()), RETURN])), sink)
    assert not sink.errors


def test_linear_value_abandoned() -> None:
    linear = Declared(TRIVIAL, linear="call `close()`")
    error = diagnose([("init", 0, ()), TICK, ("use", 0, ()), RETURN], linear)
    assert error.code == "linear-value-abandoned"
    assert error.message == "'x' is abandoned without being explicitly destroyed: call `close()`"
    assert error.span == SOURCE.span(4, 5)
    assert run([("init", 0, ()), ("move", 0, ()), RETURN], linear) == "init x, move x"
    one_arm: Body = [("init", 0, ()), ("if", [("move", 0, ())], []), RETURN]
    assert diagnose(one_arm, linear).code == "linear-value-abandoned"
    aborting: Body = [("init", 0, ()), ("if", [("move", 0, ())], [("abort",)]), RETURN]
    assert run(aborting, linear, choices=(True,)) == "init x, move x"


# -- from variable to variable -------------------------------------------------------------------------


def test_assigned_variable_gives_its_value_away() -> None:
    body: Body = [("init", 0, ()), ("init", 1, ()), ("shift", (0,), (1,)), ("use", 0, ()), RETURN]
    assert run(body, Declared(ONE, "s"), Declared(ONE, "t")) == (
        "init s, destroy s, init t, take t, s, use s, destroy s"
    )


def test_assigned_variable_that_is_used_later_is_copied() -> None:
    start: Body = [("init", 0, ()), ("init", 1, ()), ("shift", (0,), (1,)), TICK]
    assert run([*start, ("uses", 0, 1), RETURN], Declared(ONE, "s"), Declared(ONE, "t")) == (
        "init s, destroy s, init t, copy t, s, tick, use s, use t, destroy t, destroy s"
    )


def test_new_value_made_from_the_old_one() -> None:
    loop = ("loop", [("if", [("step", 0, 0)], [("break", 0)])])
    body: Body = [("init", 0, ()), loop, ("use", 0, ()), RETURN]
    assert run(body, Declared(ONE, "s"), choices=(True, True, False)) == (
        "init s, use s, init , destroy s, take , s, use s, init , destroy s, take , s, use s, destroy s"
    )


def test_new_value_is_built_in_place() -> None:
    body: Body = [("init", 0, ()), ("init", 1, ()), ("step", 1, 0), ("use", 1, ()), RETURN]
    assert run(body, Declared(ONE, "s"), Declared(ONE, "t")) == (
        "init s, init t, destroy t, use s, init t, destroy s, use t, destroy t"
    )


def test_swap_moves_three_times() -> None:
    start: Body = [("init", 0, ()), ("init", 1, ())]
    body: Body = [*start, ("shift", (0, 1), (1, 0)), ("uses", 0, 1), RETURN]
    assert run(body, Declared(ONE, "a"), Declared(ONE, "b")) == (
        "init a, init b, take b, , take a, b, take , a, use a, use b, destroy b, destroy a"
    )


def test_variable_passed_and_returned() -> None:
    body: Body = [("init", 0, ()), ("pass", 0, 0), ("use", 0, ()), RETURN]
    assert run(body, Declared(ONE, "s")) == ("init s, take s, , init s, move , use s, destroy s")
    assert run([("init", 0, ()), ("give", 0), TICK, RETURN], Declared(ONE, "s")) == (
        "init s, move s, tick"
    )


def test_lent_arguments_are_full_at_every_return() -> None:
    body: Body = [("move", 0, ()), ("if", [RAISE], []), ("init", 0, ()), RETURN]
    error = diagnose(body, Declared(ONE, is_argument=True, is_output=True))
    assert error.code == "not-initialized-at-return"


# -- what is left in the function ----------------------------------------------------------------------


def test_variables_become_memory() -> None:
    declared = [Declared(PAIR, "x"), Declared(ONE, "y", is_argument=True)]
    inner: Body = [("declare", 0), ("init", 0, ()), ("use", 0, ()), ("break", 0)]
    func, errors = check(Program(declared, [("declare", 1), ("loop", inner), RETURN]))
    assert not errors
    room = func.body.first
    assert isinstance(room, pop.StackAllocation)
    assert (room.type, room.count, room.name) == (PAIR.type(), 1, "x")
    destroyed = room.next
    assert isinstance(destroyed, kgen.Call) and destroyed.arguments == [func.body.args[0]]
    assert not any(op.op_name.startswith("kgen.var") for op in func.walk())


def test_function_without_variables_is_untouched() -> None:
    func = build(Program([], [TICK, RETURN]))
    before = list(func.walk())
    end_lives(func, DiagnosticSink())
    assert list(func.walk()) == before


def test_destructor_stands_before_yield() -> None:
    func = build(Program([Declared(ONE)], [("declare", 0), ("init", 0, ())]))
    body = func.body
    assert body.first is not None
    slot = body.first.results[0]
    arms = [Region(), Region()]
    for arm in arms:
        value = kgen.Constant([], [t.INDEX], {"value": 1})
        arm.append(value)
        arm.append(hlcf.Yield([value.result]))
    assert arms[0].first is not None
    arms[0].insert_after(arms[0].first, kgen.VarUse([slot], [], {"path": ()}))
    condition = kgen.Constant([], [t.I1], {"value": True})
    body.append(condition)
    body.append(hlcf.If([condition.result], [t.INDEX], {}, arms))
    body.append(kgen.Return())
    end_lives(func, DiagnosticSink())
    names = [[op.op_name for op in arm] for arm in arms]
    assert names == [
        ["kgen.param.constant", "kgen.call", "hlcf.yield"],
        ["kgen.call", "kgen.param.constant", "hlcf.yield"],
    ]


# -- random programs -----------------------------------------------------------------------------------


class _Author:
    """Writes random programs, mostly sensible ones: `held` is a guess of what holds a value."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.variables: list[Declared] = []
        self.budget = dice.randint(4, 30)
        self.ticks = itertools.count()
        self.assigned: set[int] = set()

    def program(self) -> Program:
        body: Body = []
        held: set[tuple[int, FieldPath]] = set()
        scope: list[int] = []
        for _ in range(self.dice.randint(0, 2)):
            body.append(self.declare(scope, held, self.dice.choice(("argument", "output"))))
        body += self.body(scope, held, [])
        if not body or body[-1][0] not in ("return", "abort", "break", "continue"):
            body.append(RETURN)
        return Program(self.variables, body)

    def declare(self, scope: list[int], held: set[Any], role: str = "") -> tuple[Any, ...]:
        shapes = [ONE, ONE, TRIVIAL, PAIR, HANDLE, NESTED, WRAPPER]
        shape = self.dice.choice([*shapes, LOOSE_PAIR] if role == "argument" else shapes)
        variable = len(self.variables)
        self.variables.append(Declared(shape, f"v{variable}", role == "argument", role == "output"))
        scope.append(variable)
        if role == "argument":
            held |= {(variable, leaf) for leaf in shape.leaves()}
        return ("declare", variable)

    def body(self, scope: list[int], held: set[Any], scopes: list[str]) -> Body:
        scope = list(scope)
        body: Body = []
        while self.budget > 0 and self.dice.random() < 0.85:
            self.budget -= 1
            statement = self.statement(scope, held, scopes)
            body.append(statement)
            if statement[0] in ("break", "continue", "return", "abort"):
                return body
            if self.dice.random() < 0.4:
                body.append(("tick", next(self.ticks)))
        return body

    def statement(self, scope: list[int], held: set[Any], scopes: list[str]) -> tuple[Any, ...]:
        kind = self.dice.choices(
            ("declare", "touch", "if", "loop", "block", "exit"), (3, 14, 4, 2, 1, 1)
        )[0]
        if kind == "touch" and scope:
            return self.touch(scope, held)
        if kind == "if":
            copy = set(held)
            then, otherwise = self.body(scope, held, scopes), self.body(scope, copy, scopes)
            held &= copy
            return ("if", then, otherwise)
        if kind in ("loop", "block"):
            return (kind, self.body(scope, held, [*scopes, kind]))
        if kind == "exit":
            return self.exit(scopes)
        return self.declare(scope, held)

    def exit(self, scopes: list[str]) -> tuple[Any, ...]:
        kind = self.dice.choice(("break", "break", "continue", "return", "raise", "abort"))
        if kind in ("break", "continue") and scopes:
            depth = self.dice.randrange(len(scopes))
            return (kind if scopes[-1 - depth] == "loop" else "break", depth)
        return ("abort",) if kind == "abort" else ("return", kind == "raise")

    def touch(self, scope: list[int], held: set[Any]) -> tuple[Any, ...]:
        variable = self.dice.choice(scope)
        shape = self.variables[variable].shape
        paths = [path for path, _ in shape.nodes()]
        path = self.dice.choice([(), *paths])
        whole = [v for v in scope if {(v, p) for p in self.variables[v].shape.leaves()} <= held]
        if len(whole) > 1 and self.dice.random() < 0.1:
            return ("uses", *self.dice.sample(whole, 2))
        if self.dice.random() < 0.3:
            between = self.between(variable, scope, whole, held)
            if between is not None:
                return between
        leaves = {(variable, leaf) for leaf in shape.leaves(path)}
        if leaves <= held or self.dice.random() < 0.03:
            kind = self.dice.choice(("use", "use", "move", "assign", "init"))
        else:
            kind = self.dice.choice(("init", "assign"))
        if shape is LOOSE_PAIR and kind in ("init", "assign") and path == ():
            path = (self.dice.randrange(2),)  # no destructor gives its `self` a new value
            leaves = {(variable, path)}
        if kind == "assign":
            self.assigned.add(variable)
        elif kind == "init" and (variable in self.assigned or any(v == variable for v, _ in held)):
            kind = "assign"  # what may be full is cleared before it is written
        if kind == "move":
            held -= leaves
        elif kind != "use":
            held |= leaves
        return (kind, variable, path)

    def between(
        self, variable: int, scope: list[int], whole: list[int], held: set[Any]
    ) -> tuple[Any, ...] | None:
        """A statement that moves or copies values from variable to variable."""
        shape = self.variables[variable].shape
        alike = [v for v in scope if self.variables[v].shape is shape]
        sources = [v for v in alike if v in whole]
        if not sources or shape is LOOSE_PAIR:
            return None
        kind = self.dice.choice(("shift", "shift", "shift", "step", "pass", "give"))
        if kind == "give":
            return ("give", self.dice.choice(sources))
        count = min(len(sources), self.dice.randint(1, 3)) if kind == "shift" else 1
        chosen = self.dice.sample(sources, count)
        if count > 1 and self.dice.random() < 0.6:
            targets = [*chosen[1:], chosen[0]]  # a swap or a rotation
        else:
            targets = self.dice.sample(alike, count)
        for target in targets:
            held |= {(target, leaf) for leaf in shape.leaves()}
            self.assigned.add(target)
        if kind == "shift":
            return ("shift", tuple(targets), tuple(chosen))
        return (kind, targets[0], chosen[0])


def _remembered(dice: random.Random, choices: list[bool]) -> Iterator[bool]:
    while True:
        choices.append(dice.random() < 0.5)
        yield choices[-1]


def _run_some_paths(program: Program, func: kgen.Func, dice: random.Random) -> None:
    def on_tick(number: int, slots: list[Slot]) -> None:
        for slot in slots:
            for whole in slot.whole():
                leaf = min(slot.declared.shape.leaves(whole))
                if not program.graph.is_needed(number, slot.variable, leaf):
                    raise Violation(f"v{slot.variable} outlives its last use at tick {number}")

    for _ in range(6):
        choices: list[bool] = []
        execution = Execution(program, func, _remembered(dice, choices))
        execution.on_tick = on_tick
        execution.run()
        reading = Reading(program, itertools.chain(choices, itertools.repeat(False)))
        reading.body(program.body)
        for found, expected in zip(execution.seen, reading.seen, strict=False):
            assert found == expected, (program.body, execution.log)


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False))
def test_random_programs(dice: random.Random) -> None:
    program = _Author(dice).program()
    func, errors = check(program)
    assert bool(errors) == program.graph.expects_error()
    if not errors:
        _run_some_paths(program, func, dice)


def test_many_seeded_programs_are_accepted() -> None:
    accepted = 0
    for seed in range(400):
        dice = random.Random(seed)
        program = _Author(dice).program()
        func, errors = check(program)
        assert bool(errors) == program.graph.expects_error(), (seed, program.body, errors)
        if not errors:
            accepted += 1
            _run_some_paths(program, func, dice)
    assert accepted > 150
