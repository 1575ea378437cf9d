"""Kernels on the simulated device: programs with their output, and launches that do not compile."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_programs import stable

HERE = Path(__file__).parent
REPOSITORY = HERE.parent.parent
PROGRAMS = sorted((HERE / "programs").glob("*.mojo"))


def ember(*arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ember", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "EMBER_DEVICE": "sim", **variables}
    return subprocess.run(
        command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=600
    )


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_program(program: Path, request: pytest.FixtureRequest) -> None:
    done = ember("run", program)
    expected = program.with_suffix(".out")
    if request.config.getoption("--update"):
        expected.write_text(stable(done.stdout))
    assert done.returncode == 0, done.stderr
    assert stable(done.stdout) == expected.read_text()


HEADER = """
from std.gpu import thread_idx
from std.gpu.host import DeviceContext

def kernel(data: UnsafePointer[Float32, MutAnyOrigin], size: Int):
    data[thread_idx.x] = Float32(size)

def takes_list(data: List[Int]):
    pass

def main() raises:
    var ctx = DeviceContext()
    var floats = ctx.enqueue_create_buffer[DType.float32](4)
    var ints = ctx.enqueue_create_buffer[DType.int32](4)
"""

WRONG = {
    "ctx.enqueue_function[kernel](floats, grid_dim=1, block_dim=1)": (
        "the kernel 'kernel' takes 2 arguments, but 1 are given"
    ),
    "ctx.enqueue_function[kernel](floats, 4, 5, grid_dim=1, block_dim=1)": (
        "the kernel 'kernel' takes 2 arguments, but 3 are given"
    ),
    "ctx.enqueue_function[kernel](ints, 4, grid_dim=1, block_dim=1)": (
        "the argument 'data' of the kernel 'kernel' is of type"
    ),
    'ctx.enqueue_function[kernel](floats, "4", grid_dim=1, block_dim=1)': (
        "the argument 'size' of the kernel 'kernel' is of type"
    ),
    "ctx.enqueue_function[kernel](floats, 4.5, grid_dim=1, block_dim=1)": (
        "the argument 'size' of the kernel 'kernel' is of type"
    ),
    "ctx.enqueue_function[takes_list](List[Int](), grid_dim=1, block_dim=1)": (
        "the argument 'data' of 'takes_list' is a 'List[Int]', which cannot be passed to a device"
    ),
    "print(thread_idx.x)": "'thread_idx' has a meaning in kernels only",
}


@pytest.mark.parametrize("call", WRONG, ids=range(len(WRONG)))
def test_a_wrong_launch_does_not_compile(call: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.mojo"
    path.write_text(HEADER + f"    {call}\n")
    done = ember("build", "--no-warn", "all", "--emit", "kgen", path, "-o", tmp_path / "wrong.txt")
    assert done.returncode == 1
    first = done.stderr.splitlines()[0]
    line = HEADER.count("\n") + 1
    assert first.startswith(f"{path}:{line}:"), done.stderr
    assert WRONG[call] in first, done.stderr


@pytest.mark.parametrize(
    "name, kernels, instructions",
    [
        ("reductions", 5, ("shfl.sync.bfly", "bar.sync")),
        ("clusters", 5, ("mapa.shared::cluster", "multicast::cluster", ".reqnctapercluster 2")),
        ("wgmma_tiles", 5, ("wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16",)),
        ("wgmma_registers", 6, ("m64n8k8.f32.tf32.tf32", "m64n32k32.f32.e5m2.e5m2")),
        (
            "instructions",
            6,
            (
                "prefetch.tensormap",
                "prmt.b32",
                "griddepcontrol.wait",
                "ld.global.L1::evict_last.L2::cache_hint.b32",
                "ld.global.L1::no_allocate.v4.b32",
                "st.cs.b64",
            ),
        ),
        ("foreach_lines", 1, ("ld.global.v4.b32", "st.global.v4.b32", "div.u32")),
    ],
)
def test_programs_are_accepted_for_gpus(
    name: str,
    kernels: int,
    instructions: tuple[str, ...],
    tmp_path: Path,
    ptxas: str | None,
) -> None:
    """The same sources become PTX: what the simulator runs is what a GPU gets."""
    program = HERE / "programs" / f"{name}.mojo"
    command = ("build", "--target-accelerator", "sm_90a", "--emit", "ptx", program)
    done = ember(*command, "-o", tmp_path / "out.ptx")
    assert done.returncode == 0, done.stderr
    files = sorted(tmp_path.glob("*.ptx"))
    assert len(files) == kernels
    text = "".join(file.read_text() for file in files)
    for instruction in instructions:
        assert instruction in text
    for file in files if ptxas is not None else []:
        check = [str(ptxas), "-arch=sm_90a", str(file), "-o", str(tmp_path / "x.cubin")]
        assembled = subprocess.run(check, capture_output=True, text=True)
        assert assembled.returncode == 0, assembled.stderr


def test_a_kernel_that_writes_next_to_a_buffer_is_named() -> None:
    done = ember("run", str(HERE / "programs" / "guards.mojo"))
    assert "kernel 'beyond' has written at byte 40 of a buffer of 40 bytes" in done.stderr
    assert "kernel 'beyond' has written in front of a buffer of 40 bytes" in done.stderr


def test_a_program_shows_its_kernel_in_three_forms() -> None:
    """The talk's `_compile_info`, word by word."""
    done = ember("run", HERE / "compile_info_2025.mojo")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("//\n// Generated by LLVM NVPTX Back-End")
    assert ".target sm_80" in done.stdout
    assert ".visible .entry compile_info_2025_hello()" in done.stdout
    assert done.stdout.count("define ptx_kernel void @compile_info_2025_hello()") == 2
    assert done.stdout.count('target triple = "nvptx64-nvidia-cuda"') == 2


