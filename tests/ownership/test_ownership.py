"""Random programs about ownership print what the model says, in every way of running them, and lose nothing.

The seed changes with every run and is printed; `EMBER_OWNERSHIP_SEED` repeats one. `EMBER_OWNERSHIP_FUNCTIONS` runs more.
"""

from __future__ import annotations

import os
import secrets
from random import Random

import pytest

from .author import Author
from .blocks import Print
from .driver import BATCH, alone, program_of
from .judging import judge, meaning
from .running import PRELUDE, WAYS
from .shrinking import shrink
from .tree import Program
from .walking import nodes
from .wrong import accepted, wrong_text

SEED = os.environ.get("EMBER_OWNERSHIP_SEED") or secrets.token_hex(4)
FUNCTIONS = int(os.environ.get("EMBER_OWNERSHIP_FUNCTIONS", "500"))


@pytest.mark.parametrize("batch", range(-(-FUNCTIONS // BATCH)))
def test_batch(batch: int) -> None:
    """`EMBER_OWNERSHIP_SEED=… pytest -k 'test_batch[N]'` repeats a failure."""
    print(f"seed {SEED}, batch {batch}")
    program = program_of(SEED, batch)
    found = judge(program, WAYS)
    if found is None:
        return
    for test in [function for function in program.functions if function.is_test]:
        single = judge(alone(program, test), WAYS)
        if single is not None:
            text = "\n".join("\n".join(f.lines()) for f in alone(program, test).functions)
            pytest.fail(f"seed {SEED}, batch {batch}: {single.kind}\n{text}\n{single.output}")
    pytest.fail(f"seed {SEED}, batch {batch}: {found.kind}, only together")


@pytest.mark.parametrize("batch", range(-(-FUNCTIONS // (5 * BATCH))))
def test_mistakes_are_found(batch: int) -> None:
    """A function with a mistake that was accepted."""
    for kind, body in accepted(wrong_text(SEED, batch, BATCH, PRELUDE.read_text())):
        pytest.fail(f"seed {SEED}, batch {batch}: {kind}\n{body}")


def test_programs_have_a_meaning() -> None:
    for seed in range(300):
        program = Author(Random(seed)).program(1)
        test = program.functions[-1]
        assert meaning(alone(program, test)) is not None or _is_long(program), seed


def _is_long(program: Program) -> bool:
    from .model import TooLong

    try:
        program.expected()
    except TooLong:
        return True
    return False


def test_same_seed_same_program() -> None:
    prelude = PRELUDE.read_text()
    assert program_of("x", 1, 5).text(prelude) == program_of("x", 1, 5).text(prelude)
    assert program_of("x", 1, 5).text(prelude) != program_of("x", 2, 5).text(prelude)


def test_shrinking_keeps_what_matters() -> None:
    """The fault here is any statement that prints; one is left."""

    def prints(program: Program) -> bool:
        return meaning(program) is not None and any(isinstance(n, Print) for n in nodes(program))

    program = next(p for p in (Author(Random(s)).program(2) for s in range(99)) if prints(p))
    small = shrink(program, prints, 2000)
    assert sum(1 for node in nodes(small) if isinstance(node, Print)) == 1
    assert len(small.functions) == 1
    assert len(small.functions[0].body) == 1
