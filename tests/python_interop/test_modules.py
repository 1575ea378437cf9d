"""Python modules written in Mojo: imported from their source, and built into shared libraries."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

REPOSITORY = Path(__file__).parent.parent.parent
MODULES = Path(__file__).parent / "modules"


@pytest.fixture(scope="module", autouse=True)
def mojo_imports() -> Iterator[None]:
    import ember.importer

    sys.path.insert(0, str(MODULES))
    yield
    sys.path.remove(str(MODULES))
    sys.meta_path[:] = [f for f in sys.meta_path if not isinstance(f, ember.importer.MojoFinder)]


@pytest.fixture(scope="module")
def workshop() -> ModuleType:
    return importlib.import_module("workshop")


# -- import ----------------------------------------------------------------------------------------


def test_the_module_knows_where_it_comes_from(workshop: ModuleType) -> None:
    assert workshop.__file__ == str(MODULES / "workshop.mojo")
    assert workshop.__name__ == "workshop"
    assert workshop.__spec__ is not None
    assert importlib.import_module("workshop") is workshop


def test_old_spelling() -> None:
    module = importlib.import_module("old_style")
    assert module.passthrough("hello") == "hello world from mojo"
    assert module.passthrough.__doc__ == "Adds a word."


def write(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.mojo").write_text(text)


def test_errors_of_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "wrong_module", 'def f() -> Int:\n    return "text"\n')
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(
        ImportError, match=r"wrong_module.mojo:2:\d+: error\[type-mismatch\]"
    ) as info:
        importlib.import_module("wrong_module")
    assert info.value.name == "wrong_module"
    assert info.value.path == str(tmp_path / "wrong_module.mojo")


def test_a_file_without_init(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "without_init", "def f() -> Int:\n    return 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ImportError, match="has no function 'PyInit_without_init'"):
        importlib.import_module("without_init")


def test_inside_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "outer").mkdir()
    (tmp_path / "outer" / "__init__.py").write_text("")
    text = (MODULES / "old_style.mojo").read_text().replace("old_style", "inner_part")
    write(tmp_path / "outer", "inner_part", text)
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("outer.inner_part")
    assert module.passthrough("a") == "a world from mojo"


def test_other_imports_are_left_alone() -> None:
    assert importlib.util.find_spec("no_such_module_anywhere") is None
    assert importlib.util.find_spec("json") is not None


def test_built_shared_library(tmp_path: Path) -> None:
    """`ember build --emit shared-lib` makes what Python imports without Ember."""
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    library = tmp_path / "old_style.so"
    subprocess.run(
        [sys.executable, "-m", "ember", "build", "--emit", "shared-lib"]
        + [str(MODULES / "old_style.mojo"), "-o", str(library)],
        env=environment,
        check=True,
        timeout=120,
    )
    code = "import old_style, sys; print(old_style.passthrough('hi'), 'ember' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "hi world from mojo False\n"


# -- functions -------------------------------------------------------------------------------------


def test_functions(workshop: Any) -> None:
    assert workshop.nothing() == 7
    assert workshop.nothing.__doc__ == "Gives seven."
    assert workshop.add("a", "b") == "ab"
    assert workshop.add(1.5, 2) == 3.5
    assert workshop.typed(1, 2, "three", True) == "1 2.0 three True"
    assert workshop.small(-3, 65535) == 65532
    assert workshop.warmth({"degrees": 100}) == 212.0
    assert workshop.eight(1, 2, 3, 4, 5, 6, 7, 8) == 36
    assert workshop.count(1, "x", None) == 3
    assert workshop.keywords(1, a=2) == ((1,), {"a": 2})
    assert workshop.keywords() == ((), None)
    assert workshop.raw(1, "x") == (1, "x")


def test_arrays_are_not_copied(workshop: Any) -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert workshop.double(array) is None
    assert array.tolist() == [[0, 2, 4], [6, 8, 10]]


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda m: m.nothing(1), TypeError, "expected 0 arguments, got 1"),
        (lambda m: m.add(1), TypeError, "expected 2 arguments, got 1"),
        (
            lambda m: m.typed("1", 2, "x", True),
            TypeError,
            "argument 1 must be an integer, not 'str'",
        ),
        (lambda m: m.typed(1, "2", "x", True), TypeError, "argument 2 must be a number, not 'str'"),
        (lambda m: m.typed(1, 2, 3, True), TypeError, "argument 3 must be a str, not 'int'"),
        (lambda m: m.typed(1, 2, "x", 1), TypeError, "argument 4 must be a bool, not 'int'"),
        (lambda m: m.small(128, 0), OverflowError, "argument 1 must be from -128 to 127"),
        (lambda m: m.small(0, 65536), OverflowError, "argument 2 must be from 0 to 65535"),
        (lambda m: m.nothing(a=1), TypeError, "takes no keyword arguments"),
        (lambda m: m.warmth({}), KeyError, "degrees"),
    ],
)
def test_wrong_arguments(workshop: Any, call: Any, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        call(workshop)


def test_errors_become_exceptions(workshop: Any) -> None:
    with pytest.raises(Exception, match="^complaint: too cold$") as info:
        workshop.complain("too cold")
    assert type(info.value) is Exception


def raise_lookup() -> None:
    raise LookupError("nowhere")


def test_exceptions_come_back_as_they_were(workshop: Any) -> None:
    with pytest.raises(LookupError, match="nowhere") as info:
        workshop.pass_on(raise_lookup)
    assert any(entry.name == "raise_lookup" for entry in info.traceback)
    assert workshop.swallow(raise_lookup) == "nowhere"
    with pytest.raises(Exception, match="instead of: nowhere") as other:
        workshop.replace_error(raise_lookup)
    assert type(other.value) is Exception
    with pytest.raises(ZeroDivisionError):
        workshop.pass_on(lambda: workshop.pass_on(lambda: 1 / 0))
    assert workshop.pass_on(lambda: workshop.swallow(raise_lookup)) == "nowhere"


# -- types -----------------------------------------------------------------------------------------


def test_types(workshop: Any) -> None:
    account = workshop.Account("Ada")
    assert account.deposit(20) == 120
    assert account.owned_by() == "Ada"
    assert repr(account) == str(account) == "Account(Ada: 120)"
    assert account.richer(workshop.Account.of("Bob")) is True
    assert account.all_arguments(1, 2) == (1, 2)
    assert type(account).__module__ == "workshop"
    assert type(account).__name__ == "Account"
    assert workshop.Account.deposit.__doc__ == "Adds money."


def test_types_say_what_is_wrong(workshop: Any) -> None:
    with pytest.raises(Exception, match="an account needs an owner"):
        workshop.Account()
    with pytest.raises(Exception, match="cannot deposit -1"):
        workshop.Account("Ada").deposit(-1)
    with pytest.raises(TypeError, match="expected a 'Account', not a 'int'"):
        workshop.Account("Ada").richer(5)
    with pytest.raises(TypeError, match="never initialised"):
        workshop.Account.__new__(workshop.Account).deposit(1)
    with pytest.raises(TypeError, match="cannot create"):
        workshop.Sealed()
    assert type(workshop.sealed()) is workshop.Sealed


def test_subclasses(workshop: Any) -> None:
    class Savings(workshop.Account):  # type: ignore[misc, name-defined]
        def deposit_twice(self, amount: int) -> int:
            self.deposit(amount)
            return int(self.deposit(amount))

    savings = Savings("Eve")
    savings.note = "kept"
    assert savings.deposit_twice(5) == 110
    before = workshop.destroyed()
    del savings
    gc.collect()
    assert workshop.destroyed() == before + 1


def test_values_are_destroyed_once(workshop: Any) -> None:
    before = workshop.destroyed()
    for _ in range(100):
        workshop.Account("Ada")
    assert workshop.destroyed() == before + 100
    account = workshop.Account("Ada")
    account.__init__("Bob")  # type: ignore[misc]
    assert workshop.destroyed() == before + 101
    assert account.owned_by() == "Bob"


# -- references ------------------------------------------------------------------------------------


def test_no_references_are_lost(workshop: Any) -> None:
    marker = object()
    array = np.zeros(4, dtype=np.float32)

    def use() -> None:
        workshop.pass_on(lambda: marker)
        workshop.keywords(marker, a=marker)
        workshop.swallow(raise_lookup)
        workshop.double(array)
        workshop.typed(1, 2.5, "text", False)
        for wrong in (lambda: workshop.add(marker), lambda: workshop.double(marker)):
            with pytest.raises(TypeError):
                wrong()
        with pytest.raises(LookupError):
            workshop.pass_on(raise_lookup)
        workshop.Account("Ada").deposit(5)

    for _ in range(5):
        use()
    counts = sys.getrefcount(marker), sys.getrefcount(array)
    grown = []
    for _ in range(3):  # other threads of the process allocate, too: the smallest growth is ours
        gc.collect()
        before = sys.getallocatedblocks()
        for _ in range(300):
            use()
        gc.collect()
        grown.append(sys.getallocatedblocks() - before)
    assert (sys.getrefcount(marker), sys.getrefcount(array)) == counts
    assert min(grown) < 250, grown
    array.resize(8, refcheck=True)  # no buffer is locked any more


def test_threads(workshop: Any) -> None:
    results: list[int] = []

    def work() -> None:
        results.append(sum(workshop.add(i, 1) for i in range(2000)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [2001000] * 4
