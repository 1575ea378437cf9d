"""The pool of threads behind `parallelize`: calls from several threads of a host program, and from its children."""

from __future__ import annotations

import multiprocessing
import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ember

SOURCE = """
from std.algorithm import parallelize

def add_squares(xs: Span[mut=True, Int64, _], workers: Int) raises:
    if workers < 0:
        raise Error("workers")

    @__parameter
    def outer(i: Int) raises:
        @__parameter
        def inner(j: Int):
            xs[10 * i + j] += Int64(i * j)

        parallelize[inner](10, workers)
        if xs[10 * i] < 0:
            raise Error("row ", i)

    parallelize[outer](len(xs) // 10, workers)
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("pool") / "squares.mojo"
    path.write_text(SOURCE)
    return ember.compile(path)


def wanted(rounds: int) -> np.ndarray[Any, Any]:
    rows = np.arange(30)[:, None] * np.arange(10)[None, :]
    return (rows * rounds).reshape(-1)


def test_many_threads_call_at_the_same_time(module: Any) -> None:
    results = [np.zeros(300, dtype=np.int64) for _ in range(6)]
    errors: list[str] = []
    start = threading.Barrier(len(results))

    def work(array: np.ndarray[Any, Any], workers: int) -> None:
        start.wait()
        for _ in range(50):
            module.add_squares(array, workers)
        broken = np.full(300, -5)
        try:
            module.add_squares(broken, workers)
        except Exception as error:
            errors.append(str(error)[:3])

    threads = [threading.Thread(target=work, args=(a, i)) for i, a in enumerate(results)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "a call does not return"
    for array in results:
        np.testing.assert_array_equal(array, wanted(50))
    assert errors == ["row"] * len(results)


def _call_in_child(path: Path, connection: Any) -> None:
    array = np.zeros(300, dtype=np.int64)
    ember.compile(path).add_squares(array, 4)
    connection.send(bool((array == wanted(1)).all()))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_children_have_threads_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "squares.mojo"
    path.write_text(SOURCE)
    ember.compile(path).add_squares(np.zeros(300, dtype=np.int64), 4)
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_call_in_child, args=(path, theirs))
    child.start()
    assert ours.poll(60), "the child does not return"
    assert ours.recv()
    child.join(60)
    assert child.exitcode == 0
