"""Time accounts: nested stages are charged for their own part only."""

from __future__ import annotations

import json
import time

from ember.support.trace import Trace, chrome_trace, report_json, report_table


def test_nested_stages() -> None:
    trace = Trace()
    with trace.stage("outer"):
        time.sleep(0.01)
        with trace.stage("inner") as inner:
            time.sleep(0.05)
            inner.add("files", 2)
        with trace.stage("inner") as inner:
            inner.add("files", 3)
    assert list(trace.stages) == ["outer", "inner"]
    assert trace.stages["inner"].wall >= 0.05
    assert 0.01 <= trace.stages["outer"].wall < trace.stages["inner"].wall
    assert trace.stages["inner"].facts == {"files": 5}
    assert trace.stages["inner"].runs == 2


def test_reports() -> None:
    trace = Trace()
    with trace.stage("parse") as stage:
        stage.add("characters", 1234)
    assert "characters 1,234" in report_table(trace)
    report = json.loads(report_json(trace))
    assert report["stages"][0]["stage"] == "parse"
    assert report["stages"][0]["characters"] == 1234


def test_chrome_trace() -> None:
    trace = Trace()
    with trace.stage("outer"), trace.stage("inner") as inner:
        inner.add("ops", 7)
    trace.work("llvm part", 1.0, 1.5, 2)
    events = {event["name"]: event for event in json.loads(chrome_trace(trace))["traceEvents"]}
    assert set(events) == {"outer", "inner", "llvm part"}
    assert events["inner"]["args"] == {"ops": 7}
    assert events["outer"]["dur"] >= events["inner"]["dur"]
    assert events["llvm part"]["tid"] == 2 and events["llvm part"]["dur"] == 500_000
