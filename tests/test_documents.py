"""The programs in the documents compile, run and print what follows them, and the links between documents lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from forked import run_program

from ember.support.options import Options

REPOSITORY = Path(__file__).parent.parent
DOCUMENTS = sorted([*REPOSITORY.glob("*.md"), *REPOSITORY.glob("docs/**/*.md")])
PROGRAM = re.compile(r"^```mojo\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def programs() -> list[object]:
    return [
        pytest.param(text, output, id=f"{path.relative_to(REPOSITORY)}-{number}")
        for path in DOCUMENTS
        if path.parent.name != "diagnostics"  # wrong programs, tested in tests/diagnostics
        for number, (text, output) in enumerate(PROGRAM.findall(path.read_text()), start=1)
        if "def main(" in text or "fn main(" in text
    ]


@pytest.mark.parametrize("text, output", programs())
def test_program(text: str, output: str, tmp_path: Path) -> None:
    """A block of text right after a program is its output."""
    path = tmp_path / "program.mojo"
    path.write_text(text)
    done = run_program(path, Options(opt_level=1))
    assert done.code == 0, done.stderr
    if output:
        assert done.stdout == output


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_links(path: Path) -> None:
    for target in LINK.findall(CODE.sub("", path.read_text())):
        assert (path.parent / target).exists(), f"{path.name} links to '{target}'"


ANSWER = re.compile(r"\]\((ember/[\w/]+\.py)\) `(\w+)`")


def test_answers_where_things_are_lead_to_them() -> None:
    """Every answer in ARCHITECTURE.md's table names a file and what it defines."""
    section = (
        (REPOSITORY / "ARCHITECTURE.md").read_text().split("## Where is it")[1].split("\n## ")[0]
    )
    answers = ANSWER.findall(section)
    assert len(answers) > 10
    for path, name in answers:
        text = (REPOSITORY / path).read_text()
        defined = rf"^\s*(?:def|class) {name}\b|^{name}\b.*="
        assert re.search(defined, text, re.MULTILINE), f"{path} does not define {name}"


def test_every_arrow_of_the_picture_is_one_line() -> None:
    """README's picture: the arrows in their order, each a line of the file it names."""
    picture = re.search(r"## The pipeline\n\n```\n(.*?)```", (REPOSITORY / "README.md").read_text(), re.S)  # fmt: skip
    assert picture is not None
    arrows = re.findall(r"│  (\w+)/", picture.group(1))
    assert arrows == ["syntax", "lower", "elab", "opt", "codegen"]
    loading = (REPOSITORY / "ember" / "loading.py").read_text()
    assert loading.count("parse_source(") == loading.count("lower_module(") == 1
    assert loading.index("parse_source(") < loading.index("lower_module(")
    pipeline = (REPOSITORY / "ember" / "compiler.py").read_text()
    lines = [
        "self.elaborate(), self.target",
        "optimize(unit)",
        "texts(unit)",
        "native(unit, texts)",
    ]
    code = pipeline[pipeline.index("def objects") : pipeline.index("def elaborate")]
    places = [code.index(line) for line in lines]
    assert places == sorted(places) and all(code.count(line) == 1 for line in lines)
    assert len(pipeline.splitlines()) <= 130


NAMED = re.compile(r"`((?:\w+/)*\w+\.py)`")


def test_files_that_are_named_exist() -> None:
    """Docstrings and pages name files of the compiler; `name.py` is any file."""
    folders = (REPOSITORY / name for name in ("ember", "tests", "bench", "examples"))
    files = (path for folder in folders for path in folder.glob("**/*.py"))
    here = {path.relative_to(REPOSITORY).parts for path in files}
    known = {parts[i:] for parts in here for i in range(len(parts))} | {("name.py",), ("setup.py",)}
    for path in (*DOCUMENTS, *sorted((REPOSITORY / "ember").glob("**/*.py"))):
        if path.name == "CHANGELOG.md":
            continue
        for name in NAMED.findall(path.read_text()):
            assert tuple(name.split("/")) in known, f"{path.relative_to(REPOSITORY)}: {name}"
