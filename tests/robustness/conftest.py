"""Runs the `ember` command in a folder of its own, with a cache of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
HELLO = 'def main():\n    print("hello")\n'

Start = Callable[..., "subprocess.Popen[str]"]
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Starts `ember ARGUMENTS…`; keyword arguments in capitals become environment variables, None removes one."""

    def begin(*arguments: str, **settings: Any) -> subprocess.Popen[str]:
        chosen = {key: settings.pop(key) for key in list(settings) if key.isupper()}
        environment = {"EMBER_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(REPOSITORY)}
        variables = os.environ | environment | chosen
        return subprocess.Popen(
            [sys.executable, "-m", "ember", *arguments],
            cwd=tmp_path,
            env={key: value for key, value in variables.items() if value is not None},
            stdin=settings.pop("stdin", subprocess.DEVNULL),
            stdout=settings.pop("stdout", subprocess.PIPE),
            stderr=subprocess.PIPE,
            text=True,
            **settings,
        )

    return begin


@pytest.fixture
def ember(start: Start) -> Run:
    """Runs `ember ARGUMENTS…` to its end."""

    def run(*arguments: str, **settings: Any) -> subprocess.CompletedProcess[str]:
        process = start(*arguments, **settings)
        out, err = process.communicate(timeout=300)
        return subprocess.CompletedProcess(arguments, process.returncode, out or "", err)

    return run


@pytest.fixture
def hello(tmp_path: Path) -> Path:
    path = tmp_path / "hello.mojo"
    path.write_text(HELLO)
    return path
