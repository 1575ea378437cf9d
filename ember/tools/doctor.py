"""`ember doctor`: what the compiler finds on this machine, and what is missing."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ember import __version__
from ember.support.diagnostics import CompileError
from ember.tools.session import EXIT_FAILURE

_NEEDED = ("llvmlite",)
_OPTIONAL = ("numpy", "matplotlib", "torch", "transformers")
_SIMULATED = "kernels run on the simulated device"
_TRIPLES = (
    "aarch64-unknown-linux-gnu",
    "x86_64-unknown-linux-gnu",
    "nvptx64-nvidia-cuda",
    "amdgcn-amd-amdhsa",
)


def examine() -> int:
    """Prints one line per question; the exit code says whether programs can be compiled and run."""
    checks: list[tuple[str, Callable[[], str], bool]] = [
        ("ember", lambda: __version__, True),
        ("python", lambda: f"{platform.python_version()} ({sys.executable})", True),
        ("system", _system, True),
        ("packages", _packages, True),
        ("llvm", _llvm, True),
        ("host", _host, True),
        ("targets", _targets, False),
        ("linker", _linker, False),
        ("library", _library, True),
        ("gpu", _gpu, False),
        ("cache", _cache, False),
        ("compile", _compile, True),
    ]
    healthy = True
    for name, check, needed in checks:
        try:
            print(f"{name:<9} {check()}")
        except _Missing as problem:
            healthy = healthy and not needed
            print(f"{name:<9} {'MISSING' if needed else 'none'}: {problem}")
    print("everything needed is there" if healthy else "something is missing: see above")
    return 0 if healthy else EXIT_FAILURE


class _Missing(Exception):
    """Something that was not found, in words."""


def _system() -> str:
    from ember.support.budgets import USUAL, memory_budget

    memory = f"{memory_budget(USUAL) / (1 << 30):.1f} GiB of memory for the compiler"
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    return f"{system}, {os.cpu_count()} cores, {memory}"


def _packages() -> str:
    """The versions of what we need, and of what makes more possible."""
    from importlib.metadata import PackageNotFoundError, version

    found, missing = [], []
    for name in _NEEDED:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        raise _Missing(f"{', '.join(missing)}; 'pip install ember' brings them")
    for name in _OPTIONAL:
        with suppress(PackageNotFoundError):
            found.append(f"{name} {version(name)}")
    return ", ".join(found)


def _llvm() -> str:
    from ember.codegen.llvm.library import library

    try:
        number = library().GetVersionInfo()
    except CompileError as problem:
        raise _Missing(problem.diagnostics[0].message) from problem
    return f"{number >> 16}.{number >> 8 & 255}.{number & 255} (from llvmlite)"


def _host() -> str:
    from ember.codegen.llvm.host import host_target

    try:
        target = host_target()
    except CompileError as problem:
        raise _Missing(problem.diagnostics[0].message) from problem
    return f"{target.triple}, {target.cpu}, {target.simd_bits}-bit vectors"


def _targets() -> str:
    from ember.codegen.llvm.optimize import make_target_machine
    from ember.support.target import arch_of, make_target

    usable = []
    for triple in _TRIPLES:
        try:
            make_target_machine(make_target(triple), 0)
            usable.append(arch_of(triple))
        except CompileError:
            continue
    if not usable:
        raise _Missing("LLVM has no code generator we know")
    return ", ".join(usable)


def _linker() -> str:
    from ember.codegen.link import find_linker

    try:
        linker = find_linker()
    except CompileError as problem:
        raise _Missing(
            f"{problem.diagnostics[0].message} (only 'ember build' needs it)"
        ) from problem
    done = subprocess.run([linker, "--version"], capture_output=True, text=True, check=False)
    return f"{linker} ({(done.stdout.splitlines() or ['unknown'])[0]})"


def _library() -> str:
    from pathlib import Path

    from ember.support.fingerprint import PACKAGE

    files = list(Path(PACKAGE, "lib").rglob("*.mojo"))
    if not files:
        raise _Missing("the standard library is not installed")
    return f"{len(files)} modules in {Path(PACKAGE, 'lib')}, {_prepared()}"


def _prepared() -> str:
    """Whether first compilations find the library as it is now, lowered and elaborated."""
    from ember.elaborating import INSTALLED_FUNCTIONS
    from ember.support.fingerprint import LIBRARY, LIBRARY_FILE
    from ember.tools import pack_functions, pack_library

    missing = []
    if not pack_library.is_current(LIBRARY, LIBRARY_FILE):
        missing.append("pack_library")
    if not pack_functions.is_current(INSTALLED_FUNCTIONS):
        missing.append("pack_functions")
    if not missing:
        return "lowered and elaborated"
    commands = " and ".join(f"'python -m ember.tools.{name}'" for name in missing)
    return f"{commands} would make first compilations quicker"


def _gpu() -> str:
    import ctypes

    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        raise _Missing(f"no CUDA driver; {_SIMULATED}") from None
    count = ctypes.c_int(0)
    if (
        driver.cuInit(0) != 0
        or driver.cuDeviceGetCount(ctypes.byref(count)) != 0
        or not count.value
    ):
        raise _Missing(f"a CUDA driver, but no device; {_SIMULATED}")
    names = ", ".join(_gpu_name(driver, number) for number in range(count.value))
    number = ctypes.c_int(0)
    driver.cuDriverGetVersion(ctypes.byref(number))
    return f"{names} (CUDA {number.value // 1000}.{number.value % 1000 // 10})"


def _gpu_name(driver: Any, number: int) -> str:
    import ctypes

    text = ctypes.create_string_buffer(100)
    device = ctypes.c_int(0)
    driver.cuDeviceGet(ctypes.byref(device), number)
    driver.cuDeviceGetName(text, 100, device)
    return text.value.decode("utf-8", "replace")


def _cache() -> str:
    from ember.support.cache import cache_key, default_cache

    cache = default_cache()
    if cache.directory is None:
        raise _Missing("switched off by EMBER_CACHE_DIR")
    key = cache_key("doctor")
    cache.put(key, b"written")
    if cache.get(key) != b"written":
        raise _Missing(f"{cache.directory} cannot be written; every run compiles anew")
    info = cache.info()
    room = shutil.disk_usage(cache.directory).free
    return (
        f"{cache.directory}, {info.entries} entries, {info.size >> 20} of at most "
        f"{info.limit >> 20} MiB, {room >> 20} MiB free on its disk"
    )


def _compile() -> str:
    """Compiles a small program from text to native code."""
    import tempfile
    import time
    from pathlib import Path

    from ember.service import Request, compile_file
    from ember.support.options import Options

    started = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="ember-doctor-") as folder:
            path = Path(folder, "hello.mojo")
            path.write_text('def main():\n    print("hello")\n')
            size = sum(map(len, compile_file(Request(str(path), Options())).value))
    except CompileError as problem:
        raise _Missing(f"a small program does not compile: {problem}") from problem
    return f"a small program: {size} bytes of object code in {time.monotonic() - started:.2f} s"
