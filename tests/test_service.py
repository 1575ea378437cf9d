"""The compile service: many requests, errors as data, workers, cancellation."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ember.service import Cancelled, Reply, Request, Service
from ember.support.cache import Cache
from ember.support.options import Options

GOOD = "def add(x: Int, y: Int) -> Int:\n    return x + y\n"
WRONG = "def add(x: Int) -> Int:\n    return y\n"
ENDLESS = "def spin() -> Int:\n    var x = 0\n    while x >= 0:\n        x = 1 - x\n    return x\n\ncomptime N = spin()\n\ndef main():\n    print(N)\n"


@pytest.fixture(params=[0, 1], ids=["here", "in a worker"])
def service(request: pytest.FixtureRequest) -> Iterator[Service]:
    with Service(request.param, Cache(None)) as service:
        yield service


def asked(folder: Path, text: str, wanted: str) -> Request:
    path = folder / "file.mojo"
    path.write_text(text)
    return Request(str(path), Options(needs_main=False), wanted)


def test_many_requests(service: Service, tmp_path: Path) -> None:
    reply = service.answer(asked(tmp_path, GOOD, "interfaces"))
    assert [interface.name for interface in reply.value] == ["add"]
    assert reply.diagnostics == [] and str(tmp_path / "file.mojo") in reply.sources
    reply = service.answer(asked(tmp_path, WRONG, "interfaces"))
    assert reply.value is None and reply.has_failed
    assert [(d.code, d.span.line) for d in reply.diagnostics if d.span] == [("unknown-name", 2)]
    (text,) = service.answer(asked(tmp_path, GOOD, "lit")).value
    assert b"kgen.generator @add" in text


def test_a_request_is_cancelled(service: Service, tmp_path: Path) -> None:
    ends: list[BaseException | Reply] = []

    def ask() -> None:
        try:
            ends.append(service.answer(asked(tmp_path, ENDLESS, "objects")))
        except BaseException as problem:
            ends.append(problem)

    thread = threading.Thread(target=ask)
    thread.start()
    time.sleep(1)
    while thread.is_alive():
        service.cancel()
        thread.join(1)
    assert isinstance(ends[0], Cancelled)
    assert service.answer(asked(tmp_path, GOOD, "interfaces")).value


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    with Service(1, Cache(None)) as service:
        assert service.answer(asked(tmp_path, GOOD, "interfaces")).value
        request = asked(tmp_path, ENDLESS, "objects")
        process = service._workers[0]._process
        assert process is not None
        threading.Timer(1, process.kill).start()
        assert [d.code for d in service.answer(request).diagnostics] == ["compiler-ended"]
        assert service.answer(asked(tmp_path, GOOD, "interfaces")).value
