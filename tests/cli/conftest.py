"""Runs the `ember` command as a user does, with a cache of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
HELLO = 'def main():\n    print("hello")\n'

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def ember(tmp_path: Path, shared_cache: Path) -> Run:
    """Calls `ember ARGUMENTS…` in a folder of its own; keyword arguments become environment variables."""

    def run(
        *arguments: str, input: str | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        settings = {
            "EMBER_CACHE_DIR": str(shared_cache),
            "PYTHONPATH": str(REPOSITORY),
            **environment,
        }
        return subprocess.run(
            [sys.executable, "-m", "ember", *arguments],
            capture_output=True,
            text=True,
            errors="surrogateescape",
            cwd=tmp_path,
            env=os.environ | settings,
            input=input,
            timeout=300,
            check=False,
        )

    return run


@pytest.fixture
def hello(tmp_path: Path) -> Path:
    path = tmp_path / "hello.mojo"
    path.write_text(HELLO)
    return path
