"""Output files appear complete or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ember.support.diagnostics import CompileError
from ember.support.output import write_output


def test_writes_and_replaces(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_output(out, b"one", "source.mojo")
    write_output(out, b"two", "source.mojo", executable=True)
    assert out.read_bytes() == b"two"
    assert os.access(out, os.X_OK)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_refuses_bad_places(tmp_path: Path) -> None:
    source = tmp_path / "source.mojo"
    source.write_text("text")
    for out in (source, tmp_path, tmp_path / "missing" / "out"):
        with pytest.raises(CompileError, match="cannot write"):
            write_output(out, b"data", str(source))
    assert source.read_text() == "text"


def test_a_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    out.write_bytes(b"old")

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(CompileError, match="No space left on device"):
        write_output(out, b"new", "source.mojo")
    assert out.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_only_files_are_replaced(tmp_path: Path) -> None:
    """A device or a pipe is written to, and a link stays a link."""
    pipe, link, target = tmp_path / "pipe", tmp_path / "link", tmp_path / "target"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_output(pipe, b"data", "source.mojo")
    assert os.read(reader, 10) == b"data"
    os.close(reader)
    assert pipe.is_fifo()
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_output(link, b"new", "source.mojo")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
