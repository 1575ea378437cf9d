"""Arrays in shared memory: their places on a simulated device, and how much a kernel may have."""

from __future__ import annotations

import pytest

from ember.dialects import kgen, pop
from ember.ir.nodes import Op
from ember.ir.parser import parse_module
from ember.opt.shared_memory import check_shared_memory, place_shared_memory
from ember.support.diagnostics import CompileError
from ember.support.target import Target

ARRAY = "pop.stack_allocation {type = !pop.scalar<f32>, count = COUNT, alignment = ALIGN}"


def function(name: str, *arrays: tuple[int, int], calls: str = "") -> str:
    lines = [f"  kgen.func @{name}() {{"]
    for number, (count, alignment) in enumerate(arrays):
        text = ARRAY.replace("COUNT", str(count)).replace("ALIGN", str(alignment))
        lines.append(f"    %{number} = {text} : !kgen.pointer<none, 3>")
    if calls:
        lines.append(f"    kgen.call @{calls}() : () -> ()")
    return "\n".join([*lines, "    kgen.return", "  }"])


def description(entry: str) -> str:
    fields = ", ".join(["!kgen.pointer<none>"] + ["index"] * 5)
    return (
        f"  kgen.global @{entry}.description : !kgen.struct<({fields})>"
        f" = <[@{entry}, 0, 0, 0, 0, 0]> {{constant = true}}"
    )


def module(*parts: str) -> Op:
    return parse_module("kgen.module {\n" + "\n".join(parts) + "\n}\n")


def places(program: Op) -> dict[str, list[int]]:
    """How far each function's arrays are from the start."""
    found: dict[str, list[int]] = {}
    for op in program.regions[0]:
        if isinstance(op, kgen.Func):
            distances = [o.operands[1].owner for o in op.walk() if isinstance(o, pop.Offset)]
            found[op.attrs["name"]] = [d.attrs["value"] for d in distances if d is not None]
    return found


def test_arrays_of_a_kernel_do_not_overlap_and_kernels_share_functions() -> None:
    program = module(
        function("one", (3, 0), (2, 128), calls="both"),
        function("two", (100, 0), calls="both"),
        function("both", (8, 16)),
        function("host", (5, 0)),
        description("one"),
        description("two"),
    )
    place_shared_memory(program)
    found = places(program)
    assert found["both"] == [0]  # in both kernels
    assert found["one"] == [32, 128]
    assert found["two"] == [32]
    assert found["host"] == []  # no kernel: a plain global
    sizes = [op.attrs["value"][1] for op in program.regions[0] if isinstance(op, kgen.Global)]
    assert sizes == [136, 432]


@pytest.mark.parametrize(
    "arch, count, is_right",
    [
        ("nvptx64-nvidia-cuda", 12288, True),
        ("nvptx64-nvidia-cuda", 12289, False),
        ("amdgcn-amd-amdhsa", 16384, True),
        ("amdgcn-amd-amdhsa", 16385, False),
    ],
)
def test_a_block_has_only_so_much(arch: str, count: int, is_right: bool) -> None:
    target = Target(arch, "", "", 64, "", 128)
    program = module(function("kernel", (1, 0), calls="inner"), function("inner", (count - 1, 0)))
    if is_right:
        check_shared_memory(program, target, ["kernel"])
        return
    with pytest.raises(CompileError) as caught:
        check_shared_memory(program, target, ["kernel"])
    assert f"the kernel 'kernel' has {4 * count} bytes of arrays in shared memory" in str(
        caught.value
    )
