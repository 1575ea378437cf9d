"""std.os.path and std.pathlib: the parts of a path, files and folders through paths."""

from std.os.path import (
    basename,
    dirname,
    expanduser,
    expandvars,
    is_absolute,
    isdir,
    join,
    split,
    split_extension,
    splitroot,
)
from std.os import getenv, setenv
from std.pathlib import Path, cwd
from std.tempfile import TemporaryDirectory
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_parts_of_texts() raises:
    assert_equal(basename("/a/b.c"), "b.c")
    assert_equal(basename("/a/b/"), "")
    assert_equal(dirname("/a/b.c"), "/a")
    assert_equal(dirname("b.c"), "")
    assert_equal(dirname("//a"), "//")
    assert_equal(String(split("a//b")), "(a, b)")
    assert_equal(String(split_extension("dir.d/file.tar.gz")), "(dir.d/file.tar, .gz)")
    assert_equal(String(split_extension("dir.d/.profile")), "(dir.d/.profile, )")
    assert_equal(String(splitroot("//a/b")), "(, //, a/b)")
    assert_equal(String(splitroot("a/b")), "(, , a/b)")
    assert_true(is_absolute("/a"))
    assert_false(is_absolute("a/b"))


def test_join() raises:
    assert_equal(join("a", "b", "c"), "a/b/c")
    assert_equal(join("a/", "b"), "a/b")
    assert_equal(join("a", "/b", "c"), "/b/c")
    assert_equal(join("a", ""), "a/")
    assert_equal(join("", "b"), "b")


def test_expanding() raises:
    var home = getenv("HOME")
    _ = setenv("HOME", "/home/me")
    _ = setenv("EMBER_VALUE", "v")
    assert_equal(expanduser("~/x"), "/home/me/x")
    assert_equal(expanduser("~"), "/home/me")
    assert_equal(expanduser("a~/x"), "a~/x")
    assert_equal(expandvars("$EMBER_VALUE/${EMBER_VALUE}x/$"), "v/vx/$")
    assert_equal(expandvars("$EMBER_UNSET ${EMBER_UNSET}/${a-b}"), "$EMBER_UNSET ${EMBER_UNSET}/${a-b}")
    assert_equal(expandvars("a$ $- ${}"), "a$ $- ${}")
    assert_equal(String(Path("~/x").expanduser()), "/home/me/x")
    assert_equal(String(Path.home()), "/home/me")
    _ = setenv("HOME", home)


def test_path() raises:
    var path = Path("/a") / "b" / "c.tar.gz"
    assert_equal(String(path), "/a/b/c.tar.gz")
    assert_equal(path.name(), "c.tar.gz")
    assert_equal(path.suffix(), ".gz")
    assert_equal(String(path.parent()), "/a/b")
    assert_equal(String(path.joinpath("x", "y")), "/a/b/c.tar.gz/x/y")
    assert_true(path == Path("/a/b/c.tar.gz"))
    assert_true(path != Path("/a/b"))
    assert_equal(Path("a").suffix(), "")
    assert_equal(path.__fspath__(), "/a/b/c.tar.gz")
    assert_true(Bool(Path("a")))
    var grown = Path("a")
    grown /= "b"
    assert_equal(String(grown), "a/b")
    var sizes = {Path("a"): 1, Path("b"): 2}
    assert_equal(sizes[Path("b")], 2)
    assert_equal(String(Path()), String(cwd()))


def test_path_and_files() raises:
    with TemporaryDirectory() as root:
        var folder = Path(root) / "x" / "y"
        folder.mkdir(parents=True)
        assert_true(folder.is_dir())
        with assert_raises():
            folder.mkdir()
        folder.mkdir(exist_ok=True)
        var file = folder / "f.txt"
        assert_false(file.exists())
        file.write_text("héllo\n")
        assert_true(file.is_file())
        assert_equal(file.read_text(), "héllo\n")
        assert_equal(len(file.read_bytes()), 7)
        assert_equal(Int(file.stat().st_size), 7)
        file.write_text("x")
        assert_equal(file.read_text(), "x")
        var bytes: List[UInt8] = [0, 255, 10]
        file.write_bytes(bytes)
        assert_equal(String(file.read_bytes()), "[0, 255, 10]")
        var entries = folder.listdir()
        assert_equal(len(entries), 1)
        assert_equal(String(entries[0]), "f.txt")
        file.unlink()
        assert_false(file.exists())
        folder.rmdir()
        assert_false(isdir(folder))
        with assert_raises():
            _ = file.read_text()


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
