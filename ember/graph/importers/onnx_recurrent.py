"""ONNX's recurrent nets (`RNN`, `GRU`, `LSTM`), step by step: the length of the sequence is known while importing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.dims import StaticDim
from ember.graph.api.values import TensorValue
from ember.graph.importers.onnx_node import CPU, Item, Node, handles

Activation = Callable[[TensorValue], TensorValue]
States = list[TensorValue]
"""The output of a step and, for an LSTM, its cell."""

_GATES: Final = {"RNN": 1, "GRU": 3, "LSTM": 4}
_USUAL: Final = {"RNN": ["Tanh"], "GRU": ["Sigmoid", "Tanh"], "LSTM": ["Sigmoid", "Tanh", "Tanh"]}
_MOST_STEPS: Final = 2048
"""Every step becomes ops of its own."""


def _activation(name: str, alpha: float | None, beta: float | None) -> Activation:
    found: dict[str, Activation] = {
        "tanh": ops.tanh, "sigmoid": ops.sigmoid, "relu": ops.relu, "softsign": lambda x: x / (1 + ops.abs(x)),
        "softplus": lambda x: ops.max(x, 0) + ops.log1p(ops.exp(-ops.abs(x))),
        "affine": lambda x: x * (1.0 if alpha is None else alpha) + (beta or 0.0),
        "leakyrelu": lambda x: ops.where(x >= 0, x, x * (0.01 if alpha is None else alpha)),
        "elu": lambda x: ops.where(x > 0, x, (ops.exp(x) - 1) * (1.0 if alpha is None else alpha)),
        "hardsigmoid": lambda x: ops.max(ops.min(x * (0.2 if alpha is None else alpha) + (0.5 if beta is None else beta), 1), 0),
    }  # fmt: skip
    if name.lower() not in found:
        raise NotImplementedError(f"the activation '{name}'")
    return found[name.lower()]


class _Net(NamedTuple):
    """One direction of a net: weights for the input and for the output before, and what differs between nodes."""

    kind: str
    hidden: int
    recurrent: TensorValue
    bias: TensorValue | None
    """That of the recurrent weights, where it is not added to the input's."""
    peepholes: list[TensorValue] | None
    activations: list[Activation]
    is_reset_late: bool
    is_coupled: bool

    def step(self, given: TensorValue, states: States) -> States:
        """What a step makes of its share of the input, already multiplied by its weights, and of the states before."""
        return {"RNN": self._rnn, "GRU": self._gru, "LSTM": self._lstm}[self.kind](given, states)

    def _gate(self, x: TensorValue, number: int) -> TensorValue:
        return x[:, number * self.hidden : (number + 1) * self.hidden]

    def _rnn(self, given: TensorValue, states: States) -> States:
        (f,) = self.activations
        return [f(given + states[0] @ self.recurrent)]

    def _gru(self, given: TensorValue, states: States) -> States:
        f, g = self.activations
        (before,) = states
        gates = self.recurrent[:, : 2 * self.hidden]
        last = self.recurrent[:, 2 * self.hidden :]
        both = f(given[:, : 2 * self.hidden] + before @ gates)
        update, reset = self._gate(both, 0), self._gate(both, 1)
        if self.is_reset_late:
            inner = before @ last
            new = reset * (inner + self.bias if self.bias is not None else inner)
        else:
            new = (reset * before) @ last
        found = g(self._gate(given, 2) + new)
        return [(1 - update) * found + update * before]

    def _lstm(self, given: TensorValue, states: States) -> States:
        f, g, h = self.activations
        before, cell = states
        sums = given + before @ self.recurrent
        entry, exit, forget, new = (self._gate(sums, number) for number in range(4))
        if self.peepholes is not None:
            entry, forget = entry + self.peepholes[0] * cell, forget + self.peepholes[2] * cell
        entry = f(entry)
        kept = 1 - entry if self.is_coupled else f(forget)
        cell = kept * cell + entry * g(new)
        if self.peepholes is not None:
            exit = exit + self.peepholes[1] * cell
        return [f(exit) * h(cell), cell]


