"""Compilations in one process leave nothing behind: their types and declarations end with them."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

import ember
from ember.elab.elaborator import Program
from ember.elab.model.types import FunctionT, StructT, TraitT


def test_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBER_CACHE_DIR", str(tmp_path / "cache"))
    for number in range(3):
        path = tmp_path / f"file{number}.mojo"
        path.write_text(f"def add(x: Int) -> Int:\n    return x + {number}\n")
        functions = ember.compile(path)
        assert functions.add(1) == number + 1
    gc.collect()
    kinds = (Program, StructT, TraitT, FunctionT)
    assert [one for one in gc.get_objects() if isinstance(one, kinds)] == []
