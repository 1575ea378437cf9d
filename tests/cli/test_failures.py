"""What goes wrong is told in words, with the right exit code and without Python's traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import REPOSITORY, Run


def test_missing_file(ember: Run) -> None:
    done = ember("run", "nowhere.mojo")
    assert done.returncode == 1
    assert (
        done.stderr == "error[unreadable-file]: cannot read 'nowhere.mojo': there is no such file\n"
    )


def test_directory(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    done = ember("run", "folder")
    assert done.returncode == 1
    assert "it is a directory; name the file that holds 'main'" in done.stderr


def test_no_main(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.mojo").write_text("")
    done = ember("run", "empty.mojo")
    assert done.returncode == 1
    assert "has no 'main' function to run; it is empty: write 'def main():'" in done.stderr


@pytest.mark.parametrize("data", [b"\x00\x01", b"\xff\xfe\xfd", b"def main():\n\x00", b"(" * 5000])
def test_strange_files(ember: Run, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "strange.mojo").write_bytes(data)
    done = ember("run", "strange.mojo")
    assert done.returncode == 1
    assert "strange.mojo:" in done.stderr
    assert "Traceback" not in done.stderr


def test_errors_have_no_colour_in_a_pipe(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.mojo").write_text("def main():\n    print(unknown)\n")
    done = ember("run", "wrong.mojo")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("wrong.mojo:2:11: error[unknown-name]:")
    assert "\x1b" not in done.stderr


def test_a_fault_of_the_compiler_is_one_line(ember: Run, hello: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "sitecustomize.py").write_text(
        "import ember.support.deep_stack as deep_stack\n"
        "def fail(*work):\n    raise KeyError('broken on purpose')\n"
        "deep_stack.DeepCall = fail\n"
    )
    path = f"{broken}:{Path(__file__).parent.parent.parent}"
    settings = {"PYTHONPATH": path, "TMPDIR": str(tmp_path), "EMBER_CACHE_DIR": ""}
    done = ember("run", "hello.mojo", **settings)
    assert done.returncode == 70
    assert len(done.stderr.splitlines()) == 1
    assert "internal fault (KeyError" in done.stderr
    reproducer = Path(done.stderr.split(" a reproducer is in ")[1].strip())
    assert "broken on purpose" in reproducer.read_text()
    assert 'print("hello")' in reproducer.read_text()
    debugging = ember("run", "hello.mojo", **settings, EMBER_DEBUG="1")
    assert "Traceback" in debugging.stderr


def test_wrong_usage(ember: Run) -> None:
    done = ember("build", "--emit", "gold", "x.mojo")
    assert done.returncode == 2
    assert "invalid choice: 'gold'" in done.stderr
    assert len(done.stderr.splitlines()) == 2
    assert ember("run").stderr.startswith("ember run: the following arguments are required: FILE\n")
    assert ember("run", "--frob", "x.mojo").stderr.startswith("ember: unknown option or argument: ")


def test_a_name_that_is_no_text(ember: Run, tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.mojo")
    lines = ("def main():", "    var xs: List[Int] = [1]", "    var i = 2", "    print(xs[i])", "")
    (tmp_path / name).write_text("\n".join(lines))
    done = ember("run", name)
    assert done.returncode == 1
    assert "index 2" in done.stdout
    assert "fault" not in done.stderr
    assert ember("build", "-g", name, "-o", "program").returncode == 0
    assert ember("doc", name).returncode == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_unwritable_output(ember: Run, hello: Path, tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o500)
    done = ember("build", "hello.mojo", "-o", "locked/hello")
    assert done.returncode == 1
    assert "cannot write 'locked/hello'" in done.stderr


def test_the_source_is_never_overwritten(ember: Run, hello: Path, tmp_path: Path) -> None:
    before = hello.read_text()
    done = ember("build", "hello.mojo", "-o", "hello.mojo")
    assert done.returncode == 1
    assert "it is the source file" in done.stderr
    (tmp_path / "link").symlink_to(hello)
    assert ember("build", "hello.mojo", "-o", "link").returncode == 1
    assert hello.read_text() == before


def test_a_failed_build_leaves_nothing(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.mojo").write_text("def main():\n    print(unknown)\n")
    assert ember("build", "wrong.mojo", "-o", "out").returncode == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["wrong.mojo"]


def test_an_interrupt_ends_a_running_program(
    ember: Run, tmp_path: Path, shared_cache: Path
) -> None:
    (tmp_path / "endless.mojo").write_text(
        "from std.time import sleep\n\ndef main():\n    print(1, flush=True)\n    while True:\n        sleep(0.01)\n"
    )
    environment = os.environ | {"EMBER_CACHE_DIR": str(shared_cache), "PYTHONPATH": str(REPOSITORY)}
    process = subprocess.Popen(
        [sys.executable, "-m", "ember", "run", "endless.mojo"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"1\n"
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == -signal.SIGINT


def test_an_interrupt_while_compiling(ember: Run, tmp_path: Path) -> None:
    body = "".join(
        f"def f{n}(x: Int) -> Int:\n    return x * {n} + x // 3\n\n" for n in range(3000)
    )
    (tmp_path / "long.mojo").write_text(body + "def main():\n    print(f1(2))\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "ember", "build", "long.mojo"],
        cwd=tmp_path,
        env=os.environ | {"EMBER_CACHE_DIR": "", "PYTHONPATH": str(REPOSITORY)},
        stderr=subprocess.PIPE,
    )
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    _, output = process.communicate(timeout=60)
    assert process.returncode in (130, -signal.SIGINT)
    assert b"Traceback" not in output or process.returncode == -signal.SIGINT
    assert sorted(path.name for path in tmp_path.iterdir()) == ["long.mojo"]


def test_a_closed_pipe(ember: Run, hello: Path, tmp_path: Path) -> None:
    command = f"'{sys.executable}' -m ember build --emit llvm hello.mojo | head -c 10"
    done = subprocess.run(
        command,
        shell=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Traceback" not in done.stderr


def test_unknown_stage(ember: Run, hello: Path) -> None:
    done = ember("build", "--print-ir-after", "magic", "hello.mojo")
    assert done.returncode == 1
    assert "there is no stage or pass 'magic'" in done.stderr
