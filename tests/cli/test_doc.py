"""`ember doc`: pages, links, the search index, checks, examples, and that no file of the user's is replaced."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest
from conftest import Run

CASES = Path(__file__).parent / "doc"
VOID = {"meta", "link", "input", "br"}


@pytest.fixture
def shapes(tmp_path: Path) -> Path:
    shutil.copytree(CASES / "shapes", tmp_path / "shapes")
    return tmp_path / "shapes"


class Page(HTMLParser):
    """Checks that tags close in order, and collects anchors and links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(text)
        self.close()
        assert self.stack == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag not in VOID:
            self.stack.append(tag)
        if values.get("id"):
            self.ids.append(str(values["id"]))
        for key in ("href", "src"):
            if values.get(key):
                self.links.append(str(values[key]))

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag


def read_site(folder: Path) -> dict[str, Page]:
    return {path.name: Page(path.read_text()) for path in folder.glob("*.html")}


def check_links(folder: Path, pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert len(page.ids) == len(set(page.ids)), name
        for link in page.links:
            file, _, anchor = link.partition("#")
            file = file or name
            assert (folder / file).is_file(), f"{name} links to {link}"
            if anchor:
                assert anchor in pages[file].ids, f"{name} links to {link}"


def search_rows(folder: Path) -> list[list[str]]:
    text = (folder / "search-index.js").read_text()
    found = re.fullmatch(r"const SEARCH_INDEX = (\[.*\]);\n", text, re.DOTALL)
    assert found is not None
    rows: list[list[str]] = json.loads(found[1])
    return rows


def test_markdown(ember: Run, shapes: Path, request: pytest.FixtureRequest) -> None:
    done = ember("doc", "shapes", "--format", "markdown", "-o", "out")
    assert done.returncode == 0, done.stderr
    out = shapes.parent / "out"
    assert sorted(path.name for path in out.glob("*.md")) == [
        "index.md",
        "shapes.circle.md",
        "shapes.md",
    ]
    for path in sorted(out.glob("*.md")):
        golden = CASES / "expected" / path.name
        if request.config.getoption("--update"):
            golden.parent.mkdir(exist_ok=True)
            golden.write_text(path.read_text())
        assert path.read_text() == golden.read_text()


def test_html(ember: Run, shapes: Path) -> None:
    assert ember("doc", "shapes", "-o", "out").returncode == 0
    out = shapes.parent / "out"
    pages = read_site(out)
    assert set(pages) == {"index.html", "shapes.html", "shapes.circle.html"}
    check_links(out, pages)
    text = (out / "shapes.circle.html").read_text()
    assert '<span class="k">struct</span> <span class="f">Circle</span>' in text
    assert '<a href="shapes.html#Corner"><code>Corner</code></a>' in text
    assert '<a href="shapes.circle.html#Shape"><span class="t">Shape</span></a>' in text
    assert "with <strong>care</strong> &amp; &lt;attention&gt;" in text
    assert "SECRET" not in text
    assert "_cache" not in text
    assert "Hidden" not in "".join(path.read_text() for path in out.iterdir())


def test_search_index(ember: Run, shapes: Path) -> None:
    ember("doc", "shapes", "-o", "out")
    out = shapes.parent / "out"
    rows = {row[1]: row for row in search_rows(out)}
    assert set(rows) == {
        *("shapes", "shapes.circle", "shapes.Corner", "shapes.Corner.angle"),
        *("shapes.circle.PI", "shapes.circle.Shape", "shapes.circle.Shape.area"),
        *("shapes.circle.Circle", "shapes.circle.Circle.Unit", "shapes.circle.Circle.radius"),
        *("shapes.circle.Circle.__init__", "shapes.circle.Circle.area", "shapes.circle.total_area"),
        *("shapes.circle.Circle.grown", "shapes.circle.Circle.__bool__"),
    }
    pages = read_site(out)
    for _, _, _, address, _ in rows.values():
        file, _, anchor = address.partition("#")
        assert not anchor or anchor in pages[file].ids
    assert rows["shapes.circle.PI"][2:] == ["alias", "shapes.circle.html#PI", "Near enough."]


def test_json(ember: Run, shapes: Path) -> None:
    package, circle = json.loads(ember("doc", "shapes", "--format", "json").stdout)
    assert [export["name"] for export in package["exports"]] == ["Circle", "Shape", "total_area"]
    struct = next(entry for entry in circle["entries"] if entry["name"] == "Circle")
    init = next(entry for entry in struct["members"] if entry["name"] == "__init__")
    assert [item["signature"].split("\n")[0] for item in init["declarations"]] == [
        "@implicit",
        "def __init__(out self, *, diameter: Float64)",
        "def __init__(out self, *, like: Self)",
    ]
    files = {item["path"].split("/")[-1] for item in init["declarations"]}
    assert files == {"circle.mojo", "_resizing.mojo"}


def test_an_extension_of_another_package_says_what_to_import(ember: Run, shapes: Path) -> None:
    (shapes / "_resizing.mojo").rename(shapes.parent / "resizing.mojo")
    modules = json.loads(ember("doc", ".", "--format", "json").stdout)
    circle = next(module for module in modules if module["name"] == "shapes.circle")
    struct = next(entry for entry in circle["entries"] if entry["name"] == "Circle")
    grown = next(entry for entry in struct["members"] if entry["name"] == "grown")
    signature = "# from resizing import *\ndef grown(self, by: Float64) -> Self"
    assert [item["signature"] for item in grown["declarations"]] == [signature]


def test_only_own_files_are_replaced(ember: Run, shapes: Path) -> None:
    out = shapes.parent / "out"
    out.mkdir()
    (out / "index.html").write_text("mine")
    done = ember("doc", "shapes", "-o", "out")
    assert done.returncode == 1
    assert "error[unwritable-output]" in done.stderr
    assert [path.name for path in out.iterdir()] == ["index.html"]
    assert (out / "index.html").read_text() == "mine"
    assert ember("doc", "shapes", "-o", "out", "--force").returncode == 0
    (out / "notes.txt").write_text("mine, too")
    (shapes / "circle.mojo").rename(shapes / "round.mojo")
    (shapes / "__init__.mojo").write_text('"""Shapes."""\n')
    assert ember("doc", "shapes", "-o", "out").returncode == 0
    assert (out / "notes.txt").read_text() == "mine, too"
    assert (out / "shapes.round.html").exists()
    assert not (out / "shapes.circle.html").exists()
    (out / "shapes.square.html").write_text("mine")
    (shapes / "square.mojo").write_text('"""Squares."""\n')
    assert ember("doc", "shapes", "-o", "out").returncode == 1
    assert (out / "shapes.square.html").read_text() == "mine"


def test_check(ember: Run, shapes: Path) -> None:
    assert ember("doc", "--check", "shapes").returncode == 0
    done = ember("doc", "--check", "--examples", "shapes")
    assert done.returncode == 1
    assert re.findall(r"(\S+): warning\[missing-example\]", done.stdout) == [
        "shapes/_private.mojo:5:8",
        "shapes/circle.mojo:5:10",
        "shapes/circle.mojo:10:7",
    ]
    text = (shapes / "circle.mojo").read_text()
    (shapes / "circle.mojo").write_text(text.replace("def _secret(self)", "def secret(self)"))
    done = ember("doc", "--check", "--examples", "shapes")
    assert "method 'Circle.secret' has no docstring" in done.stdout
    assert "no example of 'Circle' calls 'secret'" in done.stdout
    (shapes / "bare.mojo").write_text("struct A:\n    var x: Int\n\ndef _f():\n    pass\n")
    done = ember("doc", "--check", "shapes/bare.mojo")
    assert done.returncode == 1
    assert re.findall(r"(\S+): warning\[missing-docs\]", done.stdout) == [
        "shapes/bare.mojo:1:1",
        "shapes/bare.mojo:1:8",
        "shapes/bare.mojo:2:5",
    ]


def test_examples(ember: Run, shapes: Path) -> None:
    done = ember("doc", "--test", "shapes")
    assert done.returncode == 0, done.stdout
    assert "3 examples passed, 0 failed" in done.stdout


BAD = '''"""Examples that fail, each in its own way.

```mojo
print(1)  # 2
```

```mojo
var x: Int = "text"
```

```mojo
raise Error("no luck")
```

```mojo
from std.os import abort
print("before", flush=True)
abort()
```

```mojo
print("fine")  # fine
```

```mojo no-run
while True:
    pass
```

```mojo
var closest = 10
def near() {mut closest}:
    closest = 3
near()
print(closest)  # 3
```
"""
'''


def test_failing_examples(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.mojo").write_text(BAD)
    done = ember("doc", "--test", "-v", "bad.mojo")
    assert done.returncode == 1
    assert "3 examples passed, 4 failed" in done.stdout
    assert "bad.mojo:4: error[doc-example]: 'bad' prints other lines" in done.stdout
    assert "bad.mojo:8: error[doc-example]: 'bad' does not compile\nbad.mojo:8:" in done.stdout
    assert "bad.mojo:12: error[doc-example]: 'bad' raised: no luck" in done.stdout
    assert "bad.mojo:16: error[doc-example]: 'bad' ended the program" in done.stdout
    for line in (22, 26, 31):
        assert f"bad.mojo:{line}: pass" in done.stdout


def test_wrong_syntax(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.mojo").write_text("def f(:\n    pass\n")
    done = ember("doc", "wrong.mojo")
    assert done.returncode == 1
    assert "wrong.mojo:1:6: error[" in done.stderr
    assert ember("doc", "nothing").returncode == 1


def test_standard_library(ember: Run, tmp_path: Path) -> None:
    assert ember("doc", "--std", "-o", "out").returncode == 0
    pages = read_site(tmp_path / "out")
    check_links(tmp_path / "out", pages)
    names = {row[1] for row in search_rows(tmp_path / "out")}
    assert {"std.collections.list.List.append", "std.math.rounding.floor", "std.os"} <= names
