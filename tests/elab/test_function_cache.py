"""Functions kept between compilations: found again, the same code, and never where they would mean something else."""

from __future__ import annotations

from pathlib import Path

import pytest

import ember.elaborating
from ember.compiler import Compilation
from ember.ir.printer import print_op
from ember.queries import keep_functions
from ember.support.cache import Cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.edition import Edition
from ember.support.options import Options
from ember.tools.pack_functions import SEEDS

FIRST = """
def main():
    var words = List[String]()
    words.append("one")
    words.append(String(2.5))
    print(words, len(words))
"""
SECOND = """
@fieldwise_init
struct Pair(Copyable, Movable, Writable):
    var a: Int
    var b: String

    def write_to(self, mut writer: Some[Writer]):
        writer.write(self.a, "-", self.b)

def main():
    var words = List[String]()
    words.append("three")
    var pairs = List[Pair]()
    pairs.append(Pair(1, words[0]))
    print(pairs, words)
"""


@pytest.fixture(autouse=True)
def nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ember.elaborating, "INSTALLED_FUNCTIONS", Cache(None))


def compiled(folder: Path, text: str, cache: Path | None, **options: object) -> tuple[str, int]:
    """The concrete IR of a program, and how many of its functions came out of the cache."""
    path = folder / "program.mojo"
    path.write_text(text)
    settings = Options(**options)  # type: ignore[arg-type]
    kept = Cache(cache) if cache is not None else None
    compilation = Compilation(str(path), settings, None, kept)
    text = run_with_deep_stack(lambda: print_op(compilation.elaborate()))
    return text, compilation.trace.stages["elaborate"].facts.get("cache hits", 0)


def sorted_functions(text: str) -> list[str]:
    return sorted(text.split("\n  kgen."))


def test_a_second_program_finds_the_librarys_functions(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    plain, hits = compiled(tmp_path, SECOND, None)
    assert hits == 0
    _, hits = compiled(tmp_path, FIRST, cache)
    assert hits == 0
    found, hits = compiled(tmp_path, SECOND, cache)
    assert hits > 10
    assert sorted_functions(found) == sorted_functions(plain)


def test_the_same_program_again(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first, _ = compiled(tmp_path, FIRST, cache)
    again, hits = compiled(tmp_path, FIRST, cache)
    assert hits > 10 and sorted_functions(again) == sorted_functions(first)


def test_an_installation_brings_functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, _ = compiled(tmp_path, SECOND, None)
    (tmp_path / "program.mojo").write_text(FIRST)
    installed = Cache(tmp_path / "installed")
    seed = Compilation(str(tmp_path / "program.mojo"), Options())
    run_with_deep_stack(lambda: keep_functions(seed, installed))
    monkeypatch.setattr(ember.elaborating, "INSTALLED_FUNCTIONS", installed)
    before = installed.info()

    found, hits = compiled(tmp_path, SECOND, tmp_path / "cache")
    assert hits > 10
    assert sorted_functions(found) == sorted_functions(plain)
    assert installed.info() == before  # what is new is the user's
    assert compiled(tmp_path, SECOND, None)[1] == 0

    (entry,) = [path for path in (tmp_path / "installed").rglob("*") if path.is_file()]
    entry.write_bytes(entry.read_bytes()[:-1])
    found, hits = compiled(tmp_path, SECOND, tmp_path / "another")
    assert hits == 0 and sorted_functions(found) == sorted_functions(plain)


@pytest.mark.parametrize("edition", list(Edition))
@pytest.mark.parametrize("seed", sorted(SEEDS.glob("*.mojo")), ids=lambda seed: seed.stem)
def test_programs_whose_functions_are_installed(seed: Path, edition: Edition) -> None:
    compilation = Compilation(str(seed), Options(edition=edition))
    run_with_deep_stack(compilation.elaborate)
    assert not compilation.sink.diagnostics


@pytest.mark.parametrize(
    "change",
    [{"defines": {"ASSERT": "all"}}, {"edition": Edition("2025")}, {"accelerator": "sm_80"}],
)
def test_other_settings_do_not_meet(tmp_path: Path, change: dict[str, object]) -> None:
    cache = tmp_path / "cache"
    compiled(tmp_path, FIRST, cache)
    plain, _ = compiled(tmp_path, FIRST, None, **change)
    found, hits = compiled(tmp_path, FIRST, cache, **change)
    assert hits == 0
    assert sorted_functions(found) == sorted_functions(plain)


def test_places_of_checks_are_the_programs_own(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    text = "def main():\n    var xs = List[Int]()\n    xs.append(1)\n    print(xs[len(xs)])\n"
    compiled(tmp_path, text, cache)
    moved = "\n\n\n" + text
    plain, _ = compiled(tmp_path, moved, None)
    found, hits = compiled(tmp_path, moved, cache)
    assert hits > 0 and "program.mojo:7:" in found
    assert sorted_functions(found) == sorted_functions(plain)


def test_a_program_with_mistakes_keeps_nothing_wrong(tmp_path: Path) -> None:
    from ember.support.diagnostics import CompileError

    cache = tmp_path / "cache"
    with pytest.raises(CompileError):
        compiled(tmp_path, FIRST.replace("len(words)", "length(words)"), cache)
    found, _ = compiled(tmp_path, FIRST, cache)
    plain, _ = compiled(tmp_path, FIRST, None)
    assert sorted_functions(found) == sorted_functions(plain)


def test_an_extension_of_the_library_keeps_the_cache_out(tmp_path: Path) -> None:
    """Functions of the library may then do something else with its types."""
    cache = tmp_path / "cache"
    compiled(tmp_path, FIRST, cache)
    extension = "\n__extension List:\n    def none(self) -> Bool:\n        return len(self) == 0\n"
    plain, _ = compiled(tmp_path, SECOND + extension, None)
    text, hits = compiled(tmp_path, SECOND + extension, cache)
    assert hits == 0
    assert sorted_functions(text) == sorted_functions(plain)
