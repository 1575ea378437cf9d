"""std.logger: which messages are shown, and how."""

from std.io import RawFileDescriptor
from std.logger import Level, Logger
from std.os.path import join
from std.pathlib import Path
from std.tempfile import mkdtemp
from std.testing import TestSuite, assert_equal, assert_false, assert_true


def test_levels() raises:
    assert_true(Level.TRACE < Level.DEBUG)
    assert_true(Level.DEBUG < Level.INFO)
    assert_true(Level.ERROR > Level.WARNING)
    assert_true(Level.CRITICAL != Level.ERROR)
    assert_true(Level.NOTSET <= Level.TRACE)
    assert_equal(String(Level.WARNING), "WARNING")
    assert_false(Level.INFO == Level.ERROR)


def test_messages() raises:
    var path = join(mkdtemp(), "log")
    var file = open(path, "w")
    var log = Logger[Level.INFO](RawFileDescriptor(file))
    log.trace("hidden")
    log.debug("hidden")
    log.info("shown", 1, 2.5)
    log.warning("a", "b", sep="-", end="!\n")
    log.error("bad")
    log.info()
    var marked = Logger[Level.TRACE](RawFileDescriptor(file), prefix="[x] ")
    marked.trace("t")
    marked.debug("d")
    var silent = Logger[Level.CRITICAL](RawFileDescriptor(file))
    silent.error("hidden")
    var placed = Logger[Level.INFO](RawFileDescriptor(file), source_location=True)
    placed.info("here")
    file.close()
    var lines = Path(path).read_text().split("\n")
    assert_equal(String(lines[0]), "INFO::: shown 1 2.5")
    assert_equal(String(lines[1]), "WARNING::: a-b!")
    assert_equal(String(lines[2]), "ERROR::: bad")
    assert_equal(String(lines[3]), "INFO::: ")
    assert_equal(String(lines[4]), "[x] t")
    assert_equal(String(lines[5]), "[x] d")
    assert_true(lines[6].startswith("INFO::: ["))
    assert_true(lines[6].endswith("test_logger.mojo:37:16] here"))
    assert_equal(String(lines[7]), "")
    assert_equal(len(lines), 8)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
