"""Groups of ops become kernels: `mo` in, `mo` with `mogg.kernel` in place of all that computes out.

Before:
    %1 = mo.static.broadcast_to(%bias) : (!mo.tensor<[], f32>) -> !mo.tensor<[n], f32>
    %2 = mo.add(%0, %1) : !mo.tensor<[n], f32>
    %3 = mo.relu(%2) : !mo.tensor<[n], f32>
After:
    %1 = mogg.kernel(%0, %bias) {summary = "add, relu"} : (…) -> !mo.tensor<[n], f32> (%arg0: …, %arg1: …) {
      %2 = mogg.output_placeholders : !mo.tensor<[n], f32>
      %3 = mogg.call.view["mo.static.broadcast_to"](%arg1) : (…) -> !mo.tensor<[n], f32>
      mogg.foreach {shape = [#dim<"n">]} (%index: !pop.array<1, index>) { … }
    }
"""

from __future__ import annotations

import heapq
from typing import Any

from ember.dialects import mo, mogg
from ember.dialects.mo_types import OpaqueType, ShapedType
from ember.dialects.types import scalar
from ember.graph.api.signatures import main_function
from ember.graph.fusion.catalogue import (
    arguments,
    function_of,
    kernel_parameters,
    results_of,
    returned_by,
    symbol_of,
)
from ember.graph.fusion.groups import (
    Group,
    Grouping,
    captured,
    is_chain,
    is_small_constant,
    loop_dims,
)
from ember.ir.nodes import Op, Region, Value
from ember.support.dtype import BY_NAME


def fuse(grouping: Grouping) -> Op:
    """The graph of kernels that a grouping stands for."""
    return _Writer(grouping).write()


class _Writer:
    """Writes the new graph: groups and the ops between them, each when everything it needs is there."""

    def __init__(self, grouping: Grouping, outer: _Writer | None = None) -> None:
        self.grouping = grouping
        self.values: dict[Value, Value] = dict(outer.values) if outer is not None else {}
        """Values of the old graph in memory, as those of the new one."""
        self.body = Region()
        self.outer = outer

    def write(self) -> Op:
        old = self.grouping.graph
        self.fill()
        return mo.Graph((), (), old.attrs, (self.body,), old.loc)

    def fill(self) -> Region:
        """The new region."""
        for arg in self.grouping.region.args:
            self.values[arg] = self.body.add_argument(arg.type, arg.name)
        for unit in self._in_order():
            if isinstance(unit, Group):
                self._kernel(unit)
            elif unit in self.grouping.inner:
                self._control(unit)
            elif self._is_of_host(unit):
                self.body.append(unit.clone(self.values))
        return self.body

    def _control(self, op: Op) -> None:
        """A branch or a loop, with the kernels of its regions."""
        regions = [_Writer(inner, self).fill() for inner in self.grouping.inner[op]]
        operands = [self.values[value] for value in op.operands]
        types = [result.type for result in op.results]
        made = type(op)(operands, types, op.attrs, regions, op.loc)
        self.body.append(made)
        self.values.update(zip(op.results, made.results, strict=True))

    def _is_of_host(self, op: Op) -> bool:
        return self.grouping.kinds[op] == "structural" or self.grouping.is_alias(op)

    def _in_order(self) -> list[Group | Op]:
        """Groups and other ops such that everything comes after what it needs, else as in the graph."""
        grouping = self.grouping
        unit_of: dict[Op, Group | Op] = {
            op: grouping.group_of.get(op, op) for op in grouping.region
        }
        waits: dict[Group | Op, set[Group | Op]] = {unit: set() for unit in unit_of.values()}
        users: dict[Group | Op, list[Group | Op]] = {unit: [] for unit in waits}
        for op, unit in unit_of.items():
            needed = [*op.operands, *(captured(op) if op in grouping.inner else ())]
            owners = [v.owner for v in needed if isinstance(v.owner, Op) and v.owner in unit_of]
            for owner in (*owners, *grouping.waits_for.get(op, ())):
                before = unit_of[owner]
                if before is not unit and before not in waits[unit]:
                    waits[unit].add(before)
                    users[before].append(unit)
        place = {
            unit: unit.first if isinstance(unit, Group) else grouping.position[unit]
            for unit in waits
        }
        by_place = {place[unit]: unit for unit in waits}
        ready = [place[unit] for unit, before in waits.items() if not before]
        heapq.heapify(ready)
        order: list[Group | Op] = []
        while ready:
            unit = by_place[heapq.heappop(ready)]
            order.append(unit)
            for user in users[unit]:
                waits[user].discard(unit)
                if not waits[user]:
                    heapq.heappush(ready, place[user])
        assert len(order) == len(waits), "groups wait for each other"
        return order

    def _kernel(self, group: Group) -> None:
        kernel = _KernelWriter(self.grouping, group)
        kernel.write()
        op = kernel.op([self.values[value] for value in kernel.inputs])
        self.body.append(op)
        for old, new in zip(kernel.outputs, op.results, strict=True):
            self.values[old] = new
        for one in group.ops:
            for result in one.results:
                if is_chain(result):
                    self.values[result] = self._start()

    def _start(self) -> Value:
        """The one chain that is left: kernels are launched in the order of the text."""
        if self.outer is not None:
            return self.outer._start()
        first = self.body.first
        assert isinstance(first, mo.ChainCreate)
        return first.results[0]


