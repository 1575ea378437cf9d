"""TestSuite: finds, runs and reports tests."""

from std.ffi import external_call
from std.reflection.location import SourceLocation
from std.sys.arg import argv
from std.time import perf_counter_ns


@fieldwise_init
struct _Test(Copyable, ImplicitlyCopyable, Movable):
    """A function with its name."""

    var name: String
    var function: def() raises thin -> None


struct TestSuite(Movable):
    """Tests of one file.

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

    @always_inline
    def __init__(out self, *, location: SourceLocation = __call_site_text()):
        """No tests yet."""
        self.tests = List[_Test]()
        self.skipped = List[String]()
        self.location = location

    @staticmethod
    @always_inline
    def discover_tests[functions: AnyType, /](*, location: SourceLocation = __call_site_text()) -> Self:
        """All given functions whose name begins with `test_`."""
        var suite = Self(location=location)
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

    def run(var self, *, quiet: Bool = False) raises:
        """Runs all tests, prints a report, and raises when one failed."""
        var report = String("\nRunning ", len(self.tests), " tests for ", self.location.file_name(), " \n")
        var passed = 0
        var failed = 0
        var skipped = 0
        var total = 0
        for test in self.tests:
            if self._is_left_out(test.name):
                skipped += 1
                report.write("    SKIP [ 0.000 ] ", test.name, "\n")
                continue
            var start = perf_counter_ns()
            var failure = String()
            var ok = True
            try:
                test.function()
            except e:
                ok = False
                failure = String(e)
            var elapsed = Int(perf_counter_ns() - start)
            total += elapsed
            if ok:
                passed += 1
            else:
                failed += 1
            report.write("    ", "PASS" if ok else "FAIL", " [ ", _seconds(elapsed), " ] ", test.name, "\n")
            if not ok:
                report.write("      ", failure.replace("\n", "\n      "), "\n")
        report.write("--------\nSummary [ ", _seconds(total), " ] ", len(self.tests), " tests run: ", passed)
        report.write(" passed , ", failed, " failed , ", skipped, " skipped \n")
        if failed > 0:
            report.write("Test suite' ", self.location.file_name(), " 'failed! \n")
            raise Error(report)
        if not quiet:
            print(report)

    def _is_left_out(self, name: String) -> Bool:
        for other in self.skipped:
            if other == name:
                return True
        return False

    def abandon(deinit self):
        """Drops the suite without running it."""
        pass


def _is_test_name(name: StaticString) -> Bool:
    return name.startswith("test_")


def _seconds(nanoseconds: Int) -> String:
    # Milliseconds with three digits after the point.
    var micros = (nanoseconds + 999) // 1000
    var fraction = String(micros % 1000)
    return String(micros // 1000, ".", "0" * (3 - fraction.byte_length()), fraction)
