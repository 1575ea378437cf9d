"""Results of tests, and the JUnit XML that build servers read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree

TIMED_OUT: Final = -1000
"""The code of a test that took too long; no program ends with it."""

_NOT_XML: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Result(NamedTuple):
    """How one file did."""

    path: Path
    code: int
    """0 passed; a negative one is the signal that ended it, or `TIMED_OUT`."""
    seconds: float
    output: str
    functions: tuple[str, ...] = ()
    """The test functions that were called, for a file without `main`."""


def junit_report(results: list[Result], seconds: float) -> bytes:
    """One suite per file; its cases are the test functions, or the file as a whole."""
    root = ElementTree.Element("testsuites", time=f"{seconds:.3f}")
    for result in results:
        suite = ElementTree.SubElement(root, "testsuite", name=str(result.path))
        failures = [_add_case(suite, result, name) for name in result.functions or (None,)]
        suite.set("tests", str(len(failures)))
        suite.set("failures", str(sum(failures)))
        suite.set("time", f"{result.seconds:.3f}")
        ElementTree.SubElement(suite, "system-out").text = _clean(result.output)
    for name in ("tests", "failures"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return text + b"\n"


def _add_case(suite: ElementTree.Element, result: Result, function: str | None) -> bool:
    """Adds a case; whether it failed."""
    name = function or result.path.stem
    seconds = result.seconds / max(1, len(result.functions))
    case = ElementTree.SubElement(
        suite, "testcase", classname=result.path.stem, name=name, time=f"{seconds:.3f}"
    )
    problem = _problem(result, function)
    if problem is None:
        return False
    failure = ElementTree.SubElement(case, "failure", message=_clean(problem.splitlines()[0]))
    failure.text = _clean(problem)
    return True


def _problem(result: Result, function: str | None) -> str | None:
    """Why a case failed; None if it did not."""
    if result.code == 0:
        return None
    if function is not None:
        if re.search(rf"^PASS {function}$", result.output, re.MULTILINE):
            return None
        said = re.search(rf"^FAIL {function}: (.*)", result.output, re.MULTILINE)
        if said is not None:
            return said[1] or "it failed"
    if result.code == TIMED_OUT:
        return "it took too long"
    how = f"signal {-result.code}" if result.code < 0 else f"exit code {result.code}"
    return f"it ended with {how}\n{result.output}"


def _clean(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)
