"""Kernels sliced out of a program: what is compiled for them, how it is shown, and what is refused."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ember.elab.instances.offload import _FEW_BLOCKS

REPOSITORY = Path(__file__).parent.parent.parent
PRELUDE = """
struct Info(TrivialRegisterPassable):
    var kernel: __mlir_type.`!kgen.string`
    var name: __mlir_type.`!kgen.string`
    var num_captures: __mlir_type.index

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]

@always_inline
def compiled[F: AnyType, //, func: F, arch: StringLiteral, kind: Int = 0]() -> StaticString:
    comptime triple = "nvptx64-nvidia-cuda" if arch.startswith("sm_") else "amdgcn-amd-amdhsa"
    return StringLiteral(
        mlir_value=__mlir_op.`kgen.compile_offload`[
            target_type=__mlir_attr[
                `#kgen.target<triple = "`, triple, `", arch = "`, arch, `", simd_bit_width = 128>`
            ],
            emission_kind=kind,
            emission_option="",
            func=func,
            _type=Info,
        ]().kernel
    )

@always_inline
def thread() -> Int:
    return Int(llvm_intrinsic["llvm.nvvm.read.ptx.sreg.tid.x", Int32, has_side_effect=False]())
"""


def ember(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ember", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    return subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300
    )


def program(folder: Path, text: str) -> Path:
    path = folder / "kernels.mojo"
    imports = "from std.os import getenv\nfrom std.sys.intrinsics import llvm_intrinsic\n"
    path.write_text(imports + PRELUDE + text)
    return path


SCALE = """
def scale[width: Int](data: Floats, factor: Float32, table: InlineArray[Int, 3]):
    var i = thread() * width
    data.store(i, data.load[width=width](i) * factor + Float32(table[1]))

def fill(data: Floats, value: Float32):
    data[thread()] = value
"""


def test_a_program_prints_the_code_of_its_kernel(tmp_path: Path) -> None:
    path = program(
        tmp_path,
        SCALE + "def main():\n    print(compiled[scale[4], 'sm_90a']())\n"
        "    comptime early = compiled[fill, 'sm_80']()\n    print(early)\n"
        "    print(compiled[fill, 'sm_80', 1]())\n    print(compiled[fill, 'sm_80', 2]())\n",
    )
    done = ember("run", path, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert ".target sm_90a" in done.stdout and ".visible .entry kernels_scale_" in done.stdout
    assert "ld.global" in done.stdout  # pointers of a kernel are the device's
    assert ".param .align 8 .b8 kernels_scale" in done.stdout  # the array comes as bytes
    assert ".target sm_80" in done.stdout and ".visible .entry kernels_fill(" in done.stdout
    assert done.stdout.count('target triple = "nvptx64-nvidia-cuda"') == 2


def test_only_kernels_of_few_blocks_wait_for_the_one_before_them(tmp_path: Path) -> None:
    path = program(
        tmp_path,
        SCALE + "def main():\n    print(compiled[fill, 'sm_90a']())\n"
        "    print(compiled[fill, 'sm_80']())\n",
    )
    hopper, ampere = ember("run", path, cwd=tmp_path).stdout.split(".target sm_80")
    test = rf"setp\.gt\.u32 .*, {_FEW_BLOCKS};\s+@%p\d bra .*;\s+griddepcontrol\.wait;\s+griddepcontrol\.launch_dependents;"
    assert "nctaid.z" in hopper and re.search(test, hopper), hopper
    assert "griddepcontrol" not in ampere


def test_what_is_launched_early_waits() -> None:
    """Blocks of a launch that starts early, at most: the library says it, and kernels ask for more."""
    launches = REPOSITORY / "ember" / "lib" / "std" / "gpu" / "host" / "device_function.mojo"
    found = re.search(r"^comptime _SMALL_GRID = (\d+)$", launches.read_text(), re.MULTILINE)
    assert found is not None and int(found[1]) <= _FEW_BLOCKS


@pytest.mark.parametrize("arch", ["sm_75", "sm_80", "sm_90a", "sm_100a", "sm_120a"])
def test_every_architecture_is_accepted_by_the_assembler(
    tmp_path: Path, arch: str, ptxas: str | None
) -> None:
    path = program(
        tmp_path,
        SCALE + f"def main():\n    _ = compiled[scale[4], '{arch}']()\n"
        f"    _ = compiled[fill, '{arch}']()\n",
    )
    done = ember("build", "--emit", "ptx", path, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    files = sorted(tmp_path.glob("kernels.kernels_*.ptx"))
    assert len(files) == 2
    if ptxas is None:
        pytest.skip("no ptxas here")
    for file in files:
        command = [ptxas, f"-arch={arch}", str(file), "-o", str(tmp_path / "x.cubin")]
        assembled = subprocess.run(command, capture_output=True, text=True)
        assert assembled.returncode == 0, assembled.stderr


MATHEMATICS = """
from std.math import exp, gamma, log, pow, sin, tanh

def functions(data: Floats, value: Float32):
    var x = data[0]
    data[1] = exp(x) + log(x) + sin(x) + tanh(x) + gamma(x) + pow(x, value)
    data[2] = (exp(x.cast[DType.float64]()) + tanh(x.cast[DType.bfloat16]()).cast[DType.float64]()).cast[DType.float32]()
"""


def test_mathematics_needs_no_library_on_devices(tmp_path: Path, ptxas: str | None) -> None:
    path = program(
        tmp_path,
        MATHEMATICS + "def main():\n    print(compiled[functions, 'gfx942']())\n"
        "    print('-----')\n    print(compiled[functions, 'sm_75']())\n",
    )
    done = ember("run", path, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    amd, ptx = done.stdout.split("-----\n")
    assert "amdhsa_kernel kernels_functions" in amd
    assert ".target sm_75" in ptx and ".extern" not in ptx
    if ptxas is not None:
        (tmp_path / "x.ptx").write_text(ptx)
        command = [ptxas, "-arch=sm_75", str(tmp_path / "x.ptx"), "-o", str(tmp_path / "x.cubin")]
        assembled = subprocess.run(command, capture_output=True, text=True)
        assert assembled.returncode == 0, assembled.stderr


def test_amd_kernels_become_assembly(tmp_path: Path) -> None:
    text = "def fill(data: Floats, value: Float32):\n    data[3] = value\n"
    path = program(tmp_path, text + "def main():\n    print(compiled[fill, 'gfx942']())\n")
    done = ember("run", path, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "amdhsa_kernel kernels_fill" in done.stdout
    assert "gfx942" in done.stdout


def test_a_kernel_prints_through_the_driver(tmp_path: Path, ptxas: str | None) -> None:
    text = "def kernel(data: Floats):\n    print('item', thread(), data[1])  # here\n"
    path = program(tmp_path, text + "def main():\n    _ = compiled[kernel, 'sm_80']()\n")
    done = ember("build", "--emit", "ptx", path, "-o", "k.ptx", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    code = tmp_path / "k.kernels_kernel.ptx"
    assert "(retval0), vprintf, (param0, param1)" in code.read_text()
    if ptxas is not None:
        command = [ptxas, "-arch=sm_80", str(code), "-o", str(tmp_path / "x.cubin")]
        assembled = subprocess.run(command, capture_output=True, text=True)
        assert assembled.returncode == 0, assembled.stderr
    text = text.replace("thread()", "3")
    path = program(tmp_path, text + "def main():\n    _ = compiled[kernel, 'gfx942']()\n")
    done = ember("build", "--emit", "asm", path, "-o", "k.s", cwd=tmp_path)
    first = done.stderr.splitlines()[0]
    assert "error[comptime-assert]: kernels for AMD GPUs cannot print" in first
    assert path.read_text().splitlines()[int(first.split(":")[1]) - 1].endswith("# here")


@pytest.mark.parametrize("kind, suffix", [("asm", "ptx"), ("llvm", "ll"), ("llvm-opt", "opt.ll")])
def test_side_files(tmp_path: Path, kind: str, suffix: str) -> None:
    path = program(tmp_path, SCALE + "def main():\n    _ = compiled[fill, 'sm_80']()\n")
    done = ember("build", "--emit", kind, path, "-o", "out.txt", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "kernels_fill" in (tmp_path / f"out.kernels_fill.{suffix}").read_text()


def test_both_modes_give_the_same_code(tmp_path: Path) -> None:
    calls = "".join(f"    print(compiled[scale[{w}], 'sm_90a']())\n" for w in (1, 2, 4))
    path = program(tmp_path, SCALE + "def main():\n" + calls)
    together = ember("run", "--no-cache", path, cwd=tmp_path)
    alone = ember("run", "--no-cache", "--offload", "per-kernel", path, cwd=tmp_path)
    assert together.returncode == 0, together.stderr
    assert together.stdout.count(".visible .entry") == 3
    assert alone.stdout == together.stdout


def test_a_kernel_may_capture_values(tmp_path: Path) -> None:
    text = """
def main():
    var step = 3
    def kernel(data: Floats) {var step}:
        data[thread() * step] = 1
    print(compiled[kernel, 'sm_80']())
"""
    done = ember("run", program(tmp_path, text), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert ".param .align 8 .b8" in done.stdout


def test_hopper_has_its_fences_however_it_is_named(tmp_path: Path) -> None:
    """The first PTX for it lacks this one, and LLVM would end the process."""
    path = tmp_path / "fence.mojo"
    path.write_text("""
from std.compile import compile_info
from std.sys.intrinsics import llvm_intrinsic

comptime bare = __mlir_attr.`#kgen.target<triple = "nvptx64-nvidia-cuda", arch = "sm_90a">`

def kernel():
    llvm_intrinsic["llvm.nvvm.fence.acquire.sync_restrict.space.cluster.scope.cluster", NoneType]()

def main():
    print(".version 8.6" in compile_info[kernel, target=bare]().asm)
""")
    done = ember("run", path, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


def test_a_def_of_2025_is_a_kernel(tmp_path: Path) -> None:
    """It could raise, for all its signature says; the driver still passes its arguments and nothing more."""
    program = """
from gpu import global_idx
from gpu.host import DeviceContext

def scale[n: Int](data: UnsafePointer[Float32], size: Int):
    var i = Int(global_idx.x)
    if i < size:
        data[i] = data[i] * n

def main():
    var ctx = DeviceContext()
    var buffer = ctx.enqueue_create_buffer[DType.float32](8)
    ctx.enqueue_function[scale[3]](buffer, 8, grid_dim=1, block_dim=8)
"""
    path = tmp_path / "scale.mojo"
    path.write_text(program)
    options = ("--emit", "ptx", "--target-accelerator", "sm_80", "-o", "scale.ptx")
    done = ember("build", *options, path, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (file,) = tmp_path.glob("*.ptx")
    text = file.read_text()
    assert text[text.index(".entry") :].split(")")[0].count(".param") == 2


def test_the_largest_block_reaches_the_assembler(tmp_path: Path) -> None:
    text = """
comptime MAX_THREADS = "nvvm.maxntid"

@__llvm_metadata(MAX_THREADS=256)
def kernel(data: Floats):
    data[thread()] = 1

def inner(value: Scalar):
    comptime threads = 4 * value.dtype.bit_width()

    @__parameter
    @__llvm_metadata(MAX_THREADS=threads)
    def kernel(data: Floats) {var value}:
        data[thread()] = Float32(value)

    print(compiled[kernel, 'sm_80']())

def main():
    print(compiled[kernel, 'sm_80']())
    inner(Float16(3))
"""
    done = ember("run", program(tmp_path, text), cwd=tmp_path)
    assert re.findall(r"\.maxntid (\d+)", done.stdout) == ["256", "64"], done.stderr


WRONG = {
    "host-only": (
        "def kernel(data: Floats):\n    data[0] = Float32(getenv('HOME').byte_length())  # here\n",
        "kernel",
        "a kernel cannot call",
    ),
    "not-device-type": (
        "def kernel(data: List[Int]):\n    pass\n",
        "kernel",
        "the argument 'data' of 'kernel' is a 'List[Int]'",
    ),
    "bad-kernel": (
        "def kernel(data: Floats) raises:\n    raise Error('x')\n",
        "kernel",
        "'kernel' may raise",
    ),
    "invalid-decorator": (
        "@__llvm_metadata(block='large')  # here\ndef kernel(data: Floats):\n    pass\n",
        "kernel",
        "'@__llvm_metadata' takes one to three numbers for each name",
    ),
}


@pytest.mark.parametrize("code", WRONG)
def test_wrong_kernels(tmp_path: Path, code: str) -> None:
    kernel, name, message = WRONG[code]
    path = program(tmp_path, kernel + f"def main():\n    _ = compiled[{name}, 'sm_80']()\n")
    done = ember("run", path, cwd=tmp_path)
    assert done.returncode == 1
    first = done.stderr.splitlines()[0]
    assert f"error[{code}]: {message}" in first, done.stderr
    lines = path.read_text().splitlines()
    line = lines[int(first.split(":")[1]) - 1]
    assert line.endswith("# here") or "kgen.compile_offload" in line, line


def test_a_program_without_kernels_has_no_ptx(tmp_path: Path) -> None:
    path = tmp_path / "plain.mojo"
    path.write_text("def main():\n    print(1)\n")
    done = ember("build", "--emit", "ptx", path, cwd=tmp_path)
    assert done.returncode == 1
    assert "error[no-kernel]" in done.stderr