def test_amd_kernels_become_assembly_and_objects() -> None:
    done = ember("run", HERE / "amd.mojo")
    assert done.returncode == 0, done.stderr
    for model in ("gfx90a", "gfx942"):
        assert done.stdout.count(f'.amdgcn_target "amdgcn-amd-amdhsa--{model}"') == 3
    for kernel in ("add", "total", "multiply"):
        assert done.stdout.count(f".amdhsa_kernel amd_{kernel}\n") == 2
    for instruction in ("ds_bpermute_b32", "s_barrier", "ds_read2_b32", "global_atomic_cmpswap"):
        assert instruction in done.stdout
    assert done.stdout.count(".amdhsa_group_segment_fixed_size 2048") == 2  # two tiles
    objects = [line.split() for line in done.stdout.splitlines() if line.startswith("object:")]
    assert len(objects) == 6
    for _, is_large, *header in objects:
        assert is_large == "True"
        assert bytes(map(int, header[:5])) == b"\x7fELF\x02"
        assert header[18] == "224"  # EM_AMDGPU
    assert "facts: gfx90a 64 104 65536 amd" in done.stdout
    assert "facts: gfx942 64 304 CDNA3 MI300X" in done.stdout


AMD_TILES = (
    ("f32_16x16x16_f16", "f32_32x32x8_f16", "f32_16x16x16_bf16", "f32_32x32x8_bf16")
    + ("f32_16x16x4_f32", "f32_32x32x2_f32", "f64_16x16x4_f64", "i32_16x16x32_i8")
    + ("i32_32x32x16_i8", "f32_16x16x32_fp8_fp8", "f32_32x32x16_bf8_bf8")
)


def test_amd_matrices_and_arguments(tmp_path: Path) -> None:
    """`ember build --emit asm` and `obj`: one file per kernel beside the host's."""
    command = ("build", "--target-accelerator", "gfx942", HERE / "amd_matrices.mojo")
    done = ember(*command, "--emit", "asm", "-o", tmp_path / "m.s")
    assert done.returncode == 0, done.stderr
    files = list(tmp_path.glob("m.*.s"))
    assert len(files) == 15
    text = "".join(file.read_text() for file in files)
    assert text.count(".value_kind:     by_value") == 2  # a struct, and what was captured
    for tile in AMD_TILES:
        assert f"v_mfma_{tile} v[" in text
    done = ember(*command, "--emit", "obj", "-o", tmp_path / "m.o")
    assert done.returncode == 0, done.stderr
    objects = list(tmp_path.glob("m.*.o"))
    assert len(objects) == 15
    for file in objects:
        header = file.read_bytes()[:20]
        assert header[:5] == b"\x7fELF\x02" and header[18] == 224  # EM_AMDGPU


def test_a_program_for_amd_does_not_launch(tmp_path: Path) -> None:
    done = ember("run", "--target-accelerator", "gfx942", HERE / "amd_matrices.mojo")
    assert done.returncode == 1
    assert "kernels for AMD GPUs can be compiled, but not launched" in done.stderr


def test_elementwise_without_a_device(tmp_path: Path) -> None:
    """Without a context nobody can catch the error: the program ends with it and what to pass."""
    path = tmp_path / "fill.mojo"
    path.write_text(
        "from std.algorithm import elementwise\nfrom std.utils import IndexList\n\n"
        "def main():\n    @parameter\n    def fill[width: Int, rank: Int](at: IndexList[rank]):\n"
        '        pass\n\n    elementwise[fill, 1, target="gpu"](IndexList[1](8))\n    print("no")\n'
    )
    done = ember("run", "--target-accelerator", "gfx942", path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(
        "Unhandled exception caught during execution: 'elementwise' on the first GPU: "
    )
    assert "pass a DeviceContext after the shape to catch this error" in done.stderr


def test_several_devices_by_number() -> None:
    program = HERE / "several_devices.mojo"
    done = ember("run", program, EMBER_SIM_DEVICES="2")
    assert done.returncode == 0, done.stderr
    assert done.stdout == (
        "2 devices\n0: 1.0 2.0\n1: 11.0 12.0\ncopied: 1.0 2.0 True\n"
        "kernel 'add': CUDA_ERROR_INVALID_VALUE: a buffer of device 1 is passed to device 0; "
        "'enable_peer_access' would allow that\n"
        "kernel 'add': CUDA_ERROR_INVALID_HANDLE: the kernel is loaded on device 0\n"
        "peer: 5.0 6.0\n"
        "CUDA_ERROR_INVALID_DEVICE: there is no device 2; the simulated ones are 0 to 1\n"
    )
    done = ember("run", program)
    assert done.returncode == 1
    assert done.stdout == "1 devices\n"
    assert "there is no device 1; the simulated ones are 0 to 0" in done.stderr
