"""Kernels that ask for what their device does not have: errors at the user's line, for GPUs and the simulated device.

In the programs of `wrong`, named after their target or with a line `# devices: …`, `# error: …` stands on every line that is one:
for all devices, or for those in brackets (`# error[sm_75 sim]: …`). Alternatives stand between bars; `sm_75: …; sim: …` says what
is expected for which device.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ember.dialects.instruction_targets import missing

HERE = Path(__file__).parent
REPOSITORY = HERE.parent.parent


def build(path: Path, device: str, folder: Path) -> subprocess.CompletedProcess[str]:
    kind = "obj" if device == "sim" else "ptx"
    options = ("--no-warn", "all", "--target-accelerator", device, "--emit", kind)
    command = [sys.executable, "-m", "ember", "build", *options, str(path), "-o", f"{folder}/out"]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)


def cases() -> list[tuple[str, str]]:
    """The programs, each with its devices."""
    found = []
    for path in sorted((HERE / "wrong").glob("*.mojo")):
        first = path.read_text().splitlines()[0]
        devices = first.split("# devices: ")[1].split() if "# devices: " in first else [path.stem]
        found += [(path.stem, device) for device in devices]
    return found


def expected_words(line: str, device: str) -> list[str]:
    """What the error of a line may say; nothing for a line without one on this device."""
    found = re.search(r"# error(?:\[([\w ]+)\])?: (.*)", line)
    if found is None or found[1] is not None and device not in found[1].split():
        return []
    for part in found[2].split("; "):
        devices, colon, words = part.partition(": ")
        if colon and device in devices.split():
            return [words]
    return found[2].split("|")


@pytest.mark.parametrize("name, device", cases())
def test_every_wrong_line_is_reported(name: str, device: str, tmp_path: Path) -> None:
    path = HERE / "wrong" / f"{name}.mojo"
    done = build(path, device, tmp_path)
    assert done.returncode == 1, done.stderr
    found = dict(
        re.findall(rf"^{re.escape(str(path))}:(\d+):\d+: error\S* (.*)", done.stderr, re.M)
    )
    lines = enumerate(path.read_text().splitlines(), 1)
    expected = {str(n): words for n, line in lines if (words := expected_words(line, device))}
    assert found.keys() == expected.keys(), done.stderr
    for line, choices in expected.items():
        assert any(words in found[line] for words in choices), found[line]


def test_assembly_that_is_none(tmp_path: Path) -> None:
    """LLVM copies it into the PTX; NVIDIA's assembler reads it, where there is one."""
    path = tmp_path / "kernel.mojo"
    path.write_text(
        "from std.gpu.host import DeviceContext\n"
        "from std.sys.intrinsics import inlined_assembly\n\n"
        "def kernel(data: UnsafePointer[Float32, MutAnyOrigin]):\n"
        '    data[0] = inlined_assembly["nonsense $0;", Float32, constraints="=f"]()\n\n'
        "def main() raises:\n    var ctx = DeviceContext()\n"
        "    var data = ctx.enqueue_create_buffer[DType.float32](1)\n"
        "    ctx.enqueue_function[kernel](data, grid_dim=1, block_dim=1)\n"
    )
    done = build(path, "sm_90a", tmp_path)
    if shutil.which("ptxas") is None:
        assert done.returncode == 0, done.stderr
        return
    assert done.returncode == 1
    message = (
        "error[codegen-failed]: LLVM cannot generate code for this assembly: "
        "Not a name of any known instruction: 'nonsense'"
    )
    assert done.stderr.startswith(f"{path}:5:15: {message}"), done.stderr


@pytest.mark.parametrize(
    "intrinsic, cpu, need",
    [
        ("wgmma.fence.sync.aligned", "sm_90a", None),
        ("wgmma.fence.sync.aligned", "sm_90", "sm_90a"),
        ("wgmma.fence.sync.aligned", "sm_100a", "sm_90a"),
        ("setmaxnreg.inc.sync.aligned.u32", "sm_100a", None),
        ("setmaxnreg.inc.sync.aligned.u32", "sm_90", "sm_90a or later"),
        ("cp.async.ca.shared.global.4", "sm_80", None),
        ("cp.async.bulk.global.to.shared.cluster", "sm_89", "sm_90 or later"),
        ("mbarrier.arrive.shared", "sm_80", None),
        ("mbarrier.try.wait.parity.scope.cta.space.cta", "sm_80", "sm_90 or later"),
        ("mma.m16n8k8.row.col.f32.f32", "sm_75", None),
        ("mma.m16n8k16.row.col.bf16", "sm_75", "sm_80 or later"),
        ("read.ptx.sreg.tid.x", "sm_75", None),
        ("read.ptx.sreg.cluster.ctarank", "sm_80", "sm_90 or later"),
    ],
)
def test_what_instructions_need(intrinsic: str, cpu: str, need: str | None) -> None:
    assert missing(f"llvm.nvvm.{intrinsic}", "nvptx64", cpu) == need
    assert missing(f"llvm.nvvm.{intrinsic}", "amdgcn", "gfx942") == "an NVIDIA GPU"
    assert missing("llvm.sqrt.f32", "nvptx64", cpu) is None


@pytest.mark.parametrize(
    "intrinsic, cpu, need",
    [
        ("mfma.f32.16x16x16f16", "gfx908", None),
        ("mfma.f32.16x16x16f16", "gfx1100", "gfx908"),
        ("mfma.f32.16x16x16bf16.1k", "gfx908", "gfx90a"),
        ("mfma.f64.16x16x4f64", "gfx90a", None),
        ("mfma.i32.16x16x32.i8", "gfx90a", "gfx942"),
        ("mfma.f32.32x32x16.fp8.fp8", "gfx942", None),
        ("mfma.f32.16x16x32.f16", "gfx942", "gfx950"),
        ("workitem.id.x", "gfx1100", None),
    ],
)
def test_what_amd_instructions_need(intrinsic: str, cpu: str, need: str | None) -> None:
    found = missing(f"llvm.amdgcn.{intrinsic}", "amdgcn", cpu)
    assert found == (need and f"{need} or later, with matrix instructions")
