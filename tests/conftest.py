"""Options shared by all tests, and what every test leaves as it found it."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest


def pytest_configure() -> None:
    """Every function that a test compiles is checked against the model of ownership.

    Commands started in the background ignore interrupts; the programs that tests start must not.
    """
    os.environ.setdefault("EMBER_VERIFY_OWNERSHIP", "1")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        with suppress(ValueError):  # only the main thread may
            signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def keep_recursion_limit() -> Iterator[None]:
    """Compiling and fuzzing raise it; tests of deep input count on the usual one."""
    limit = sys.getrecursionlimit()
    yield
    sys.setrecursionlimit(limit)


@pytest.fixture(scope="session")
def ptxas() -> str | None:
    """An assembler for PTX, where there is one: installed, or of the package that carries it."""
    found = shutil.which("ptxas")
    packaged = sorted(Path(sys.prefix).glob("lib/python*/site-packages/nvidia/*/bin/ptxas"))
    return found or (str(packaged[0]) if packaged else None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update",
        action="store_true",
        default=False,
        help="rewrite golden files with the actual output; read the diff afterwards",
    )