class _KernelWriter:
    """Writes one kernel. `inputs` and `outputs` are values of the old graph, in the order of the new op."""

    def __init__(self, grouping: Grouping, group: Group) -> None:
        self.grouping = grouping
        self.group = group
        self.body = Region()
        self.inputs: dict[Value, Value] = {}
        """Tensors in memory, as arguments of the body."""
        self.outputs: dict[Value, Value] = {}
        self._views: dict[Value, Value] = {}

    def op(self, inputs: list[Value]) -> Op:
        named = list(dict.fromkeys(map(_shown, self.group.ops)))
        attrs = {
            "summary": ", ".join(named),
            "device": self.group.device,
            "source": tuple(
                dict.fromkeys(str(op.loc) for op in self.group.ops if op.loc is not None)
            ),
            "is_invariant": self.group.is_invariant,
            "in_place": self._in_place(),
        }
        types = [value.type for value in self.outputs]
        return mogg.Kernel(inputs, types, attrs, (self.body,), self.group.ops[0].loc)

    def _in_place(self) -> tuple[int, ...]:
        """Inputs that are read only at the place of a loop, right before something is written there."""
        regions = [op.regions[0] for op in self.body if isinstance(op, mogg.Foreach)]
        if not regions:
            return ()
        places = []
        for number, arg in enumerate(self.body.args):
            if all(isinstance(user, mogg.Load) for user in arg.uses):
                places.append(number)
        return tuple(places)

    def write(self) -> None:
        group = self.group
        stored = [
            result
            for op in group.ops
            for result in results_of(op)
            if self.grouping.is_stored(result, group)
        ]
        if stored:
            made = self._add(mogg.OutputPlaceholders, [], [value.type for value in stored])
            self.outputs = dict(zip(stored, made.results, strict=True))
        if group.root is None:
            self._loop()
        else:
            self._execute(group.root)

    # -- loops -------------------------------------------------------------------------------------------

    def _loop(self) -> None:
        dims = loop_dims(self.group.after[0])
        region = Region((mogg.index_type(len(dims)),), ("index",))
        function = _FunctionWriter(self, region)
        for op in self.group.after:
            function.step(op)
        function.store_results()
        self._add(mogg.Foreach, [], (), {"shape": dims}, (region,))

    # -- opaque kernels ------------------------------------------------------------------------------------

    def _execute(self, root: Op) -> None:
        kernel = self.grouping.kernels[root]
        function = function_of(kernel, root)
        returned = returned_by(root)
        tensors: list[Value] = [self._output(returned, ())] if returned is not None else []
        outputs = len(tensors)
        for argument in arguments(function, root):
            operand = argument.operand
            for value in argument.values:
                if operand.role == "output":
                    outputs += 1
                    tensors.append(self._output(value, operand.traits))
                elif operand.is_fusable and "variadic" not in operand.traits:
                    tensors.append(self._fused_input(value))
                else:
                    tensors.append(self.memory(value))
        attrs = {
            "kernel": symbol_of(root),
            "kernel_param": kernel_parameters(kernel, function, root),
        }
        if isinstance(root, mo.InvokeShapeFunc):
            self._add(mogg.CallShape, tensors, (), attrs)
        else:
            made = {"returns": True} if returned is not None else {}
            makers = _makers(root)
            known = {"makers": makers} if makers else {}
            self._add(mogg.CallExecute, tensors, (), {**attrs, "outputs": outputs, **made, **known})

    def _output(self, value: Value, traits: tuple[str, ...]) -> Value:
        """A result of the root: in memory, or given to the ops after it."""
        users = [op for op in self.group.after if value in op.operands]
        if not users:
            if value not in self.outputs:  # nobody needs it; the kernel writes it all the same
                made = self._add(mogg.OutputPlaceholders, [], [value.type])
                self.outputs[value] = made.results[0]
            return self.outputs[value]
        is_computing = "computing" in traits
        assert isinstance(value.type, ShapedType)
        types = (mogg.element(value.type), mogg.index_type(value.type.rank))
        region = Region(types, ("value", "index"))
        function = _FunctionWriter(self, region, region.args[1])
        function.give(value, region.args[0])
        for op in self.group.after:
            function.step(op)
        if not is_computing:
            function.store_results()
            target = self.outputs.get(value) or self._virtual(value)
            return self._bind(target, "store_lambda", region)
        (last,) = [v for v in self.outputs if v in function.known]
        function.add(mogg.Output, [function.known[last]], ())
        return self._bind(self.outputs[last], "output_lambda", region)

    def _fused_input(self, value: Value) -> Value:
        """An operand that may be computed where the root reads it."""
        ops = self.group.before.get(value, [])
        if not ops and value in self.inputs or not ops and self._is_in_memory(value):
            return self.memory(value)
        assert isinstance(value.type, ShapedType)
        region = Region((mogg.index_type(value.type.rank),), ("index",))
        function = _FunctionWriter(self, region)
        for op in ops:
            function.step(op)
        function.add(mogg.Output, [function.element(value)], ())
        return self._bind(self._virtual(value), "input_lambda", region)

    def _is_in_memory(self, value: Value) -> bool:
        owner = value.owner
        if isinstance(owner, Region):
            return True
        kind = self.grouping.kinds.get(owner)
        return kind not in ("view", "size") or self.grouping.is_alias(owner)

    def _virtual(self, value: Value) -> Value:
        return self._add(mogg.Virtual, [], [value.type]).results[0]

    def _bind(self, tensor: Value, kind: str, region: Region) -> Value:
        made = self._add(mogg.Bind, [tensor], [tensor.type], {"kind": kind}, (region,))
        return made.results[0]

    # -- tensors ---------------------------------------------------------------------------------------------

    def memory(self, value: Value) -> Value:
        """A tensor in memory, as an argument of the kernel."""
        if value in self.outputs:
            return self.outputs[value]
        found = self.inputs.get(value)
        if found is None:
            found = self.inputs[value] = self.body.add_argument(value.type)
        return found

    def view(self, value: Value) -> Value:
        """A tensor in memory, seen through the views that give the value."""
        if self._is_in_memory(value):
            return self.memory(value)
        found = self._views.get(value)
        if found is None:
            owner = value.owner
            assert isinstance(owner, Op)
            found = self._views[value] = self._seen(owner)
        return found

    def _seen(self, op: Op) -> Value:
        kernel = self.grouping.kernels[op]
        attrs = {
            "kernel": symbol_of(op),
            "kernel_param": kernel_parameters(kernel, main_function(kernel), op),
        }
        tensor = self.view(op.operands[0])
        return self._add(mogg.CallView, [tensor], [op.results[0].type], attrs).results[0]

    def _add(
        self,
        kind: type[Op],
        operands: list[Value],
        types: Any,
        attrs: Any = None,
        regions: Any = (),
    ) -> Op:
        op = kind(operands, types, attrs or {}, regions)
        self.body.append(op)
        return op


