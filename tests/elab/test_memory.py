"""The interpreter's memory against plain bytes: any mix of typed accesses, copies and pointers."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ember.dialects import types as t
from ember.dialects.layout import size_of
from ember.interpreter.accessors import Accessors
from ember.interpreter.memory import Memory
from ember.support import dtype as dt

SIZE = 48
TYPES: list[t.Type] = [
    t.INDEX,
    t.BYTE,
    t.IntegerType(32),
    t.scalar(dt.BY_NAME["ui16"]),
    t.scalar(dt.BY_NAME["si128"]),
    t.SimdType(4, dt.BY_NAME["si16"]),
    t.ArrayType(3, t.BYTE),
    t.StructType((t.BYTE, t.IntegerType(32))),
]
offsets = st.integers(0, SIZE)
aligned = st.integers(0, SIZE // 8 - 1).map(lambda n: n * 8)
steps = st.one_of(
    st.tuples(
        st.just("store"), st.sampled_from(TYPES), offsets, st.binary(min_size=16, max_size=16)
    ),
    st.tuples(st.just("pointer"), aligned | offsets, st.integers(0, 2), st.integers(0, SIZE)),
    st.tuples(st.just("copy"), offsets, offsets, st.integers(0, SIZE)),
    st.tuples(st.just("fill"), offsets, st.integers(0, 255), st.integers(0, SIZE)),
)


class Model:
    """A block and the bytes it should have; pointers count as the bytes of their addresses."""

    def __init__(self) -> None:
        self.memory = Memory(1 << 20)
        self.access = Accessors(self.memory)
        self.block, _ = self.memory.allocate(SIZE)
        self.targets = [self.memory.allocate(SIZE) for _ in range(3)]
        self.bytes = bytearray(self.block.data)

    def store(self, type: t.Type, at: int, data: bytes) -> None:
        size = size_of(type)
        if at + size > SIZE:
            return
        scratch, _ = self.memory.allocate(16)
        scratch.data[:] = data
        value = self.access.loader(type)((scratch, 0))
        before = bytes(self.bytes[at : at + size])
        self.access.storer(type)((self.block, at), value)
        self.bytes[at : at + size] = data[:size]
        if isinstance(type, t.StructType):  # padding is not written
            self.bytes[at + 1 : at + 4] = before[1:4]

    def pointer(self, at: int, target: int, offset: int) -> None:
        if at + 8 > SIZE:
            return
        block, _ = self.targets[target]
        self.access.storer(t.POINTER)((self.block, at), (block, offset))
        self.bytes[at : at + 8] = self.memory.number((block, offset)).to_bytes(8, "little")

    def copy(self, to: int, source: int, size: int) -> None:
        size = min(size, SIZE - to, SIZE - source)
        self.memory.copy((self.block, to), (self.block, source), size)
        self.bytes[to : to + size] = bytes(self.bytes[source : source + size])

    def fill(self, at: int, byte: int, size: int) -> None:
        size = min(size, SIZE - at)
        self.memory.fill((self.block, at), byte, size)
        self.bytes[at : at + size] = bytes((byte,)) * size

    def check(self) -> None:
        assert self.memory.read_bytes((self.block, 0), SIZE) == self.bytes
        reference, _ = self.memory.allocate(SIZE)
        reference.data[:] = self.bytes
        for type in [*TYPES, t.POINTER]:
            load = self.access.loader(type)
            for at in range(SIZE - size_of(type) + 1):
                assert load((self.block, at)) == load((reference, at)), (type, at)


@settings(deadline=None)
@given(program=st.lists(steps, max_size=12))
def test_memory_is_bytes(program: list[tuple[object, ...]]) -> None:
    model = Model()
    for kind, *arguments in program:
        getattr(model, str(kind))(*arguments)
    model.check()
