"""`ember format` as a command: what it writes, what it leaves alone, its exit codes."""

from __future__ import annotations

import os
from pathlib import Path

from conftest import Run

UGLY = "def main() :\n  print( 1 )\n"
NEAT = "def main():\n    print(1)\n"


def test_rewrites_files(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / ".hidden").mkdir()
    ugly, neat = tmp_path / "folder" / "ugly.mojo", tmp_path / "neat.mojo"
    hidden = tmp_path / ".hidden" / "ugly.mojo"
    ugly.write_text(UGLY)
    hidden.write_text(UGLY)
    neat.write_text(NEAT)
    ugly.chmod(0o640)
    before = neat.stat().st_mtime_ns
    check = ember("format", "--check")
    assert check.returncode == 1
    assert "would reformat folder/ugly.mojo" in check.stdout
    assert ugly.read_text() == UGLY
    done = ember("format")
    assert done.returncode == 0, done.stderr
    assert done.stderr == "1 file reformatted, 1 file left unchanged\n"
    assert (ugly.read_text(), ugly.stat().st_mode & 0o777) == (NEAT, 0o640)
    assert hidden.read_text() == UGLY
    assert neat.stat().st_mtime_ns == before
    assert ember("format", "--check").returncode == 0


def test_diff_and_standard_input(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "ugly.mojo").write_text(UGLY)
    done = ember("format", "--diff", "ugly.mojo")
    assert done.returncode == 0
    assert "-  print( 1 )\n+def main():\n+    print(1)\n" in done.stdout
    assert (tmp_path / "ugly.mojo").read_text() == UGLY
    piped = ember("format", "-", input=UGLY)
    assert (piped.returncode, piped.stdout, piped.stderr) == (0, NEAT, "")
    assert ember("format", "--check", "-", input=UGLY).returncode == 1


def test_a_wrong_file_is_reported_and_kept(ember: Run, tmp_path: Path) -> None:
    wrong, ugly = tmp_path / "wrong.mojo", tmp_path / "ugly.mojo"
    wrong.write_bytes(b"def main(:\n  print( 1 )\n")
    (tmp_path / "bytes.mojo").write_bytes(b"\xff\x00")
    ugly.write_text(UGLY)
    done = ember("format")
    assert done.returncode == 1
    assert "wrong.mojo:1:9: error[" in done.stderr
    assert "2 files could not be read" in done.stderr
    assert wrong.read_bytes() == b"def main(:\n  print( 1 )\n"
    assert (tmp_path / "bytes.mojo").read_bytes() == b"\xff\x00"
    assert ugly.read_text() == NEAT
    missing = ember("format", "nowhere.mojo")
    assert missing.returncode == 1
    assert "cannot read 'nowhere.mojo': there is no such file" in missing.stderr


def test_a_link_is_followed(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "real.mojo").write_text(UGLY)
    os.symlink("real.mojo", tmp_path / "link.mojo")
    assert ember("format", "link.mojo").returncode == 0
    assert (tmp_path / "link.mojo").is_symlink()
    assert (tmp_path / "real.mojo").read_text() == NEAT