def _makers(op: Op) -> tuple[str, ...]:
    """The kernels that know the types of the values that an op is given: those that made them, or its own for inputs."""
    values = [value for value in op.operands if isinstance(value.type, OpaqueType)]
    return tuple(symbol_of(v.owner if isinstance(v.owner, Op) else op) for v in values)


def _shown(op: Op) -> str:
    """An op in the summary of its kernel."""
    name = symbol_of(op).removeprefix("mo.")
    return f"shape of {name}" if isinstance(op, mo.InvokeShapeFunc) else name


class _FunctionWriter:
    """Writes what happens for one element: in a loop, or in a function bound to a tensor."""

    def __init__(
        self,
        kernel: _KernelWriter,
        region: Region,
        index: Value | None = None,
    ) -> None:
        self.kernel = kernel
        self.region = region
        self.index = index or region.args[0]
        self.known: dict[Value, Value] = {}
        """Elements at hand."""
        self._results: list[Value] = []
        """Which of them somebody outside needs."""

    def step(self, op: Op) -> None:
        """One op of the group."""
        grouping = self.kernel.grouping
        kind = grouping.kinds[op]
        if kind == "store":
            buffer, value, _ = op.operands
            tensor = self.kernel.memory(buffer)
            self.add(mogg.Store, [self.element(value), tensor, self.index], ())
            return
        result = op.results[0]
        if kind == "elementwise":
            kernel = grouping.kernels[op]
            attrs = {
                "kernel": symbol_of(op),
                "kernel_param": kernel_parameters(kernel, main_function(kernel), op),
            }
            values = [self.element(v) for v in op.operands]
            made = self.add(mogg.CallElementwise, values, [mogg.element(result.type)], attrs)
            self.give(result, made.results[0])
        elif kind == "copy":
            self.give(result, self._load(self.kernel._seen(op), result))
        elif kind == "number":
            self.give(result, self._size(op))
        else:  # a buffer's elements
            self.give(result, self._load(self.kernel.memory(op.operands[0]), result))

    def give(self, result: Value, element: Value) -> None:
        """An element of a result is at hand now."""
        self.known[result] = element
        if result in self.kernel.outputs:
            self._results.append(result)

    def store_results(self) -> None:
        """Writes the results at the end, when everything is read: one may lie where an input lay."""
        for result in self._results:
            self.add(mogg.Store, [self.known[result], self.kernel.outputs[result], self.index], ())

    def element(self, value: Value) -> Value:
        """The element of a tensor at the place of the loop."""
        found = self.known.get(value)
        if found is None:
            found = self.known[value] = self._found(value)
        return found

    def _found(self, value: Value) -> Value:
        base = self._behind_views(value)
        if is_small_constant(base):
            assert isinstance(base.owner, Op)
            attrs = {"value": base.owner.attrs["value"]}
            return self.add(mogg.Scalar, [], [mogg.element(value.type)], attrs).results[0]
        if isinstance(base.owner, mo.IndexToTensor):
            return self._size(base.owner)
        return self._load(self.kernel.view(value), value)

    def _behind_views(self, value: Value) -> Value:
        """What views of one element show, wherever they show it."""
        kinds = self.kernel.grouping.kinds
        while isinstance(value.owner, Op) and kinds.get(value.owner) == "view":
            value = value.owner.operands[0]
        return value

    def _size(self, op: Op) -> Value:
        size = {"size": op.attrs["size"]}
        return self.add(mogg.Size, [], [scalar(BY_NAME["si64"])], size).results[0]

    def _load(self, tensor: Value, value: Value) -> Value:
        types = [mogg.element(value.type)]
        return self.add(mogg.Load, [tensor, self.index], types).results[0]

    def add(self, kind: type[Op], operands: list[Value], types: Any, attrs: Any = None) -> Op:
        op = kind(operands, types, attrs or {})
        self.region.append(op)
        return op
