"""Random programs that terminate, as IR text: arithmetic, slots, structs, nested control flow with jumps, calls."""

from __future__ import annotations

from random import Random

PAIR = "!kgen.struct<(index, index)>"
BINARY = ("add", "sub", "mul", "and", "or", "xor", "min", "max")
PREDICATES = ("eq", "ne", "lt", "le", "gt", "ge")


class Writer:
    """Writes one function; keeps the values, slots and jump targets visible at the current point."""

    def __init__(self, rng: Random, callees: list[str]) -> None:
        self.rng = rng
        self.callees = callees
        self.lines: list[str] = []
        self.indent = 1
        self.count = 0
        self.values: list[str] = []
        self.conditions: list[str] = []
        self.slots: list[str] = []
        self.pairs: list[str] = []
        self.targets: list[str] = []

    def function(self, name: str, linkage: str, inline: str) -> str:
        self.values = ["%a", "%b"]
        self.constant()
        self.slot()
        self.statements(4)
        self.finish()
        attributes = f' attributes {{inline = "{inline}"}}' if inline else ""
        head = f"kgen.func {linkage} @{name}(%a: index, %b: index) -> index{attributes} {{"
        return "\n".join([head, *self.lines, "}"])

    def emit(self, text: str) -> None:
        self.lines.append("  " * self.indent + text)

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def value(self) -> str:
        return self.rng.choice(self.values)

    def define(self, text: str) -> str:
        name = self.fresh()
        self.emit(f"{name} = {text}")
        self.values.append(name)
        return name

    def finish(self) -> None:
        total = self.value()
        for slot in self.slots:
            part = self.define(f"pop.load {slot} : index")
            total = self.define(f"pop.add {total}, {part} : index")
        self.emit(f"kgen.return {total} : index")

    # -- statements ----------------------------------------------------------------------------------

    def statements(self, depth: int) -> None:
        for _ in range(self.rng.randrange(1, 5)):
            self.statement(depth)

    def statement(self, depth: int) -> None:
        simple = (
            self.constant, self.arithmetic, self.arithmetic, self.compare, self.select, self.slot,
            self.store, self.store, self.load, self.load, self.pair, self.pair_access, self.call,
            self.copy_pair, self.pack,
        )  # fmt: skip
        nested = (
            self.if_, self.if_, self.if_with_result, self.loop, self.block, self.loop_with_values,
            self.block_with_value,
        )  # fmt: skip
        if depth and self.rng.random() < 0.45:
            self.rng.choice(nested)(depth - 1)
        else:
            self.rng.choice(simple)()

    def constant(self) -> None:
        self.define(f"kgen.param.constant = <{self.rng.choice((-1, 0, 1, 2, 7))}> : index")

    def arithmetic(self) -> None:
        self.define(f"pop.{self.rng.choice(BINARY)} {self.value()}, {self.value()} : index")

    def compare(self) -> str:
        name = self.fresh()
        predicate = self.rng.choice(PREDICATES)
        self.emit(f"{name} = pop.cmp {predicate} {self.value()}, {self.value()} : i1")
        self.conditions.append(name)
        return name

    def condition(self) -> str:
        roll = self.rng.random()
        if roll < 0.1:
            name = self.fresh()
            self.emit(f"{name} = kgen.param.constant = <{self.rng.choice(('true', 'false'))}> : i1")
            return name
        if roll < 0.5 and self.conditions:
            return self.rng.choice(self.conditions)
        return self.compare()

    def select(self) -> None:
        condition = self.condition()
        self.define(f"pop.select {condition}, {self.value()}, {self.value()} : index")

    def slot(self) -> None:
        name = self.fresh()
        self.emit(f"{name} = pop.stack_allocation {{type = index, count = 1}}")
        self.emit(f"pop.store {self.value()}, {name} : index")
        self.slots.append(name)

    def store(self) -> None:
        if self.slots:
            self.emit(f"pop.store {self.value()}, {self.rng.choice(self.slots)} : index")

    def load(self) -> None:
        if self.slots:
            self.define(f"pop.load {self.rng.choice(self.slots)} : index")

    def pair(self) -> None:
        name, whole = self.fresh(), self.fresh()
        self.emit(f"{name} = pop.stack_allocation {{type = {PAIR}, count = 1}}")
        self.emit(f"{whole} = kgen.struct.create({self.value()}, {self.value()}) : {PAIR}")
        self.emit(f"pop.store {whole}, {name} : {PAIR}")
        self.pairs.append(name)

    def pair_access(self) -> None:
        if not self.pairs:
            return
        pair, field = self.rng.choice(self.pairs), self.rng.randrange(2)
        kind = self.rng.randrange(3)
        if kind == 2:
            whole = self.fresh()
            self.emit(f"{whole} = pop.load {pair} : {PAIR}")
            self.define(f"kgen.struct.extract {whole}[{field}]")
            return
        pointer = self.fresh()
        self.emit(f"{pointer} = kgen.struct.gep {pair}[{field}] {{struct = {PAIR}}}")
        if kind:
            self.define(f"pop.load {pointer} : index")
        else:
            self.emit(f"pop.store {self.value()}, {pointer} : index")

    def copy_pair(self) -> None:
        if not self.pairs:
            return
        size, copy = self.fresh(), self.fresh()
        self.emit(f"{size} = kgen.param.constant = <16> : index")
        self.emit(f"{copy} = pop.stack_allocation {{type = {PAIR}, count = 1}}")
        self.emit(f"pop.memcpy {copy}, {self.rng.choice(self.pairs)}, {size}")
        self.pairs.append(copy)

    def pack(self) -> None:
        """Addresses of slots in an array, read back through it."""
        if not self.slots:
            return
        pack, at = self.fresh(), self.fresh()
        self.emit(f"{pack} = pop.stack_allocation {{type = !kgen.pointer<none>, count = 2}}")
        self.emit(f"{at} = kgen.param.constant = <1> : index")
        second, element = self.fresh(), "{element = !kgen.pointer<none>}"
        self.emit(f"{second} = pop.offset {pack}, {at} {element}")
        self.emit(f"pop.store {self.rng.choice(self.slots)}, {pack} : !kgen.pointer<none>")
        self.emit(f"pop.store {self.rng.choice(self.slots)}, {second} : !kgen.pointer<none>")
        for place in (pack, second):
            pointer = self.fresh()
            self.emit(f"{pointer} = pop.load {place} : !kgen.pointer<none>")
            self.define(f"pop.load {pointer} : index")
            if self.rng.random() < 0.3:
                self.emit(f"pop.store {self.value()}, {pointer} : index")

    def call(self) -> None:
        if self.callees:
            callee = self.rng.choice(self.callees)
            arguments = f"{self.value()}, {self.value()}"
            self.define(f"kgen.call @{callee}({arguments}) : (index, index) -> index")

    # -- control flow --------------------------------------------------------------------------------

    def region(self, depth: int, may_leave: bool = True) -> bool:
        """Statements in a scope of their own, perhaps with a jump at the end (then: True)."""
        marks = [len(x) for x in (self.values, self.conditions, self.slots, self.pairs)]
        self.indent += 1
        self.statements(depth)
        leaves = may_leave and self.rng.random() < 0.4
        if leaves:
            self.jump()
        self.indent -= 1
        for kept, mark in zip(
            (self.values, self.conditions, self.slots, self.pairs), marks, strict=True
        ):
            del kept[mark:]
        return leaves

    def jump(self) -> None:
        if not self.targets or self.rng.random() < 0.3:
            self.emit(f"kgen.return {self.value()} : index")
            return
        depth = self.rng.randrange(len(self.targets))
        target = self.targets[-1 - depth]
        is_loop = target not in ("block", "block ->")
        word = "continue" if is_loop and self.rng.random() < 0.5 else "break"
        values = ""
        if target.startswith("%") and word == "continue":
            values = f" {target}, {self.value()} : index, index"
        elif target.startswith("%") or target == "block ->":
            values = f" {self.value()} : index"
        self.emit(f"hlcf.{word} {depth}{values}")

    def if_(self, depth: int) -> None:
        self.emit(f"hlcf.if {self.condition()} {{")
        self.region(depth)
        if self.rng.random() < 0.6:
            self.emit("} else {")
            self.region(depth)
        self.emit("}")

    def if_with_result(self, depth: int) -> None:
        name = self.fresh()
        self.emit(f"{name} = hlcf.if {self.condition()} -> index {{")
        self.yielding_arm(depth)
        self.emit("} else {")
        self.yielding_arm(depth)
        self.emit("}")
        self.values.append(name)

    def yielding_arm(self, depth: int) -> None:
        value = self.value()
        if not self.region(depth):
            self.emit(f"  hlcf.yield {value} : index")

    def loop(self, depth: int) -> None:
        """A loop that counts its rounds first of all, so it ends whatever its body does."""
        counter, limit, one, old, new, done = (self.fresh() for _ in range(6))
        zero = self.fresh()
        self.emit(f"{counter} = pop.stack_allocation {{type = index, count = 1}}")
        self.emit(f"{zero} = kgen.param.constant = <0> : index")
        self.emit(f"{one} = kgen.param.constant = <1> : index")
        self.emit(f"{limit} = kgen.param.constant = <{self.rng.randrange(1, 4)}> : index")
        self.emit(f"pop.store {zero}, {counter} : index")
        self.emit("hlcf.loop {")
        self.emit(f"  {old} = pop.load {counter} : index")
        self.emit(f"  {new} = pop.add {old}, {one} : index")
        self.emit(f"  pop.store {new}, {counter} : index")
        self.emit(f"  {done} = pop.cmp gt {new}, {limit} : i1")
        self.emit(f"  hlcf.if {done} {{")
        self.emit("    hlcf.break")
        self.emit("  }")
        self.targets.append("loop")
        self.region(depth)
        self.targets.pop()
        self.emit("}")

    def loop_with_values(self, depth: int) -> None:
        """The same with the counter and another number carried from round to round, and a result."""
        result, counter, sum, new, done = (self.fresh() for _ in range(5))
        zero, one, limit = (self.fresh() for _ in range(3))
        self.emit(f"{zero} = kgen.param.constant = <0> : index")
        self.emit(f"{one} = kgen.param.constant = <1> : index")
        self.emit(f"{limit} = kgen.param.constant = <{self.rng.randrange(1, 4)}> : index")
        inits = f"{zero}, {self.value()}"
        unroll = self.rng.choice(("", "", " {unroll = -1}", " {unroll = 2}"))
        arguments = f"({counter}: index, {sum}: index)"
        self.emit(f"{result} = hlcf.loop {inits}{unroll} -> index {arguments} {{")
        self.emit(f"  {done} = pop.cmp ge {counter}, {limit} : i1")
        self.emit(f"  hlcf.if {done} {{")
        self.emit(f"    hlcf.break {sum} : index")
        self.emit("  }")
        self.emit(f"  {new} = pop.add {counter}, {one} : index")
        self.targets.append(new)
        mark = len(self.values)
        self.values += [counter, sum, new]
        if not self.region(depth):
            self.emit(f"  hlcf.continue {new}, {self.value()} : index, index")
        del self.values[mark:]
        self.targets.pop()
        self.emit("}")
        self.values.append(result)

    def block_with_value(self, depth: int) -> None:
        result, value = self.fresh(), self.value()
        self.emit(f"{result} = hlcf.block -> index {{")
        self.targets.append("block ->")
        if not self.region(depth):
            self.emit(f"  hlcf.break {value} : index")
        self.targets.pop()
        self.emit("}")
        self.values.append(result)

    def block(self, depth: int) -> None:
        self.emit("hlcf.block {")
        self.targets.append("block")
        self.region(depth)
        self.targets.pop()
        self.emit("}")


def random_program(rng: Random) -> str:
    """A module that exports `main(index, index) -> index` and has a few functions that it may call."""
    functions, names = [], []
    for i in range(rng.randrange(3)):
        inline = rng.choice(("", "always", "never"))
        functions.append(Writer(rng, list(names)).function(f"f{i}", "internal", inline))
        names.append(f"f{i}")
    functions.append(Writer(rng, names).function("main", "export", ""))
    return "\n".join(functions)
