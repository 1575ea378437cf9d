"""Open, read, seek and write files; temporary files and folders; commands; printing into files."""

from std.io import RawFileDescriptor
from std.os import SEEK_END, rmdir
from std.os.path import exists, isdir, join
from std.pathlib import Path
from std.subprocess import run
from std.tempfile import NamedTemporaryFile, TemporaryDirectory, gettempdir, mkdtemp
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_read_and_write() raises:
    with TemporaryDirectory() as root:
        var path = join(root, "file")
        with open(path, "w") as f:
            f.write("one ", 2, " ", 3.5, "\n")
            f.write("second")
        with open(path, "r") as f:
            assert_equal(f.read(), "one 2 3.5\nsecond")
            assert_equal(f.read(), "")
        var f = open(path, "r")
        assert_equal(f.read(3), "one")
        assert_equal(f.read(4), " 2 3")
        assert_equal(Int(f.seek(1)), 1)
        assert_equal(f.read(2), "ne")
        assert_equal(Int(f.seek(-6, SEEK_END)), 10)
        assert_equal(f.read(), "second")
        f.close()
        with assert_raises():
            _ = f.read()


def test_append_and_bytes() raises:
    with TemporaryDirectory() as root:
        var path = Path(root) / "file"
        with open(path, "w") as f:
            f.write("ab")
        with open(path, "a") as f:
            f.write("cd")
        assert_equal(path.read_text(), "abcd")
        with open(path, "rw") as f:
            assert_equal(f.read(2), "ab")
        var bytes: List[UInt8] = [1, 0, 255]
        with open(path, "w") as f:
            f.write_bytes(bytes)
        with open(path, "r") as f:
            assert_equal(String(f.read_bytes()), "[1, 0, 255]")


def test_folders_are_made() raises:
    with TemporaryDirectory() as root:
        for mode in [String("w"), String("a"), String("rw")]:
            var path = join(root, mode, "new", "file")
            with open(path, mode) as f:
                f.write(mode)
            assert_equal(Path(path).read_text(), mode)


def test_large_file() raises:
    with TemporaryDirectory() as root:
        var path = join(root, "large")
        var text = String("0123456789") * 20000
        with open(path, "w") as f:
            f.write(text)
        with open(path, "r") as f:
            assert_true(f.read() == text)


def test_wrong_files() raises:
    with assert_raises():
        _ = open("/no/such/file", "r")
    with assert_raises():
        _ = open("/dev/null/file", "w")
    with assert_raises(contains='invalid mode: "wrong"'):
        _ = open("/no/such/file", "wrong")
    with assert_raises(contains="Is a directory"):
        _ = open("/", "r").read()


def test_print_to_file() raises:
    with TemporaryDirectory() as root:
        var path = join(root, "printed")
        var f = open(path, "w")
        var descriptor = RawFileDescriptor(f)
        print("a", 1, 2.5, True, sep="-", end="!\n", file=descriptor)
        print(file=descriptor)
        print("b", file=descriptor, flush=True)
        f.close()
        with open(path, "r") as f:
            assert_equal(f.read(), "a-1-2.5-True!\n\nb\n")


def test_temporary_folder() raises:
    var kept: String
    with TemporaryDirectory(prefix="ember", suffix="end") as root:
        kept = root
        assert_true(isdir(root))
        assert_true(root.endswith("end"))
        assert_true("ember" in root)
        with open(join(root, "inside"), "w") as f:
            f.write("x")
    assert_false(exists(kept))
    var made = mkdtemp()
    assert_true(isdir(made))
    assert_true(made.startswith(gettempdir().value()))
    rmdir(made)
    with assert_raises(contains="passed on"):
        with TemporaryDirectory() as root:
            kept = root
            raise Error("passed on")
    assert_false(exists(kept))


def test_temporary_file() raises:
    var name: String
    with NamedTemporaryFile(mode="rw") as f:
        name = f.name
        assert_true(exists(name))
        f.write("hello")
        _ = f.seek(0)
        assert_equal(f.read(), "hello")
    assert_false(exists(name))


def test_subprocess() raises:
    assert_equal(run("echo hello"), "hello")
    assert_equal(run("printf 'a\\nb'"), "a\nb")
    assert_equal(run("true"), "")
    assert_equal(run("echo out; exit 3"), "out")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
