"""TestSuite: finds, runs and reports tests."""

from std.reflection.location import SourceLocation
from std.sys.arg import argv
from std.testing.report import TestReport, TestResult, TestSuiteReport
from std.time import perf_counter_ns


@fieldwise_init
struct _Test(Copyable, ImplicitlyCopyable, Movable):
    """A function with its name."""

    var name: String
    var function: def() raises thin -> None


struct TestSuite(Movable):
    """Tests of one file. The command line may choose among them: `--only NAMES`, `--skip NAMES` or `--skip-all`.

    Example:

    ```mojo
    from std.testing import TestSuite, assert_equal

    def test_sum() raises:
        assert_equal(1 + 1, 2)

    var suite = TestSuite()
    suite.test[test_sum]()
    suite^.run(quiet=True)
    ```

    ```mojo
    from std.testing import TestSuite, assert_true

    def test_good() raises:
        assert_true(True)

    def test_bad() raises:
        assert_true(False)

    def main() raises:
        var suite = TestSuite.discover_tests[__functions_in_module()]()
        suite.skip[test_bad]()
        print(suite.generate_report().skipped)  # 1
        suite^.run(quiet=True)
        TestSuite().abandon()
    ```
    """

    var tests: List[_Test]
    """The tests, in order."""
    var skipped: List[String]
    """The names of tests to leave out."""
    var location: SourceLocation
    """Where the suite was made."""
    var cli_args: List[StaticString]
    """The command line, beginning with the program's name."""

    @always_inline
    def __init__(
        out self,
        *,
        location: SourceLocation = __call_site_text(),
        var cli_args: Optional[List[StaticString]] = None,
    ):
        """No tests yet."""
        self.tests = List[_Test]()
        self.skipped = List[String]()
        self.location = location
        self.cli_args = cli_args.value().copy() if cli_args else _command_line()

    @staticmethod
    @always_inline
    def discover_tests[functions: AnyType, /](
        *, location: SourceLocation = __call_site_text(), var cli_args: Optional[List[StaticString]] = None
    ) -> Self:
        """All given functions whose name begins with `test_`."""
        var suite = Self(location=location, cli_args=cli_args^)
        comptime for i in range(functions.__len__()):
            comptime if _is_test_name(__function_name[functions[i]]()):
                suite.tests.append(_Test(String(__function_name[functions[i]]()), functions[i]))
        return suite^

    def test[f: def() raises thin -> None](mut self):
        """Adds a test."""
        self.tests.append(_Test(String(__function_name[f]()), f))

    def skip[f: def() raises thin -> None](mut self):
        """Leaves a test out."""
        self.skipped.append(String(__function_name[f]()))

    def generate_report(mut self, skip_all: Bool = False) raises -> TestSuiteReport:
        """Runs the tests, or none of them, and says what came of each."""
        for name in self.skipped:
            if not self._has_test(name):
                raise Error("trying to skip a test that is not registered in the suite: ", name)
        var left_out = self._left_out()
        var reports = List[TestReport]()
        for test in self.tests:
            if skip_all or test.name in self.skipped or test.name in left_out:
                reports.append(TestReport.skipped(name=test.name))
            else:
                reports.append(_run_test(test))
        return TestSuiteReport(reports=reports^, location=self.location)

    def run(var self, *, quiet: Bool = False, skip_all: Bool = False) raises:
        """Runs all tests, prints a report, and raises when one failed."""
        var report = self.generate_report(skip_all)
        if report.failures > 0:
            raise Error(report)
        if not quiet:
            print(report)

    def abandon(deinit self):
        """Drops the suite without running it."""
        pass

    def _has_test(self, name: StringSlice[ImmAnyOrigin]) -> Bool:
        for test in self.tests:
            if test.name == name:
                return True
        return False

    def _left_out(self) raises -> List[String]:
        # The tests that the command line leaves out.
        var names = List[String]()
        if len(self.cli_args) < 2:
            return names^
        var option = self.cli_args[1]
        if option == "--skip-all":
            if len(self.cli_args) > 2:
                raise Error("'--skip-all' does not take any arguments")
            for test in self.tests:
                names.append(test.name)
            return names^
        if option != "--only" and option != "--skip":
            raise Error("invalid argument: ", option, " (expected '--only' or '--skip')")
        if len(self.cli_args) == 2:
            raise Error("expected test name(s) after '--only' or '--skip'")
        var kind = "skipped" if option == "--skip" else "allowed"
        for i in range(2, len(self.cli_args)):
            if not self._has_test(self.cli_args[i]):
                raise Error("explicitly ", kind, " test not found in suite: ", self.cli_args[i])
            names.append(self.cli_args[i])
        if option == "--skip":
            return names^
        var others = List[String]()
        for test in self.tests:
            if test.name not in names:
                others.append(test.name)
        return others^


def _run_test(test: _Test) -> TestReport:
    var start = perf_counter_ns()
    try:
        test.function()
    except e:
        return TestReport.failed(name=test.name, duration_ns=Int(perf_counter_ns() - start), error=e)
    return TestReport.passed(name=test.name, duration_ns=Int(perf_counter_ns() - start))


def _command_line() -> List[StaticString]:
    var words = List[StaticString]()
    for word in argv():
        words.append(word)
    return words^


def _is_test_name(name: StaticString) -> Bool:
    return name.startswith("test_")
