# os.path and pathlib on names and on a temporary directory.
from std.os import listdir, makedirs, mkdir, rmdir, remove
from std.os.path import basename, dirname, exists, isdir, isfile, join, split, splitroot
from std.pathlib import Path
from std.tempfile import TemporaryDirectory
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_names() raises:
    assert_equal(join("a", "b", "c.txt"), "a/b/c.txt")
    assert_equal(join("a", "/b"), "/b")
    assert_equal(basename("/x/y/z.txt"), "z.txt")
    assert_equal(dirname("/x/y/z.txt"), "/x/y")
    var head, tail = split("/x/y/z")
    assert_equal(head, "/x/y")
    assert_equal(tail, "z")


def test_path_object() raises:
    var p = Path("dir") / "file.tar.gz"
    assert_equal(String(p), "dir/file.tar.gz")
    assert_equal(p.suffix(), ".gz")
    assert_equal(p.name(), "file.tar.gz")
    assert_equal(p.parts()[0], "dir")


def test_files() raises:
    with TemporaryDirectory() as tmp:
        var file = Path(tmp) / "data.txt"
        file.write_text("hello")
        assert_true(file.exists())
        assert_true(isfile(String(file)))
        assert_equal(file.read_text(), "hello")
        var sub = join(tmp, "sub")
        mkdir(sub)
        assert_true(isdir(sub))
        assert_equal(len(listdir(tmp)), 2)
        rmdir(sub)
        assert_false(exists(sub))
        remove(String(file))
        assert_equal(len(listdir(tmp)), 0)


def test_missing() raises:
    with assert_raises():
        _ = Path("/surely/not/here").read_text()


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
