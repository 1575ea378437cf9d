"""Random structured functions over machine words, for comparing the interpreter with native code.

A function works on a few stack slots, some plain, some in an array that is reached by computed offsets, some reached
through a pointer that is itself in memory. Loops take from a common supply of fuel, so every program ends.
"""

from __future__ import annotations

import random

from ember.dialects import hlcf, kgen, pop
from ember.dialects import types as t
from ember.ir.nodes import Builder, Op, Region, SymbolRef, Value

SLOTS = 3
ARRAY = 4
FUEL = 40
PAIR = t.StructType((t.I1, t.INDEX, t.BYTE))
NEST = t.StructType((t.INDEX, PAIR, t.StructType((t.INDEX,))))
_BINARY: tuple[type[Op], ...] = (pop.Add, pop.Sub, pop.Mul, pop.And, pop.Xor, pop.Min, pop.Shl)


class RandomFunction:
    """Writes one function `(index, index) -> index`; it may call the functions in `callees`."""

    def __init__(self, seed: int, name: str, callees: list[str], depth: int = 4) -> None:
        self._random = random.Random(seed)
        self._callees = callees
        self._depth = depth
        body = Region([t.INDEX, t.INDEX])
        self._builder = Builder(body)
        self._slots = [self._slot(t.INDEX) for _ in range(SLOTS)]
        self._fuel = self._slot(t.INDEX)
        self._array = self._slot(t.INDEX, ARRAY)
        self._pair = self._slot(PAIR)
        self._nest = self._slot(NEST)
        self._holder = self._slot(t.POINTER)
        self._start(body)
        self._region(0, [])
        self._finish()
        signature = t.FunctionType((t.INDEX, t.INDEX), (t.INDEX,))
        attrs = {"name": name, "type": signature, "linkage": "export", "source_name": name}
        self.func = kgen.Func([], [], attrs, [body])

    def _start(self, body: Region) -> None:
        for number, slot in enumerate(self._slots):
            self._emit(pop.Store, [body.args[number % 2], slot])
        self._emit(pop.Store, [self._constant(FUEL), self._fuel])
        for number in range(ARRAY):
            place = self._place(self._constant(number))
            self._emit(pop.Store, [self._constant(number * 7), place])
        flag = self._value(kgen.Constant, [], t.I1, value=True)
        byte = self._value(kgen.Constant, [], t.BYTE, value=200)
        pair = self._value(kgen.StructCreate, [flag, body.args[0], byte], PAIR)
        self._emit(pop.Store, [pair, self._pair])
        single = self._value(kgen.StructCreate, [body.args[1]], NEST.elements[2])
        nest = self._value(kgen.StructCreate, [body.args[1], pair, single], NEST)
        self._emit(pop.Store, [nest, self._nest])
        field = self._value(kgen.StructGep, [self._pair], t.POINTER, struct=PAIR, index=1)
        self._emit(pop.Store, [field, self._holder])

    def _finish(self) -> None:
        total = self._read()
        for _ in range(4):
            total = self._value(pop.Add, [total, self._read()], t.INDEX)
        self._emit(kgen.Return, [total])

    # -- statements --------------------------------------------------------------------------------

    def _region(self, depth: int, targets: list[bool]) -> None:
        """Some statements; `targets` says of each enclosing block or loop whether it is a loop."""
        for _ in range(self._random.randint(1, 4)):
            kind = self._random.choices(
                ("write", "if", "value_if", "loop", "block", "call"), (6, 3, 1, 2, 2, 1)
            )[0]
            if kind == "write" or depth >= self._depth:
                self._write(self._expression())
            elif kind == "if":
                self._conditional(depth, targets)
            elif kind == "value_if":
                self._write(self._conditional_value())
            elif kind == "call":
                self._call()
            else:
                self._nested(kind == "loop", depth, targets)

    def _conditional(self, depth: int, targets: list[bool]) -> None:
        condition = self._condition()
        regions = [Region(), Region()]
        for region in regions:
            with_exit = self._random.random() < 0.5
            self._inside(region, depth + 1, targets, with_exit)
        self._emit(hlcf.If, [condition], [], regions)

    def _inside(self, region: Region, depth: int, targets: list[bool], with_exit: bool) -> None:
        outer, self._builder = self._builder, Builder(region)
        self._region(depth, targets)
        if with_exit:
            self._exit(targets)
        self._builder = outer

    def _exit(self, targets: list[bool]) -> None:
        choices = [("break", d) for d in range(len(targets))]
        choices += [("continue", d) for d, is_loop in enumerate(reversed(targets)) if is_loop]
        if not choices or self._random.random() < 0.1:
            self._emit(kgen.Return, [self._expression()])
            return
        kind, distance = self._random.choice(choices)
        self._emit(hlcf.Break if kind == "break" else hlcf.Continue, [], depth=distance)

    def _nested(self, is_loop: bool, depth: int, targets: list[bool]) -> None:
        region = Region()
        outer, self._builder = self._builder, Builder(region)
        if is_loop:
            self._use_fuel()
        self._region(depth + 1, [*targets, is_loop])
        self._builder = outer
        self._emit(hlcf.Loop if is_loop else hlcf.Block, [], [], [region])

    def _use_fuel(self) -> None:
        left = self._value(pop.Load, [self._fuel], t.INDEX)
        less = self._value(pop.Sub, [left, self._constant(1)], t.INDEX)
        self._emit(pop.Store, [less, self._fuel])
        empty = self._value(pop.Compare, [less, self._constant(0)], t.I1, predicate="lt")
        stop = Region()
        Builder(stop).insert(hlcf.Break([], [], {"depth": 0}))
        self._emit(hlcf.If, [empty], [], [stop, Region()])

    def _conditional_value(self) -> Value:
        condition = self._condition()
        regions = [Region(), Region()]
        outer = self._builder
        for region in regions:
            self._builder = Builder(region)
            self._emit(hlcf.Yield, [self._expression()])
        self._builder = outer
        return self._emit(hlcf.If, [condition], [t.INDEX], regions).results[0]

    def _call(self) -> None:
        if not self._callees:
            return
        arguments = [self._expression(), self._read()]
        callee = SymbolRef(self._random.choice(self._callees))
        if self._random.random() < 0.3:
            pointer = self._value(kgen.AddressOf, [], t.POINTER, symbol=callee)
            signature = t.FunctionType((t.INDEX, t.INDEX), (t.INDEX,))
            call = self._emit(
                kgen.CallIndirect, [pointer, *arguments], [t.INDEX], signature=signature
            )
        else:
            call = self._emit(kgen.Call, arguments, [t.INDEX], callee=callee)
        self._write(call.results[0])

    def _write(self, value: Value) -> None:
        choice = self._random.randrange(5)
        if choice == 4:
            self._emit(pop.Store, [value, self._nested_place()])
        elif choice == 0:
            self._emit(pop.Store, [value, self._place(self._array_index())])
        elif choice == 1:
            pointer = self._value(pop.Load, [self._holder], t.POINTER)
            self._emit(pop.Store, [value, pointer])
        else:
            self._emit(pop.Store, [value, self._random.choice(self._slots)])

    # -- expressions -------------------------------------------------------------------------------

    def _expression(self) -> Value:
        lhs, rhs = self._read(), self._read()
        return self._value(self._random.choice(_BINARY), [lhs, rhs], t.INDEX)

    def _read(self) -> Value:
        choice = self._random.randrange(7)
        if choice == 5:
            return self._value(pop.Load, [self._nested_place()], t.INDEX)
        if choice == 6:
            nest = self._value(pop.Load, [self._nest], NEST)
            single = self._value(kgen.StructExtract, [nest], NEST.elements[2], index=2)
            return self._value(kgen.StructExtract, [single], t.INDEX, index=0)
        if choice == 0:
            return self._constant(self._random.randint(-5, 9))
        if choice == 1:
            return self._value(pop.Load, [self._place(self._array_index())], t.INDEX)
        if choice == 2:
            pair = self._value(pop.Load, [self._pair], PAIR)
            return self._value(kgen.StructExtract, [pair], t.INDEX, index=1)
        return self._value(pop.Load, [self._random.choice(self._slots)], t.INDEX)

    def _condition(self) -> Value:
        predicate = self._random.choice(("lt", "ge", "eq", "ne"))
        return self._value(
            pop.Compare, [self._expression(), self._read()], t.I1, predicate=predicate
        )

    def _array_index(self) -> Value:
        slot = self._value(pop.Load, [self._random.choice(self._slots)], t.INDEX)
        return self._value(pop.And, [slot, self._constant(ARRAY - 1)], t.INDEX)

    def _place(self, index: Value) -> Value:
        return self._value(pop.Offset, [self._array, index], t.POINTER, element=t.INDEX)

    def _nested_place(self) -> Value:
        """A field, at some depth, of a struct that is only used field by field and as a whole."""
        index = self._random.randrange(3)
        field = self._value(kgen.StructGep, [self._nest], t.POINTER, struct=NEST, index=index)
        if index == 0:
            return field
        inner = NEST.elements[index]
        within = 1 if inner is PAIR else 0
        return self._value(kgen.StructGep, [field], t.POINTER, struct=inner, index=within)

    def _constant(self, value: int) -> Value:
        return self._value(kgen.Constant, [], t.INDEX, value=value)

    def _slot(self, type: t.Type, count: int = 1) -> Value:
        return self._value(pop.StackAllocation, [], t.POINTER, type=type, count=count)

    def _value(self, cls: type[Op], operands: list[Value], of: t.Type, **attrs: object) -> Value:
        return self._builder.insert(cls(operands, [of], attrs)).results[0]

    def _emit(
        self,
        cls: type[Op],
        operands: list[Value],
        results: list[t.Type] | None = None,
        regions: list[Region] | None = None,
        **attrs: object,
    ) -> Op:
        return self._builder.insert(cls(operands, results or [], attrs, regions or []))


def random_module(seed: int, depth: int = 4) -> kgen.Module:
    """Three functions `f0`, `f1`, `f2`; later ones call earlier ones."""
    body = Region()
    names: list[str] = []
    for number in range(3):
        name = f"f{number}"
        body.append(RandomFunction(seed * 3 + number, name, list(names), depth).func)
        names.append(name)
    return kgen.Module([], [], {}, [body])
