"""The examples in the docstrings of `layout` run, all in one program, and print what their comments say."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from forked import run_program

from ember.support.options import Options

PACKAGE = Path(__file__).parent.parent.parent / "ember" / "lib" / "std" / "layout"
FENCE = re.compile(r"^( *)```mojo\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"^ +print\(.*\)  # (.*)$", re.MULTILINE)


def examples() -> Iterator[tuple[str, str]]:
    """Where an example stands, and its text."""
    for path in sorted(PACKAGE.glob("*.mojo")):
        for number, found in enumerate(FENCE.finditer(path.read_text()), start=1):
            yield f"{path.stem}_{number}", textwrap.dedent(found[2])


def test_examples(tmp_path: Path) -> None:
    imports: dict[str, None] = {}
    functions, calls, expected = [], [], []
    for name, text in examples():
        head, body = text.split("def main():\n")
        imports.update(dict.fromkeys(line for line in head.splitlines() if line))
        functions.append(f"def {name}():\n{body}")
        calls.append(f'    print("{name}")\n    {name}()')
        outputs = COMMENT.findall(body)
        if len(outputs) == body.count("print(") and "for " not in body:
            expected.append("\n".join([name, *outputs]))
    path = tmp_path / "examples.mojo"
    path.write_text("\n".join([*imports, *functions, "def main():", *calls]) + "\n")
    done = run_program(path, Options(opt_level=0))
    assert done.code == 0, done.stderr
    assert len(calls) > 25
    assert len(expected) > 15
    for lines in expected:
        assert lines + "\n" in done.stdout
