"""LLVM's idea of sizes, alignments and offsets is ours."""

from __future__ import annotations

import random

import llvmlite.binding as llvm
import pytest

from ember.codegen.text.types import TypeTable
from ember.dialects import layout
from ember.dialects import types as t
from ember.support import dtype as dt
from ember.support.target import AARCH64_LINUX, AMDGCN, NVPTX64, X86_64_LINUX, make_target

TRIPLES = (AARCH64_LINUX, X86_64_LINUX, NVPTX64, AMDGCN)
SCALARS: list[t.Type] = [t.INDEX, t.POINTER, t.NONE, t.STRING, t.DTYPE, t.IntegerType(24)]
SCALARS += [t.IntegerType(width) for width in (1, 7, 8, 16, 32, 48, 64, 128, 256)]
SCALARS += [t.scalar(dtype) for dtype in dt.ALL]
VECTORS: list[t.Type] = [
    t.SimdType(width, dtype)
    for width in (2, 3, 4, 8, 16, 64, 512)
    for dtype in dt.ALL
    if dtype.bits
]


def random_aggregate(rng: random.Random, depth: int) -> t.Type:
    def member() -> t.Type:
        if depth and rng.random() < 0.4:
            return random_aggregate(rng, depth - 1)
        return rng.choice(rng.choice((SCALARS, VECTORS)))

    kind = rng.randrange(4)
    if kind == 0:
        return t.ArrayType(rng.randrange(4), member())
    if kind == 1:
        return t.UnionType(tuple(member() for _ in range(rng.randrange(1, 4))))
    members = tuple(member() for _ in range(rng.randrange(6)))
    return t.StructType(members, rng.choice((16, 64, 128))) if kind == 2 else t.StructType(members)


@pytest.mark.parametrize("triple", TRIPLES)
def test_data_layout_is_llvms(triple: str) -> None:
    llvm.initialize_all_targets()
    machine = llvm.Target.from_triple(triple).create_target_machine()
    assert str(machine.target_data) == make_target(triple).data_layout


@pytest.mark.parametrize("triple", TRIPLES)
def test_sizes_alignments_and_offsets(triple: str) -> None:
    rng = random.Random(1)
    types = [*SCALARS, *VECTORS, *(random_aggregate(rng, 3) for _ in range(400))]
    target = make_target(triple)
    table = TypeTable(target.arch)
    lines = [f'target datalayout = "{target.data_layout}"', f'target triple = "{triple}"']
    lines += [f"@g{i} = external global {table[type].memory}" for i, type in enumerate(types)]
    module = llvm.parse_assembly("\n".join(lines))
    data = llvm.create_target_data(target.data_layout)
    for i, type in enumerate(types):
        llvm_type = module.get_global_variable(f"g{i}").global_value_type
        info = table[type]
        assert data.get_abi_size(llvm_type) == layout.size_of(type), type
        assert data.get_abi_alignment(llvm_type) == info.natural, type
        if isinstance(type, t.StructType):
            for field, offset in enumerate(layout.field_offsets(type)):
                position = info.field_indices[field]
                assert data.get_element_offset(llvm_type, position) == offset, type
