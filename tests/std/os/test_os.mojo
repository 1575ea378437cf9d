"""std.os: environment, files, folders, their state."""

from std.os import (
    getenv,
    getuid,
    link,
    listdir,
    makedirs,
    mkdir,
    remove,
    removedirs,
    rename,
    rmdir,
    setenv,
    stat,
    symlink,
    unlink,
    unsetenv,
)
from std.os.path import exists, getsize, isdir, isfile, islink, join, lexists, realpath
from std.stat import S_ISDIR, S_ISREG
from std.tempfile import TemporaryDirectory
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def write(path: String, text: String) raises:
    with open(path, "w") as f:
        f.write(text)


def test_environment() raises:
    assert_equal(getenv("EMBER_TEST_NAME"), "")
    assert_equal(getenv("EMBER_TEST_NAME", "other"), "other")
    assert_true(setenv("EMBER_TEST_NAME", "värde"))
    assert_equal(getenv("EMBER_TEST_NAME", "other"), "värde")
    assert_true(setenv("EMBER_TEST_NAME", "second", overwrite=False))
    assert_equal(getenv("EMBER_TEST_NAME"), "värde")
    assert_true(setenv("EMBER_TEST_NAME", ""))
    assert_equal(getenv("EMBER_TEST_NAME", "other"), "")
    assert_true(unsetenv("EMBER_TEST_NAME"))
    assert_equal(getenv("EMBER_TEST_NAME", "other"), "other")
    assert_false(setenv("=", "wrong"))


def test_folders() raises:
    with TemporaryDirectory() as root:
        var folder = join(root, "a")
        mkdir(folder)
        assert_true(isdir(folder))
        assert_false(isfile(folder))
        with assert_raises():
            mkdir(folder)
        makedirs(join(folder, "b", "c"))
        makedirs(join(folder, "b", "c"), exist_ok=True)
        with assert_raises():
            makedirs(join(folder, "b", "c"))
        with assert_raises():
            rmdir(join(folder, "b"))
        rmdir(join(folder, "b", "c"))
        assert_equal(String(listdir(folder)), "[b]")
        write(join(root, "stays"), "")
        removedirs(join(folder, "b"))
        assert_false(exists(folder))
        assert_equal(String(listdir(root)), "[stays]")


def test_files() raises:
    with TemporaryDirectory() as root:
        var path = join(root, "file.txt")
        assert_false(exists(path))
        write(path, "hello")
        assert_true(isfile(path))
        assert_equal(getsize(path), 5)
        var names = listdir(root)
        assert_equal(len(names), 1)
        assert_equal(names[0], "file.txt")
        rename(path, join(root, "other"))
        assert_false(exists(path))
        assert_true(exists(join(root, "other")))
        remove(join(root, "other"))
        assert_equal(len(listdir(root)), 0)
        with assert_raises(contains="No such file"):
            remove(path)
        write(path, "")
        unlink(path)
        assert_false(exists(path))


def test_links() raises:
    with TemporaryDirectory() as root:
        var path = join(root, "file")
        write(path, "hello")
        link(path, join(root, "hard"))
        symlink(path, join(root, "soft"))
        assert_true(islink(join(root, "soft")))
        assert_false(islink(join(root, "hard")))
        assert_equal(realpath(join(root, "soft")), realpath(path))
        assert_equal(Int(stat(path).st_nlink), 2)
        remove(path)
        assert_false(exists(join(root, "soft")))
        assert_true(lexists(join(root, "soft")))
        assert_equal(getsize(join(root, "hard")), 5)


def test_state() raises:
    with TemporaryDirectory() as root:
        var path = join(root, "file")
        write(path, "hello")
        var state = stat(path)
        assert_equal(Int(state.st_size), 5)
        assert_true(S_ISREG(state.st_mode))
        assert_false(S_ISDIR(state.st_mode))
        assert_true(S_ISDIR(stat(root).st_mode))
        assert_equal(Int(state.st_uid), Int(getuid()))
        with assert_raises():
            _ = stat(join(root, "missing"))
        with assert_raises():
            _ = listdir(join(root, "missing"))


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