@handles("RNN", "GRU", "LSTM")
def recurrent(
    node: Node, x: Item, weights: Item, recurrence: Item, bias: Item | None = None, lengths: Item | None = None,
    first: Item | None = None, cell: Item | None = None, peepholes: Item | None = None,
) -> Any:  # fmt: skip
    if node.get("clip") is not None:
        raise NotImplementedError("a recurrent net that clips")
    is_batch_first = bool(node.get("layout", 0))
    value = ops.permute(x.tensor, [1, 0, 2]) if is_batch_first else x.tensor
    steps, batch = value.shape[0], value.shape[1]
    if not isinstance(steps, StaticDim) or steps.dim > _MOST_STEPS:
        raise NotImplementedError(f"a recurrent net over {steps} steps")
    hidden, directions = int(recurrence.shape[-1]), int(recurrence.shape[0])
    alive = _alive(lengths, steps.dim)
    results, lasts = [], []
    for number in range(directions):
        net = _net(node, hidden, number, recurrence, bias, peepholes)
        given = _projected(node, value, weights, bias, number)
        begin = [_initial(state, number, batch, hidden, value.dtype, is_batch_first) for state in ((first, cell) if node.op == "LSTM" else (first,))]  # fmt: skip
        is_backward = number == 1 or node.get("direction", "forward") == "reverse"
        made, end = _run(net, given, begin, steps.dim, is_backward, alive)
        results.append(ops.stack(made, 0))
        lasts.append(end)
    outputs = [ops.stack(results, 1), *(ops.stack([end[i] for end in lasts], 0) for i in range(len(lasts[0])))]  # fmt: skip
    if is_batch_first:
        outputs = [ops.permute(outputs[0], [2, 0, 1, 3]), *(ops.permute(o, [1, 0, 2]) for o in outputs[1:])]  # fmt: skip
    return outputs


def _net(node: Node, hidden: int, number: int, recurrence: Item, bias: Item | None, peepholes: Item | None) -> _Net:  # fmt: skip
    usual = _USUAL[node.op]
    names = node.get("activations") or usual * 2
    alphas, betas = (list(node.get(f"activation_{name}") or []) for name in ("alpha", "beta"))
    chosen = [
        _activation(
            names[at], alphas[at] if at < len(alphas) else None, betas[at] if at < len(betas) else None
        )
        for at in range(number * len(usual), (number + 1) * len(usual))
    ]  # fmt: skip
    late = bool(node.get("linear_before_reset", 0)) and node.op == "GRU"
    inner = bias.tensor[number, 5 * hidden : 6 * hidden] if late and bias is not None else None
    holes = None
    if peepholes is not None:
        holes = [peepholes.tensor[number, i * hidden : (i + 1) * hidden] for i in range(3)]
    matrix = ops.transpose(recurrence.tensor[number], 0, 1)
    return _Net(
        node.op, hidden, matrix, inner, holes, chosen, late, bool(node.get("input_forget", 0))
    )


def _projected(node: Node, x: TensorValue, weights: Item, bias: Item | None, number: int) -> TensorValue:  # fmt: skip
    """The input times its weights, for all steps at once, with the biases that can be added there."""
    found = x @ ops.transpose(weights.tensor[number], 0, 1)
    if bias is None:
        return found
    width = _GATES[node.op] * int(weights.shape[1]) // _GATES[node.op]
    own, other = bias.tensor[number, :width], bias.tensor[number, width:]
    if node.op == "GRU" and node.get("linear_before_reset", 0):
        third = width // 3
        zeros = ops.broadcast_to(ops.constant(0, x.dtype, CPU), [third])
        other = ops.concat([other[: 2 * third], zeros], 0)
    return found + (own + other)


def _initial(state: Item | None, number: int, batch: Any, hidden: int, dtype: DType, is_batch_first: bool) -> TensorValue:  # fmt: skip
    if state is None:
        return ops.broadcast_to(ops.constant(0, dtype, CPU), [batch, hidden])
    return state.tensor[:, number] if is_batch_first else state.tensor[number]


def _alive(lengths: Item | None, steps: int) -> list[TensorValue] | None:
    """For each step the sequences that are as long, if they differ."""
    if lengths is None:
        return None
    column = ops.unsqueeze(lengths.tensor, 1)
    return [column > step for step in range(steps)]


def _run(
    net: _Net, given: TensorValue, states: States, steps: int, is_backward: bool, alive: list[TensorValue] | None
) -> tuple[list[TensorValue], States]:  # fmt: skip
    """The output of each step, and the states after the last. A sequence that is over keeps its states, and gives zeros."""
    made: list[TensorValue | None] = [None] * steps
    for step in reversed(range(steps)) if is_backward else range(steps):
        after = net.step(given[step], states)
        output = after[0]
        if alive is not None:
            after = [ops.where(alive[step], new, old) for new, old in zip(after, states)]
            output = ops.where(alive[step], output, output * 0)
        states, made[step] = after, output
    return [output for output in made if output is not None], states
