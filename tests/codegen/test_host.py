"""The host's description, asked from LLVM once and remembered."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm

from ember.codegen.llvm.host import host_target, with_flags, without
from ember.support.processor import unused_features

SCRIPT = """
from ember.codegen.llvm.host import host_target
print(host_target())
print("llvmlite" in open("/proc/self/maps").read())
"""


def test_host_is_what_llvm_says() -> None:
    target = host_target()
    assert target.triple == llvm.get_process_triple()
    assert target.cpu == llvm.get_host_cpu_name()
    features = without(llvm.get_host_cpu_features().flatten(), unused_features())
    assert set(features.split(",")) <= set(target.features.split(","))


def test_what_the_system_lists_is_added() -> None:
    flags = "processor\t: 0\nFeatures\t: fp asimd asimddp i8mm\n"
    assert with_flags("+neon,+dotprod", flags) == "+neon,+dotprod,+i8mm"
    assert with_flags("+neon", "Features\t: asimd asimdhp\n") == "+neon,+fullfp16"
    assert with_flags("+avx2", "flags\t\t: avx2 fma\n") == "+avx2"


def test_what_a_processor_has_can_be_left_unused() -> None:
    """So that the code of another one can be tried here: `EMBER_WITHOUT=avx512bf16 make test`."""
    assert without("+avx2,+avx512bf16,+fma", ["avx512bf16"]) == "+avx2,+fma,-avx512bf16"
    command = [sys.executable, "-c", SCRIPT]
    found = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "EMBER_WITHOUT": "aes,neon"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    features = found.split("features='")[1].split("'")[0].split(",")
    assert {"-aes", "-neon"} <= set(features) and not {"+aes", "+neon"} & set(features)


def _run(cache: Path) -> list[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "EMBER_CACHE_DIR": str(cache),
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout.splitlines()


def test_the_second_time_llvm_is_not_loaded(tmp_path: Path) -> None:
    first, second = _run(tmp_path), _run(tmp_path)
    assert first[0] == second[0]
    assert first[1] == "True"
    if any(tmp_path.iterdir()):  # where the system describes its processor
        assert second[1] == "False"


def test_llvm_is_set_up_once_by_whichever_thread_comes_first() -> None:
    code = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from ember.codegen.llvm import library as llvm\n"
        "with ThreadPoolExecutor(8) as pool:\n"
        "    found = [pool.submit(llvm.library) for _ in range(8)]\n"
        "    found += [pool.submit(lambda: llvm.initialize_native() or llvm.library())]\n"
        "assert len({id(one.result()) for one in found}) == 1\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
