"""`ember test`: every `test_*.mojo` file is a program of its own; those that end with exit code 0 pass."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ember.support.diagnostics import CompileError, error
from ember.support.output import check_output, write_output
from ember.tools.junit import TIMED_OUT, Result, junit_report
from ember.tools.session import EXIT_FAILURE

_TEST_FUNCTION = re.compile(r"^(?:fn|def)\s+(test_\w+)\s*\(\s*\)", re.MULTILINE)
_MAIN = re.compile(r"^(?:async\s+)?(?:fn|def)\s+main\s*\(", re.MULTILINE)


def run_tests(arguments: argparse.Namespace) -> int:
    """Runs the tests and prints a line for each and a summary; the exit code says whether all passed."""
    files = [path for path in discover(arguments.paths) if arguments.filter in str(path)]
    if not files:
        raise CompileError(error("no-tests", None, "there are no test_*.mojo files here"))
    if arguments.junit is not None:
        check_output(Path(arguments.junit), "")
    started = time.monotonic()
    results = _run_all(files, arguments)
    failed = [result for result in results if result.code != 0]
    for result in failed:
        print(f"failed: {result.path}")
    took = time.monotonic() - started
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed in {took:.1f} s")
    if arguments.junit is not None:
        write_output(Path(arguments.junit), junit_report(results, took), "")
    return EXIT_FAILURE if failed else 0


def _run_all(files: list[Path], arguments: argparse.Namespace) -> list[Result]:
    """Runs the files in parallel and shows each result, in the order of the files."""
    progress = _Progress(len(files))
    results: list[Result] = []

    def run(path: Path) -> Result:
        result = run_file(path, arguments)
        progress.add(result.code != 0)
        return result

    pool = ThreadPoolExecutor(arguments.jobs or os.cpu_count() or 1)
    try:
        for result in pool.map(run, files):
            results.append(result)
            progress.clear()
            _show(result, arguments.verbose)
            progress.show()
    finally:
        progress.clear()
        pool.shutdown(wait=True, cancel_futures=True)
    return results


class _Progress:
    """A line at the bottom of a terminal: how many files are done. Elsewhere nothing is shown."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = self.failed = 0
        self.is_shown = sys.stdout.isatty()
        self.lock = threading.Lock()

    def add(self, failed: bool) -> None:
        with self.lock:
            self.done += 1
            self.failed += failed
        self.show()

    def show(self) -> None:
        if self.is_shown and self.done < self.total:
            failed = f", {self.failed} failed" if self.failed else ""
            sys.stdout.write(f"\r\x1b[K{self.done} of {self.total} done{failed}")
            sys.stdout.flush()

    def clear(self) -> None:
        if self.is_shown:
            sys.stdout.write("\r\x1b[K")
            sys.stdout.flush()


def discover(paths: list[str]) -> list[Path]:
    """The test files named, and those in the folders named, in a stable order."""
    found: dict[Path, None] = {}
    for text in paths:
        path = Path(text)
        if not path.exists():
            raise CompileError(
                error("unreadable-file", None, f"cannot read '{path}': there is no such file")
            )
        files = _test_files(path) if path.is_dir() else [path]
        found.update(dict.fromkeys(files))
    return list(found)


def _test_files(folder: Path) -> Iterator[Path]:
    for suffix in ("mojo", "🔥"):
        yield from sorted(
            path
            for path in folder.rglob(f"test_*.{suffix}")
            if not any(part.startswith(".") for part in path.relative_to(folder).parts)
        )


def run_file(path: Path, arguments: argparse.Namespace) -> Result:
    """Compiles and runs one test file in a process of its own."""
    text = path.read_text(encoding="utf-8", errors="replace")
    names = _TEST_FUNCTION.findall(text)
    if _MAIN.search(text) or not names:
        return _run(path, path, arguments, [])
    with tempfile.TemporaryDirectory(prefix="ember-test-") as folder:
        caller = Path(folder, "run_tests.mojo")
        caller.write_text(caller_of(path.stem, names), encoding="utf-8")
        result = _run(path, caller, arguments, [str(path.parent)])
        return result._replace(functions=tuple(names))


def caller_of(module: str, names: list[str]) -> str:
    """A program that calls the test functions of a module and fails if one of them does."""
    lines = [
        f"from {module} import {', '.join(names)}",
        "",
        "def main() raises:",
        "    var failed = 0",
    ]
    for name in names:
        lines += [
            "    try:",
            f"        {name}()",
            f'        print("PASS {name}")',
            "    except e:",
            "        failed += 1",
            f'        print("FAIL {name}:", e)',
        ]
    lines += ["    if failed > 0:", '        raise Error("some tests failed")', ""]
    return "\n".join(lines)


def _run(path: Path, program: Path, arguments: argparse.Namespace, include: list[str]) -> Result:
    command = [sys.executable, "-m", "ember", "run", f"-O{arguments.level}"]
    for folder in (*arguments.include, *include):
        command += ["-I", os.path.abspath(folder)]
    for definition in arguments.defines:
        command += ["-D", definition]
    started = time.monotonic()
    try:
        done = subprocess.run(
            [*command, str(program.absolute())],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            timeout=arguments.timeout,
            cwd=path.parent,
            check=False,
        )
        code, output = done.returncode, done.stdout
    except subprocess.TimeoutExpired as late:
        code, output = TIMED_OUT, late.stdout or b""
    return Result(path, code, time.monotonic() - started, output.decode("utf-8", "replace"))


def _show(result: Result, verbose: bool) -> None:
    verdict = "pass" if result.code == 0 else "timeout" if result.code == TIMED_OUT else "FAIL"
    print(f"{verdict:<8}{result.path} ({result.seconds:.2f} s)", flush=True)
    if result.output and (verbose or result.code != 0):
        for line in result.output.rstrip().splitlines():
            print(f"    {line}")
    if result.code < 0 and result.code != TIMED_OUT:
        print(f"    ended by signal {-result.code}")
