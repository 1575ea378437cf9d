"""Random IR for round-trip tests: every declared op with random operands, attributes and regions.

The IR is well formed as far as names go (operands are visible, counts are as declared) but means nothing.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from ember.dialects import hlcf, kgen, lit, pop
from ember.dialects import types as t
from ember.ir.nodes import REGISTRY, Op, Region, SymbolRef, Value
from ember.support import dtype as dt

DIALECTS = (hlcf, kgen, lit, pop)
NAMES = (None, None, None, "x", "x", "y", "x_0", "arg0", "1st", "größe", "a b", "self.x", "then")
STRINGS = (
    "",
    "x",
    "add",
    "a b",
    'quote"d',
    "new\nline",
    "tab\t\\",
    "größe",
    "then",
    "none",
    "+",
    "{",
)

NESTED = [
    name
    for name in REGISTRY
    if name.split(".")[0] in ("kgen", "pop", "hlcf", "lit")
    and name not in ("kgen.module", "kgen.func", "kgen.generator", "lit.module")
]


def random_type(rng: Random, depth: int = 2) -> t.Type:
    simple = (
        t.INDEX,
        t.I1,
        t.IntegerType(32),
        t.POINTER,
        t.PointerType(3),
        t.NONE,
        t.STRING,
        t.ANY,
    )
    kind = rng.randrange(8 if depth else 3)
    if kind <= 2:
        return rng.choice(simple)
    if kind == 3:
        return t.SimdType(rng.choice((1, 4, 16)), rng.choice(dt.ALL))
    parts = tuple(random_type(rng, depth - 1) for _ in range(rng.randrange(3)))
    if kind == 4:
        return t.StructType(parts, 32) if rng.random() < 0.3 else t.StructType(parts)
    if kind == 5:
        return t.ArrayType(rng.randrange(5), random_type(rng, depth - 1))
    if kind == 6:
        return t.UnionType(parts)
    return t.FunctionType(parts, tuple(random_type(rng, 0) for _ in range(rng.randrange(3))))


def random_value(rng: Random, depth: int = 2) -> Any:
    kind = rng.randrange(12 if depth else 11)
    makers = (
        lambda: rng.choice((0, 1, -1, 2**70, -(2**63))),
        lambda: rng.random() < 0.5,
        lambda: rng.choice((0.0, -0.0, 1.5, 1e300, 1e-7, 5e22, float("inf"), float("-inf"))),
        lambda: rng.choice(STRINGS),
        lambda: rng.choice(STRINGS).encode() + b"\x00\xff",
        lambda: None,
        lambda: random_type(rng),
        lambda: SymbolRef(rng.choice(("f", "a b", "std::x", "x.y", "ü"))),
        lambda: rng.choice(dt.ALL),
        lambda: Fraction(rng.randrange(-9, 9), rng.randrange(1, 9)),
        lambda: (),
        lambda: tuple(random_value(rng, depth - 1) for _ in range(rng.randrange(4))),
    )
    return makers[kind]()


def random_attribute(rng: Random, annotation: str) -> Any:
    if annotation == "int":
        return rng.choice((0, 0, 1, -1, 7))
    if annotation == "bool":
        return rng.random() < 0.5
    if annotation == "str":
        return rng.choice(STRINGS)
    if annotation.startswith("tuple"):
        return tuple(random_value(rng, 1) for _ in range(rng.randrange(3)))
    if annotation == "SymbolRef":
        return SymbolRef(rng.choice(("f", "a b")))
    if annotation == "FunctionType":
        return t.FunctionType((t.INDEX,), ())
    if annotation == "Type":
        return random_type(rng)
    return random_value(rng)


class Generator:
    """Makes ops; `visible` holds the values that may be used at this point."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.visible: list[Value] = []

    def module(self) -> Op:
        module = REGISTRY["kgen.module"](regions=[Region()])
        for i in range(self.rng.randrange(1, 3)):
            module.regions[0].append(self.function(f"f{i}"))
        return module

    def function(self, name: str) -> Op:
        rng = self.rng
        self.visible = []
        types = [random_type(rng) for _ in range(rng.randrange(3))]
        body = Region(types, [rng.choice(NAMES) for _ in types])
        self.fill(body, 3)
        results = tuple(random_type(rng) for _ in range(rng.randrange(3)))
        attrs = {
            "name": name,
            "type": t.FunctionType(tuple(types), results),
            "linkage": rng.choice(("internal", "export", "weak")),
            "inline": rng.choice(("", "always")),
        }
        return kgen.Func((), (), attrs, [body])

    def fill(self, region: Region, depth: int) -> None:
        mark = len(self.visible)
        self.visible.extend(region.args)
        for _ in range(self.rng.randrange(5)):
            op = self.op(self.op_class(), depth)
            region.append(op)
            self.visible.extend(op.results)
        del self.visible[mark:]

    def op_class(self) -> type[Op]:
        cls = REGISTRY[self.rng.choice(NESTED)]
        needed = len(cls.operand_names) - ("operands" in cls.variadic_groups)
        return cls if self.visible or not needed else kgen.Undefined

    def region(self, depth: int) -> Region:
        rng = self.rng
        types = [rng.choice((t.ANY, t.INDEX)) for _ in range(rng.choice((0, 0, 1, 2)))]
        region = Region(types, [rng.choice(NAMES) for _ in types])
        if depth:
            self.fill(region, depth - 1)
        return region

    def op(self, cls: type[Op], depth: int) -> Op:
        rng = self.rng
        operands = self.operands(cls)
        results = len(cls.result_names)
        if "results" in cls.variadic_groups:
            results += rng.randrange(3) - 1
        annotations = cls.__annotations__
        attrs = {name: random_attribute(rng, annotations[name]) for name in cls.attr_names}
        regions = [self.region(depth) for _ in cls.region_names]
        types = [random_type(rng) for _ in range(results)]
        if cls is kgen.CallIndirect:
            inputs = tuple(v.type for v in operands[1:])
            attrs["signature"] = t.FunctionType(inputs, tuple(types))
        op = cls(operands, types, attrs, regions)
        for result in op.results:
            result.name = rng.choice(NAMES)
        return op

    def operands(self, cls: type[Op]) -> list[Value]:
        rng = self.rng
        count = len(cls.operand_names)
        if "operands" in cls.variadic_groups:
            count += rng.randrange(3) - 1
        if not self.visible:
            return []
        return [rng.choice(self.visible) for _ in range(count)]


def random_module(rng: Random) -> Op:
    return Generator(rng).module()
