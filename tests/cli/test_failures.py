"""What goes wrong is told in words, with the right exit code and without Python's traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import Run


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
    assert "has no 'main' function to run; add 'def main():'" in done.stderr


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
        "import ember.tools.session as session\n"
        "def fail(work):\n    raise KeyError('broken on purpose')\n"
        "session.run_with_deep_stack = fail\n"
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
