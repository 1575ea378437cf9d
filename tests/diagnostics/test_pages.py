"""Every diagnostic code has a page in `docs/diagnostics/`, and every page is a test.

A page shows a wrong program, what the compiler says about it (place, sentence, underlined text, notes), and the program
put right. Here the wrong program must give exactly that text, and the right one must compile without a word.
`pytest --update` writes the text into the pages. Where a shell command stands before the text, it is what is run.
"""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

import pytest
from diagnosis import command_output, diagnosis

from ember.support.codes import CODES, WARNINGS

REPOSITORY = Path(__file__).parent.parent.parent
PAGES = REPOSITORY / "docs" / "diagnostics"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

TESTED_ELSEWHERE = {
    "bad-kernel": "tests/offload",
    "bad-module-name": "tests/diagnostics/test_rare.py",
    "codegen-failed": "tests/codegen/test_outputs.py",
    "compiler-ended": "tests/test_service.py",
    "device-layout": "tests/gpu",
    "format-fault": "tests/diagnostics/test_rare.py",
    "host-only": "tests/offload",
    "ir-invalid": "tests/ir/test_verifier.py",
    "ir-symbol": "tests/ir/test_verifier.py",
    "ir-type": "tests/ir/test_verifier.py",
    "ir-visibility": "tests/ir/test_verifier.py",
    "link-failed": "tests/diagnostics/test_rare.py",
    "memory-limit": "tests/robustness",
    "missing-docs": "tests/cli",
    "missing-example": "tests/cli",
    "missing-library-name": "tests/diagnostics/test_rare.py",
    "missing-linker": "tests/codegen/test_outputs.py",
    "missing-llvm": "tests/diagnostics/test_rare.py",
    "no-offload": "tests/diagnostics/test_rare.py",
    "not-device-type": "tests/offload",
    "not-simulated": "tests/diagnostics/test_rare.py",
    "out-of-memory": "tests/diagnostics/test_rare.py",
    "system": "tests/diagnostics/test_rare.py",
    "too-many-instances": "tests/robustness",
    "too-many-rounds": "tests/robustness",
}
"""Codes whose pages have no example, because it takes more than a wrong program, and where their tests are."""


def section(page: str, title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


@pytest.mark.parametrize("code", [c for c in CODES if c not in TESTED_ELSEWHERE])
def test_wrong_program(
    code: str, tmp_path: Path, pytestconfig: pytest.Config, capfd: pytest.CaptureFixture[str]
) -> None:
    path = PAGES / f"{code}.md"
    page = path.read_text()
    fences = FENCE.findall(section(page, "Wrong"))
    expected = next(text for kind, text in fences if kind == "text")
    actual = _message(code, dict(fences), tmp_path, capfd) + "\n"
    if pytestconfig.getoption("update"):
        path.write_text(page.replace(f"```text\n{expected}```", f"```text\n{actual}```", 1))
        expected = actual
    assert actual == expected
    severity = "warning" if code in WARNINGS else "error"
    assert f"{severity}[{code}]: " in actual
    if code not in WARNINGS:
        assert f"error[{code}]: " in actual.splitlines()[0], "the first message is about the page"


def _message(
    code: str, fences: dict[str, str], place: Path, capfd: pytest.CaptureFixture[str]
) -> str:
    encoding = "latin-1" if code == "source-not-utf8" else "utf-8"
    for kind in ("mojo", "mlir"):
        if kind in fences:
            (place / f"wrong.{kind}").write_bytes(fences[kind].encode(encoding))
    if "sh" in fences:
        return command_output(shlex.split(fences["sh"])[1:], place, capfd)
    return diagnosis(place / "wrong.mojo")


@pytest.mark.parametrize("code", CODES)
def test_right_program(code: str, tmp_path: Path) -> None:
    page = (PAGES / f"{code}.md").read_text()
    assert page.startswith(f"# {code}\n\n{CODES[code][0].upper()}{CODES[code][1:]}.\n")
    for kind, text in FENCE.findall(section(page, "Right")):
        if kind == "mojo":
            (tmp_path / "right.mojo").write_text(text)
            assert diagnosis(tmp_path / "right.mojo") == ""


def test_there_is_no_page_without_a_code() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} - {"README"} == set(CODES)


def test_every_code_in_the_sources_is_registered() -> None:
    unknown = {
        f"{path.relative_to(REPOSITORY)}:{line}: {code}"
        for path in (REPOSITORY / "ember").rglob("*.py")
        for code, line in _codes_in(path)
        if code not in CODES
    }
    assert not unknown


_REPORTERS = {"error", "warning", "fail", "report", "Diagnostic"}


def _codes_in(path: Path) -> list[tuple[str, int]]:
    """The codes that a file's calls of reporting functions give as constants."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call):
            continue
        name = (
            node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        )
        if name not in _REPORTERS:
            continue
        for argument in node.args[:2]:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", argument.value):
                    found.append((argument.value, node.lineno))
    return found


def test_codes_tested_elsewhere_are() -> None:
    for code, place in TESTED_ELSEWHERE.items():
        root = REPOSITORY / place
        files = [root] if root.is_file() else [p for p in root.rglob("*") if p.is_file()]
        texts = [
            p.read_text(errors="replace") for p in files if p.suffix in (".py", ".mojo", ".err")
        ]
        assert any(code in text for text in texts), f"{code} is not tested in {place}"
