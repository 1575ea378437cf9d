"""A short run of the fuzzer with a fixed seed, everything it ever found, and the same targets under hypothesis."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ember.support.deep_stack import run_with_deep_stack

from .mutate import splice
from .programs import outcomes, random_program
from .sandbox import run_one
from .targets import TARGETS

FOUND = sorted((Path(__file__).parent / "found").glob("*.input"))
REPOSITORY = Path(__file__).parent.parent.parent


def test_short_run(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.fuzz", "run", "--jobs", "2", "--seconds", "12"]
    command += ["--inputs", "800", "--time-limit", "150", "--seed", "short", "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    numbers = json.loads((tmp_path / "report.json").read_text())
    failures = json.loads((tmp_path / "failures.json").read_text())
    details = "\n".join(f"{failure['what']}\n{failure['details']}" for failure in failures)
    assert done.returncode == 0, (tmp_path / "report.txt").read_text() + details + done.stderr
    assert numbers["inputs"] >= 5
    assert numbers["failures"] == 0


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_found(path: Path) -> None:
    """Inputs that failed once; the name begins with the target."""
    target = path.name.split("-")[0]
    if target not in TARGETS:
        pytest.skip("the package that reads it is not installed")
    record = run_with_deep_stack(lambda: run_one(target, path.read_bytes()))
    assert not record.failure, record.details


@pytest.mark.parametrize("share", range(8))
def test_telling_inputs(share: int) -> None:
    """One small input for each set of diagnostics that random inputs led to (`telling.json`)."""
    for target, text in json.loads((Path(__file__).parent / "telling.json").read_text())[share::8]:
        data = text.encode("utf-8", "surrogateescape")
        record = run_with_deep_stack(lambda t=target, d=data: run_one(t, d))  # type: ignore[misc]
        assert not record.failure, (text, record.details)


@pytest.mark.parametrize("target", ["lexer", "parser", "lower", "format", "ir", "cache"])
def test_target(target: str) -> None:
    """Hypothesis draws the random choices, so that it can make a failing input smaller."""

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.randoms(use_true_random=False))
    def check(rng: Random) -> None:
        data = TARGETS[target].generate(rng, [])
        record = run_with_deep_stack(lambda: run_one(target, data))
        assert not record.failure, record.details

    check()


@pytest.mark.parametrize("seed", range(3))
def test_the_same_in_every_way(seed: int) -> None:
    """A random program prints the same in the interpreter, at -O0 and at -O3."""
    text = random_program(Random(f"same:{seed}"))
    results = outcomes(text)
    assert results["interpreter"] == results["O0"] == results["O3"], text
    assert "exit 0" in results["O0"], text


def test_a_hang_and_a_crash_are_noticed(tmp_path: Path) -> None:
    """The sandbox itself: an input that never ends and one that crashes are reported with their input; what the system kills
    is run again."""
    script = (
        "import os, sys, time\n"
        "from pathlib import Path\n"
        "from tests.fuzz import sandbox, targets\n"
        "once = Path(sys.argv[1], 'once')\n"
        "def run(data):\n"
        "    if data[0] % 3 == 0: time.sleep(60)\n"
        "    if data[0] % 3 == 1: os.kill(os.getpid(), 11)\n"
        "    if not once.exists():\n"
        "        once.touch()\n"
        "        os.kill(os.getpid(), 9)\n"
        "    return 'accepted'\n"
        "fake = targets.Target('cache', 1, lambda rng, kept: rng.randbytes(1), run)\n"
        "targets.TARGETS['cache'] = fake\n"
        "settings = sandbox.Settings('1', ('cache',), sandbox.Limits(1.0))\n"
        "records = list(sandbox.run_inputs(settings, Path(sys.argv[1]), time.time() + 60, 12))\n"
        "print(len(records), sorted({record.verdict for record in records}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "12 ['accepted', 'crash', 'hang']\n", done.stderr


def test_a_generator_that_fails_is_named(tmp_path: Path) -> None:
    """Its exception ended the process, and the input before it was blamed."""
    script = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from tests.fuzz import sandbox, targets\n"
        "fake = targets.Target('cache', 1, lambda rng, kept: 1 // 0, lambda data: 'accepted')\n"
        "targets.TARGETS['cache'] = fake\n"
        "settings = sandbox.Settings('1', ('cache',), sandbox.Limits(1.0))\n"
        "for record in sandbox.run_inputs(settings, Path(sys.argv[1]), time.time() + 60, 1):\n"
        "    print(record.target, record.failure)\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    said = "the process ended: ZeroDivisionError: integer division or modulo by zero"
    assert done.stdout == f"cache crash: {said}\n", done.stderr


def test_seeds_and_resumption(tmp_path: Path) -> None:
    """Other people's programs take part, listings in documents too; a second run goes on where the first ended."""
    seeds = tmp_path / "seeds"
    seeds.mkdir()
    (seeds / "one.mojo").write_text("def zebra_crossing():\n    pass\n")
    (seeds / "talk.md").write_text("Text.\n\n```mojo\ndef giraffe():\n    pass\n```\n")
    out = tmp_path / "out"
    command = [sys.executable, "-m", "tests.fuzz", "run", "--jobs", "2", "--seconds", "120"]
    command += ["--target", "lexer", "--seeds", str(seeds), "--seed", "seeds", "--out", str(out)]

    def run(inputs: int, *more: str) -> dict[str, object]:
        done = subprocess.run(
            [*command, "--inputs", str(inputs), *more],
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        numbers: dict[str, object] = json.loads((out / "report.json").read_text())
        return numbers

    assert run(40)["inputs"] == 40
    assert run(100, "--resume")["inputs"] == 100
    assert run(100, "--resume")["inputs"] == 100
    assert run(20)["inputs"] == 20


def test_seeds_are_read(tmp_path: Path) -> None:
    (tmp_path / "talk.md").write_text("Text.\n\n```mojo\ndef giraffe():\n    pass\n```\n")
    (tmp_path / "long.mojo").write_text("def f():\n    pass\n" * 1000)
    script = "from tests.fuzz import corpus; print(*map(len, corpus.seeds()))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=REPOSITORY,
        env=os.environ | {"EMBER_FUZZ_SEEDS": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    lengths = [int(word) for word in done.stdout.split()]
    assert sum(lengths) >= 6000
    assert max(lengths) <= 6000
    assert len("def giraffe():\n    pass\n") in lengths


@pytest.mark.parametrize("seed", range(20))
def test_spliced_programs_hold_both(seed: int) -> None:
    first = "def one():\n    var apple = 1\n    print(apple)\n\ndef two():\n    pass\n"
    second = "struct Pear:\n    var plum: Int\n\ndef three():\n    pass\n"
    spliced = splice(Random(f"splice:{seed}"), first, second)
    words = ("Pear", "plum", "three", "struct", "pass", "Int", "def", "var")
    assert spliced != first
    assert any(word in spliced for word in words)
