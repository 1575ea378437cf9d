# Environment, paths, directories and links.
from std.os import getenv, listdir, makedirs, remove, removedirs, setenv, stat, symlink, unlink, unsetenv
from std.os.path import exists, expandvars, getsize, is_absolute, isdir, isfile, islink, join, split_extension, splitroot
from std.pathlib import Path
from std.tempfile import NamedTemporaryFile, TemporaryDirectory
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_environment() raises:
    assert_true(setenv("EMBER_SUITE_VAR", "one"))
    assert_false(setenv("EMBER_SUITE_VAR", "two", False) and getenv("EMBER_SUITE_VAR") == "two")
    assert_equal(getenv("EMBER_SUITE_VAR"), "one")
    assert_equal(expandvars("$EMBER_SUITE_VAR/x"), "one/x")
    assert_equal(expandvars("${EMBER_SUITE_VAR}x"), "onex")
    assert_true(unsetenv("EMBER_SUITE_VAR"))
    assert_equal(getenv("EMBER_SUITE_VAR", "none"), "none")


def test_names() raises:
    assert_true(is_absolute("/a"))
    assert_false(is_absolute("a/b"))
    assert_equal(split_extension("/a/b.c")[1], ".c")
    assert_equal(split_extension(".bashrc")[1], "")
    var drive, root, tail = splitroot("/x/y")
    assert_equal(drive, "")
    assert_equal(root, "/")
    assert_equal(tail, "x/y")


def test_directories() raises:
    with TemporaryDirectory() as tmp:
        var deep = join(tmp, "a", "b", "c")
        makedirs(deep)
        assert_true(isdir(deep))
        makedirs(deep, exist_ok=True)
        with assert_raises():
            makedirs(deep)
        var file = join(deep, "f.txt")
        Path(file).write_text("12345")
        assert_equal(getsize(file), 5)
        assert_equal(stat(file).st_size, 5)
        var link = join(tmp, "link")
        symlink(file, link)
        assert_true(islink(link))
        assert_true(isfile(link))
        unlink(link)
        assert_false(exists(link))
        remove(file)


def test_path_methods() raises:
    with TemporaryDirectory() as tmp:
        var p = Path(tmp) / "x" / "data.bin"
        assert_equal(p.parts()[len(p.parts()) - 1], "data.bin")
        assert_false(p.exists())
        makedirs(Path(tmp) / "x")
        p.write_bytes([1, 2, 255])
        var data = p.read_bytes()
        assert_equal(len(data), 3)
        assert_equal(data[2], 255)
        assert_true((Path(tmp) / "x").is_dir())
        assert_equal(len((Path(tmp) / "x").listdir()), 1)
        assert_true(p == Path(tmp).joinpath("x", "data.bin"))


def test_temporary_file() raises:
    with NamedTemporaryFile(mode="rw") as f:
        f.write("hello")
        assert_true(exists(f.name))


def test_file_modes() raises:
    with TemporaryDirectory() as tmp:
        var path = join(tmp, "log.txt")
        with open(path, "w") as f:
            f.write("one\n", 2, "\n")
        with open(path, "a") as f:
            f.write("three\n")
        with open(path, "r") as f:
            assert_equal(f.read(), "one\n2\nthree\n")
        with open(path, "r") as f:
            _ = f.seek(4)
            assert_equal(f.read(1), "2")
        with assert_raises():
            _ = open(join(tmp, "missing"), "r")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
