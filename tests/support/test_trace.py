"""Time accounts: nested stages are charged for their own part only."""

from __future__ import annotations

import json
import time

from ember.support.trace import Trace, report_json, report_table


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
