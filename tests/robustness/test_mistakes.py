"""What mistakes cost: the library is looked through once, and code that is too much is refused before anything is done with it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ember.compiler import Compilation
from ember.elab.modules import names
from ember.support.cache import default_cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.diagnostics import CompileError
from ember.support.options import Options

from .conftest import Run


def refused(path: Path, text: str) -> CompileError:
    """What the compiler says about a file with mistakes."""
    path.write_text(text)
    compilation = Compilation(str(path), Options(opt_level=0), cache=default_cache())
    with pytest.raises(CompileError) as failure:
        run_with_deep_stack(compilation.elaborate)
    return failure.value


def test_unknown_names_look_the_library_up_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    search = names.homes_in

    def counted(library: Path) -> dict[str, str]:
        asked.append(library)
        return search(library)

    monkeypatch.setattr(names, "homes_in", counted)
    text = "def main():\n" + "".join(f"    print(unknown_{n})\n" for n in range(50))
    failure = refused(tmp_path / "unknown.mojo", text)
    assert len(failure.diagnostics) > 1
    assert {one.code for one in failure.diagnostics} <= {"unknown-name", "too-many-errors"}
    assert len(asked) == 1


def test_fifty_megabytes_of_code(ember: Run, tmp_path: Path) -> None:
    line = "def f(x: Int) -> Int:\n    return x * 3 + x // 7\n\n\n"
    (tmp_path / "huge.mojo").write_text(line * (50_000_000 // len(line)))
    done = ember("run", "huge.mojo")
    assert done.returncode == 1
    assert done.stderr.startswith("error[unreadable-file]: cannot read 'huge.mojo': it has more than 16 MiB")  # fmt: skip
    assert done.stderr.count("\n") == 1


MISUSES = {
    "feature without a sign": ("build --target-features nope", 1, "'nope' is no feature; write '+name' or '-name'"),
    "unknown feature": ("build --target-features +nope", 1, " has no feature 'nope'"),
    "unknown processor": ("build --target-triple x86_64-unknown-linux-gnu --target-cpu nope --emit obj", 1, "x86_64 has no processor 'nope'"),
    "no name": ("run -D =1", 2, "argument -D: there is no name before the '='"),
    "no number": ("run --max-memory much", 2, "argument --max-memory: 'much' is no whole number"),
}  # fmt: skip


@pytest.mark.parametrize("misuse", MISUSES)
def test_wrong_options(ember: Run, hello: Path, misuse: str) -> None:
    """The first ended in LLVM, the next two in its lines and an object for something else."""
    words, code, message = MISUSES[misuse]
    done = ember(*words.split(), "hello.mojo")
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr.partition("\n")[0], done.stderr


def test_pruning_removes_what_killed_runs_left(ember: Run, tmp_path: Path) -> None:
    folder = tmp_path / "temporary"
    (folder / "ember-link-old").mkdir(parents=True)
    (folder / "ember-link-old" / "0.o").write_bytes(b"abc")
    (folder / "other").mkdir()
    os.utime(folder / "ember-link-old", (0, 0))
    os.utime(folder / "other", (0, 0))
    assert ember("cache", "prune", TMPDIR=str(folder)).returncode == 0
    assert [path.name for path in folder.iterdir()] == ["other"]


CYCLES = {
    "struct A[T: AnyType]:\n    var s: B[A[Self.T]]\n    def __init__(out self):\n        pass\n"
    "struct B[T: AnyType]:\n    var s: A[B[Self.T]]\n"
    "def main():\n    var x = A[Int]()\n": "1:1: error[recursive-struct]: the struct 'A' contains itself, in ever larger types",
    "trait A(B):\n    pass\ntrait B(A):\n    pass\ndef main():\n    pass\n": "3:1: error[cyclic-alias]: the trait 'B' inherits from itself",
    "def f(x: Int = f()) -> Int:\n    return x\ndef main():\n    print(f())\n": "1:16: error[cyclic-alias]: the default of 'x' depends on itself",
    '@export("a", "b")\ndef f():\n    pass\ndef main():\n    f()\n': "1:2: error[invalid-decorator]: '@export' takes one name",
    '@export("a", ABI=3)\ndef f():\n    pass\ndef main():\n    f()\n': "1:2: error[invalid-decorator]: '@export' takes the name",
    '@export("a\\x00")\ndef f():\n    pass\ndef main():\n    f()\n': "1:2: error[invalid-decorator]: '@export' takes the name",
}  # fmt: skip


@pytest.mark.parametrize("text", CYCLES)
def test_what_needs_itself_and_odd_exports(tmp_path: Path, text: str) -> None:
    """Told at once, where it stands: some took minutes to run out of stack, some got through."""
    failure = refused(tmp_path / "cycle.mojo", text)
    first = str(failure).split("cycle.mojo:", 1)[1]
    assert first.startswith(CYCLES[text]), first


def test_a_name_is_not_suggested_for_itself(tmp_path: Path) -> None:
    text = "from itself import x\n\ndef main():\n    print(x)\n"
    assert "did you mean" not in str(refused(tmp_path / "itself.mojo", text))


def test_a_keyword_that_is_given_twice_is_told_once(tmp_path: Path) -> None:
    text = "def f(a: Int):\n    print(a)\n\ndef main():\n    f(a=1, a=2)\n"
    failure = refused(tmp_path / "twice.mojo", text)
    found = [(problem.code, problem.message) for problem in failure.diagnostics]
    assert found == [("duplicate-name", "'a' is given more than once")]
