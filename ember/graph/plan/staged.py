"""A host program in the talk's form to one of ours: sizes that were numbers become expressions of the inputs' dimensions.

    %1 = mgp.tensor_spec.get_dim[0] %0      before      mgp.guard {left = #dim<"arg4_1">, right = #dim<"arg5_0">, …}    after
    %5 = pop.cmp eq %2, %3                              %0 = mgp.result {number = 0} : !mo.tensor<[arg4_0, arg5_1], f32>
    %6 = mgp.assert %4, %5 {…}                          mgp.launch "matmul_1f2e"(%0, %arg4, %arg5) {…}

Chains and contexts say what the order of the text says.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ember.dialects import kgen, mgp, pop
from ember.dialects import mgp_staged as staged
from ember.dialects.dimensions import Dimension, constant, symbol
from ember.dialects.mo_types import HOST, tensor
from ember.ir.nodes import Op, Region, Value
from ember.ir.types import Type

_CHAINED: Final = (staged.Assert, staged.BufferAlloc, staged.Execute)
"""Ops some of whose operands are chains or contexts."""


class _Equal(NamedTuple):
    left: Dimension
    right: Dimension


class _Memory(NamedTuple):
    size: Dimension


def plain_model(model: Op) -> Op:
    """`mgp.model` of a model in the talk's form; `ValueError` where it does what ours cannot say."""
    return _Reader(model).read()


class _Reader:
    def __init__(self, model: Op) -> None:
        self.model = model
        self.body = Region()
        self.known: dict[Value, Any] = {}
        """What values stand for: sizes, lists of sizes, equations, memory, tensors of ours."""
        self.names: list[str] = []
        self.blocks: list[tuple[Dimension, ...]] = []
        self.steps: list[Op] = []
        self.checks: list[Op] = []

    def read(self) -> Op:
        execute = self.model.regions[1]
        for arg in execute.args:
            if isinstance(arg.type, staged.TensorType):
                self.known[arg] = self._argument(arg, arg.type)
        end = execute.last
        if not isinstance(end, staged.Output):
            raise ValueError("'execute' must end with 'mef.output'")
        self.results = [v for v in end.operands if isinstance(v.type, staged.TensorType)]
        for op in execute:
            if op is not end:
                self._step(op)
        arena = mgp.Arena((), (), {"device": HOST, "blocks": tuple(self.blocks)})
        init = mgp.Init((), (), {}, (Region(),))
        for op in (*self.checks, arena, init, *self.steps, mgp.Return()):
            self.body.append(op)
        outputs = tuple(self._result(value) for value in self.results)
        attrs = {"name": self.model.attrs["name"], "parameters": tuple(self.names), "output_types": outputs}  # fmt: skip
        return mgp.Model((), (), attrs, (self.body,))

    def _argument(self, arg: Value, type: staged.TensorType) -> Value:
        name = arg.name or f"arg{arg.index}"
        sizes = []
        for axis, size in enumerate(type.dims):
            if size is None:
                self.names.append(f"{name}_{axis}")
            sizes.append(symbol(self.names[-1]) if size is None else constant(size))
        return self.body.add_argument(tensor(tuple(sizes), type.dtype), name)

    def _result(self, value: Value) -> Type:
        made = self.known.get(value)
        if not isinstance(made, Value) or not isinstance(made.owner, mgp.OutputTensor):
            raise ValueError("a result of 'execute' must come from 'mgp.tensor.create'")
        return made.type

    def _step(self, op: Op) -> None:
        given: list[Any] = [self.known.get(value) for value in op.operands]
        if not isinstance(op, _CHAINED) and None in given:
            raise ValueError(f"an operand of '{op.op_name}' is no size and no tensor of this model")
        match op:
            case kgen.Constant():
                self._is(op, constant(op.attrs["value"]))
            case staged.Casts() | staged.FromBuiltin():
                self._is(op, given[0])
            case staged.Add():
                self._is(op, given[0] + given[1])
            case staged.Sub():
                self._is(op, given[0] - given[1])
            case staged.Mul():
                self._is(op, given[0] * given[1])
            case staged.ExtractSpec():
                self._is(op, given[0].type.dims)
            case staged.GetDim():
                self._is(op, given[0][op.attrs["axis"]])
            case staged.CreateSpec():
                self._is(op, tuple(given))
            case pop.Compare() if op.attrs["predicate"] == "eq":
                self._is(op, _Equal(*given))
            case staged.Assert() if isinstance(given[1], _Equal):
                attrs = {**given[1]._asdict(), "message": op.attrs["message"]}
                self.checks.append(mgp.Guard((), (), attrs))
            case staged.BufferAlloc():
                self._is(op, _Memory(given[0]))
            case staged.CreateTensor():
                self._is(op, self._tensor(op, *given))
            case staged.Execute():
                self._launch(op)
            case _:
                raise ValueError(f"'{op.op_name}' of the model '{self.model.attrs['name']}' is not understood here")  # fmt: skip

    def _is(self, op: Op, meaning: object) -> None:
        self.known[op.results[0]] = meaning

    def _tensor(self, op: Op, memory: Any, sizes: Any) -> Value:
        """A tensor in memory of its own: for the caller, or in a block of the arena."""
        value = op.results[0]
        assert isinstance(value.type, staged.TensorType)
        wanted = constant(value.type.dtype.byte_size)
        for size in sizes:
            wanted = wanted * size
        if memory.size != wanted:
            raise ValueError(f"'mgp.tensor.create' needs {wanted} bytes and gets {memory.size}")
        type = tensor(tuple(sizes), value.type.dtype)
        made: Op
        if value in self.results:
            made = mgp.OutputTensor((), [type], {"number": self.results.index(value)})
        else:
            made = mgp.Block((), [type], {"number": len(self.blocks)})
            self.blocks.append((wanted,))
        self.steps.append(made)
        return made.results[0]

    def _launch(self, op: Op) -> None:
        tensors, numbers = staged.tensors_and_sizes(op)
        sizes = []
        for value in numbers:
            size = self.known[value]
            if size.symbol is None:
                raise ValueError(f"a kernel is called with sizes of inputs; '{size}' is none")
            sizes.append(size.symbol)
        attrs = {
            "kernel": op.attrs["kernel"],
            "device": HOST,
            "outputs": op.attrs["outputs"],
            "sizes": tuple(sizes),
            "summary": op.attrs["summary"] or op.attrs["kernel"],
            "source": (),
        }
        self.steps.append(mgp.Launch([self.known[v] for v in tensors], (), attrs))
