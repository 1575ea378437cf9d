"""TestSuite: reports, tests left out, and the command line."""

from std.reflection import SourceLocation
from std.testing import TestSuite, assert_equal, assert_raises, assert_true
from std.testing.suite import TestReport, TestResult, TestSuiteReport


def good() raises:
    pass


def bad() raises:
    raise Error("two\nlines")


def suite_with(var words: List[StaticString]) -> TestSuite:
    var suite = TestSuite(cli_args=words^)
    suite.test[good]()
    suite.test[bad]()
    return suite^


def test_reports() raises:
    var passed = TestReport.passed(name="one", duration_ns=1234567)
    var failed = TestReport.failed(name="two", duration_ns=12, error=Error("bad\nthing"))
    var skipped = TestReport.skipped(name="three")
    assert_equal(String(passed), "    PASS [ 1.234 ] one")
    assert_equal(String(failed), "    FAIL [ 0.001 ] two\n      bad\n      thing")
    assert_equal(String(skipped), "    SKIP [ 0.001 ] three")
    assert_equal(repr(passed), "TestReport(name='one', result=TestResult.PASS, duration_ns=1234567)")
    assert_true(failed.result == TestResult.FAIL and failed.result != skipped.result)
    assert_equal(String(failed.error.value()), "bad\nthing")
    var reports: List[TestReport] = [passed^, failed^, skipped^]
    var whole = TestSuiteReport(reports=reports^, location=SourceLocation(1, 2, "file.mojo"))
    assert_equal(repr(whole), "TestSuiteReport(passed=1, failed=1, skipped=1, total_duration_ns=1234579)")
    var text = String(whole)
    assert_true(text.startswith("\nRunning 3 tests for file.mojo \n    PASS [ 1.234 ] one\n"))
    assert_true(text.endswith("3 tests run: 1 passed , 1 failed , 1 skipped \nTest suite' file.mojo 'failed! \n"))


def test_a_failing_suite_raises_its_report() raises:
    with assert_raises(contains="1 passed , 1 failed , 0 skipped"):
        suite_with(["program"]).run()


def test_command_line() raises:
    suite_with(["program", "--only", "good"]).run(quiet=True)
    suite_with(["program", "--skip", "bad"]).run(quiet=True)
    suite_with(["program", "--skip-all"]).run(quiet=True)
    with assert_raises(contains="1 passed , 1 failed"):
        suite_with(["program", "--only", "good", "bad"]).run()
    with assert_raises(contains="explicitly allowed test not found in suite: no"):
        suite_with(["program", "--only", "no"]).run()
    with assert_raises(contains="explicitly skipped test not found in suite: no"):
        suite_with(["program", "--skip", "no"]).run()
    with assert_raises(contains="invalid argument: good (expected '--only' or '--skip')"):
        suite_with(["program", "good"]).run()
    with assert_raises(contains="expected test name(s) after '--only' or '--skip'"):
        suite_with(["program", "--only"]).run()
    with assert_raises(contains="'--skip-all' does not take any arguments"):
        suite_with(["program", "--skip-all", "good"]).run()


def test_leaving_out() raises:
    var suite = suite_with(["program"])
    suite.skip[bad]()
    suite^.run(quiet=True)
    var other = suite_with(["program"])
    other.skip[test_reports]()
    with assert_raises(contains="trying to skip a test that is not registered in the suite: test_reports"):
        other^.run()


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
