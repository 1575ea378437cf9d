"""What came of tests."""

from std.reflection.location import SourceLocation


@fieldwise_init
struct TestResult(Copyable, Equatable, ImplicitlyCopyable, Movable, Writable):
    """How a test ended.

    Example:

    ```mojo
    from std.testing.suite import TestReport, TestResult

    var report = TestReport.passed(name="test_sum", duration_ns=1_000_000)
    print(report.result, report.result == TestResult.PASS, repr(TestResult.SKIP))  # PASS True TestResult.SKIP
    ```
    """

    var _value: Int

    comptime PASS = Self(0)
    """It went through."""
    comptime FAIL = Self(1)
    """It raised an error."""
    comptime SKIP = Self(2)
    """It was left out."""

    def __eq__(self, other: Self) -> Bool:
        """True when both are the same."""
        return self._value == other._value

    def write_to(self, mut writer: Some[Writer]):
        """Writes `PASS`, `FAIL` or `SKIP`."""
        writer.write("PASS" if self._value == 0 else "FAIL" if self._value == 1 else "SKIP")

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `TestResult.PASS` and the like."""
        writer.write("TestResult.", self)


struct TestReport(Copyable, Movable, Writable):
    """What came of one test.

    Example:

    ```mojo
    from std.testing.suite import TestReport

    print(TestReport.passed(name="test_sum", duration_ns=1_500_000))  #     PASS [ 1.500 ] test_sum
    print(TestReport.failed(name="test_bad", duration_ns=2_000_000, error=Error("no")).error.value())  # no
    print(repr(TestReport.skipped(name="test_x")))  # TestReport(name='test_x', result=TestResult.SKIP, duration_ns=0)
    ```
    """

    var name: String
    """The name of the test."""
    var duration_ns: Int
    """How long it took, in nanoseconds."""
    var result: TestResult
    """How it ended."""
    var error: Optional[Error]
    """What a failing test raised."""

    def __init__(
        out self,
        *,
        var name: String,
        duration_ns: Int,
        result: TestResult,
        var error: Optional[Error] = None,
    ):
        """A report of its parts."""
        self.name = name^
        self.duration_ns = duration_ns
        self.result = result
        self.error = error^

    @staticmethod
    def passed(*, var name: String, duration_ns: Int) -> Self:
        """Of a test that went through."""
        return Self(name=name^, duration_ns=duration_ns, result=TestResult.PASS)

    @staticmethod
    def failed(*, var name: String, duration_ns: Int, var error: Error) -> Self:
        """Of a test that raised an error."""
        return Self(name=name^, duration_ns=duration_ns, result=TestResult.FAIL, error=error^)

    @staticmethod
    def skipped(*, var name: String) -> Self:
        """Of a test that was left out."""
        return Self(name=name^, duration_ns=0, result=TestResult.SKIP)

    def write_to(self, mut writer: Some[Writer]):
        """Writes a line, and the error on lines of its own."""
        writer.write("    ", self.result, " [ ", _milliseconds(self.duration_ns), " ] ", self.name)
        if self.error:
            writer.write("\n      ", String(self.error.value()).replace("\n", "\n      "))

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes the fields."""
        writer.write("TestReport(name=", repr(self.name), ", result=", repr(self.result))
        writer.write(", duration_ns=", self.duration_ns, ")")


struct TestSuiteReport(Copyable, Movable, Writable):
    """What came of the tests of a suite.

    Example:

    ```mojo
    from std.reflection import SourceLocation
    from std.testing.suite import TestReport, TestSuiteReport

    var reports: List[TestReport] = [TestReport.passed(name="test_a", duration_ns=9), TestReport.skipped(name="test_b")]
    var report = TestSuiteReport(reports=reports^, location=SourceLocation(1, 1, "sums.mojo"))
    print(repr(report))  # TestSuiteReport(passed=1, failed=0, skipped=1, total_duration_ns=9)
    ```
    """

    var reports: List[TestReport]
    """One for each test, in order."""
    var total_duration_ns: Int
    """How long all tests took, in nanoseconds."""
    var failures: Int
    """How many tests failed."""
    var skipped: Int
    """How many tests were left out."""
    var passed: Int
    """How many tests went through."""
    var location: SourceLocation
    """Where the suite was made."""

    def __init__(out self, *, var reports: List[TestReport], location: SourceLocation):
        """The reports, counted."""
        self.total_duration_ns = 0
        self.failures = 0
        self.skipped = 0
        self.passed = 0
        for report in reports:
            self.total_duration_ns += report.duration_ns
            self.failures += Int(report.result == TestResult.FAIL)
            self.skipped += Int(report.result == TestResult.SKIP)
            self.passed += Int(report.result == TestResult.PASS)
        self.reports = reports^
        self.location = location

    def write_to(self, mut writer: Some[Writer]):
        """Writes a line for each test and a summary."""
        writer.write("\nRunning ", len(self.reports), " tests for ", self.location.file_name(), " \n")
        for report in self.reports:
            writer.write(report, "\n")
        writer.write("--------\nSummary [ ", _milliseconds(self.total_duration_ns), " ] ", len(self.reports))
        writer.write(" tests run: ", self.passed, " passed , ", self.failures, " failed , ", self.skipped, " skipped \n")
        if self.failures > 0:
            writer.write("Test suite' ", self.location.file_name(), " 'failed! \n")

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes the counts."""
        writer.write("TestSuiteReport(passed=", self.passed, ", failed=", self.failures, ", skipped=", self.skipped)
        writer.write(", total_duration_ns=", self.total_duration_ns, ")")


def _milliseconds(nanoseconds: Int) -> String:
    # With three digits after the point, and never nothing.
    var micros = max(nanoseconds // 1000, 1)
    var fraction = String(micros % 1000)
    return String(micros // 1000, ".", "0" * (3 - fraction.byte_length()), fraction)
