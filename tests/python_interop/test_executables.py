"""Built executables find Python, load it when they need it, and say so when there is none."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from ember.compiler import Compilation
from ember.outputs import build
from ember.support.cache import default_cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.options import Options
from ember.support.output import write_output

CHECKS = Path(__file__).parent.parent / "std" / "python"
LIBRARY = Path(
    sysconfig.get_config_var("LIBDIR") or "", sysconfig.get_config_var("INSTSONAME") or ""
)

HELLO = """
from std.python import Python

def main() raises:
    print("before")
    var builtins = Python.import_module("builtins")
    builtins.print("from Python", end="")
    print()
    print("after")
    var atexit = Python.import_module("atexit")
    _ = atexit.register(builtins.print, "at exit")
    var sys = Python.import_module("sys")
    sys.stdout.write(sys.argv[1])
"""

WITHOUT_RAISING = """
from std.python import PythonObject

def main():
    print("start")
    print(PythonObject(5))
"""


def build_program(source: Path, out: Path) -> Path:
    compilation = Compilation(str(source), Options(opt_level=1), cache=default_cache())
    data = run_with_deep_stack(lambda: build(compilation, "exe"))
    write_output(out, data, str(source), executable=True)
    return out


@pytest.fixture(scope="module")
def hello(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hello")
    (folder / "hello.mojo").write_text(HELLO)
    return build_program(folder / "hello.mojo", folder / "hello")


def run(program: Path, **changes: str) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k != "EMBER_PYTHON_LIBRARY"} | changes
    return subprocess.run(
        [program, "an argument"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def path_with_this_python() -> str:
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


def needs_library() -> None:
    if not LIBRARY.is_file():
        pytest.skip("this Python has no shared library")


def test_every_check_passes_in_an_executable(tmp_path: Path) -> None:
    needs_library()
    program = build_program(CHECKS / "test_python_object.mojo", tmp_path / "checks")
    done = run(program, PATH=path_with_this_python())
    assert (done.returncode, done.stdout) == (0, "all passed\n"), done.stderr


def test_output_keeps_its_order(hello: Path) -> None:
    needs_library()
    done = run(hello, PATH=path_with_this_python())
    assert done.stdout == "before\nfrom Python\nafter\nan argumentat exit\n", done.stderr
    assert done.returncode == 0


def test_library_named_by_the_environment(hello: Path) -> None:
    needs_library()
    done = run(hello, PATH="/nowhere", EMBER_PYTHON_LIBRARY=str(LIBRARY))
    assert done.returncode == 0, done.stderr
    assert "from Python" in done.stdout


def test_packages_of_the_environment_are_found(tmp_path: Path) -> None:
    """A `python3` of a virtual environment brings its packages along."""
    needs_library()
    program = build_program(CHECKS / "test_numpy.mojo", tmp_path / "numbers")
    done = run(program, PATH=path_with_this_python())
    assert (done.returncode, done.stdout) == (0, "all passed\n"), done.stderr


def test_wrong_library(hello: Path) -> None:
    done = run(hello, EMBER_PYTHON_LIBRARY="/nowhere/libpython3.so")
    assert done.returncode == 1
    assert done.stdout == "before\n"
    assert "cannot load the Python library named by EMBER_PYTHON_LIBRARY: /nowhere" in done.stderr


def test_no_python(hello: Path) -> None:
    done = run(hello, EMBER_PYTHON_LIBRARY="none")
    assert done.returncode == 1
    assert "install Python with its shared library" in done.stderr


def test_no_python_where_nothing_can_be_raised(tmp_path: Path) -> None:
    (tmp_path / "plain.mojo").write_text(WITHOUT_RAISING)
    program = build_program(tmp_path / "plain.mojo", tmp_path / "plain")
    done = run(program, EMBER_PYTHON_LIBRARY="none")
    assert done.returncode != 0
    assert done.stdout.startswith("start\n")
    assert "install Python with its shared library" in done.stdout
