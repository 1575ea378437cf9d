"""`mo`: choices, loops and calls of other graphs. Regions see the values around them; a chain goes through each of them.

%r:2 = mo.if(%p, %c) : (!mo.tensor<[], bool>, !mo.chain) -> (!mo.tensor<[n], f32>, !mo.chain) {
  mo.yield %x, %c : !mo.tensor<[n], f32>, !mo.chain
} else {
  mo.yield %y, %c : !mo.tensor<[n], f32>, !mo.chain
}
%s:2 = mo.while(%r, %c) : (!mo.tensor<[n], f32>, !mo.chain) -> (!mo.tensor<[n], f32>, !mo.chain) (%x: …, %before: !mo.chain) {
  mo.while.condition %p, %before : (!mo.tensor<[], bool>, !mo.chain) -> ()
} body (%x: …, %before: !mo.chain) {
  mo.yield %x, %before : !mo.tensor<[n], f32>, !mo.chain
}
"""

from __future__ import annotations

from typing import Any

from ember.dialects.mo_indexing import checked
from ember.dialects.mo_indexing_rules import scalar_on_host
from ember.dialects.mo_rules import RuleViolation, ordered
from ember.dialects.mo_types import CHAIN, TensorType
from ember.ir.nodes import Body, Op, Operand, Operands, Region, Results, SymbolRef
from ember.ir.types import Type

# -- rules -----------------------------------------------------------------------------------------------


def check_condition(type: Type) -> None:
    if not isinstance(type, TensorType) or type.dtype.name != "bool":
        raise RuleViolation(f"the condition must be one bool on the CPU, not {type}")
    scalar_on_host(type, "condition")


def _types(values: Any) -> list[Type]:
    return [value.type for value in values]


def _check_region(region: Region, args: list[Type], results: list[Type], what: str) -> str | None:
    if _types(region.args) != args:
        return f"the {what} takes {_shown(_types(region.args))}, but is given {_shown(args)}"
    end = region.last
    if not isinstance(end, Yield):
        return f"the {what} must end in 'mo.yield'"
    if _types(end.operands) != results:
        return f"the {what} gives {_shown(_types(end.operands))} where {_shown(results)} is needed"
    return None


def _shown(types: list[Type]) -> str:
    return ", ".join(str(type) for type in types if type is not CHAIN) or "nothing"


def _choice(op: Op) -> str | None:
    check_condition(op.operands[0].type)
    results = _types(op.results)
    for region, what in zip(op.regions, ("first branch", "second branch")):
        problem = _check_region(region, [], results, what)
        if problem is not None:
            return problem
    return ordered(op)


def _repetition(op: Op) -> str | None:
    types = _types(op.operands)
    if _types(op.results) != types:
        return f"gives {_shown(_types(op.results))}, but starts with {_shown(types)}"
    condition, body = op.regions
    if _types(condition.args) != types:
        return f"the condition takes {_shown(_types(condition.args))}, but is given {_shown(types)}"
    end = condition.last
    if not isinstance(end, WhileCondition):
        return "the condition must end in 'mo.while.condition'"
    check_condition(end.operands[0].type)
    return _check_region(body, types, types, "body") or ordered(op)


# -- ops -------------------------------------------------------------------------------------------------


class Yield(Op, name="mo.yield", terminator=True, form="{ values}{attrs}{:types values}"):
    """What a region gives: `mo.yield %0 : !mo.tensor<[n], f32>`."""

    values: Operands


class WhileCondition(Op, name="mo.while.condition", terminator=True, form=" {condition}, {chain}{attrs}{:all}"):  # fmt: skip
    """Whether another round follows: `mo.while.condition %0, %1 : (!mo.tensor<[], bool>, !mo.chain) -> ()`."""

    condition: Operand
    chain: Operand


class If(Op, name="mo.if", check=checked(_choice), form="({condition}, {chain}){attrs}{:all}{region then}{else otherwise}"):  # fmt: skip
    """One region or the other: `%2 = mo.if(%0, %1) : (!mo.tensor<[], bool>, !mo.chain) -> !mo.chain { mo.yield %1 : !mo.chain } else { mo.yield %1 : !mo.chain }`."""

    condition: Operand
    chain: Operand
    results_: Results
    then: Body
    otherwise: Body


class While(Op, name="mo.while", check=checked(_repetition), form="({inits}){attrs}{:all}{region before}{body?}"):  # fmt: skip
    """The body again and again while the condition holds; the values go round.

    `%2:2 = mo.while(%0, %1) : (!mo.tensor<[], bool>, !mo.chain) -> (!mo.tensor<[], bool>, !mo.chain) (%3: !mo.tensor<[], bool>, %4: !mo.chain) { mo.while.condition %3, %4 : (!mo.tensor<[], bool>, !mo.chain) -> () } body (%5: !mo.tensor<[], bool>, %6: !mo.chain) { mo.yield %5, %6 : !mo.tensor<[], bool>, !mo.chain }`
    """

    inits: Operands
    results_: Results
    before: Body
    body: Body


class Call(Op, name="mo.call", check=ordered, symbol="callee", form=" {callee}({args}){attrs}{:all}"):  # fmt: skip
    """Another graph of the module: `%2:2 = mo.call @layer(%0, %1) {prefix = "layers.0."} : (!mo.tensor<[n], f32>, !mo.chain) -> (!mo.tensor<[n], f32>, !mo.chain)`."""

    callee: SymbolRef
    prefix: str
    args: Operands
    results_: Results
