# Writing, reading and removing a temporary file; paths.
from std.os import remove
from std.os.path import basename, dirname, exists, join, split_extension
from std.pathlib import Path
from std.tempfile import gettempdir


def main() raises:
    var path = join(gettempdir().or_else("/tmp"), "ember_test_file.txt")
    with open(path, "w") as f:
        f.write("line one\nline two\n")
    print(exists(path))
    with open(path, "r") as f:
        var text = f.read()
        print(text.byte_length())
        print(text, end="")
    var p = Path(path)
    print(p.exists(), p.is_file(), p.suffix(), p.name())
    p.write_text("short")
    print(p.read_text())
    remove(path)
    print(exists(path))
    print(basename("/a/b/c.txt"), dirname("/a/b/c.txt"), join("a", "b", "c"))
    print(split_extension("file.tar.gz")[1])
    print(Path("a") / "b" / "c.mojo")
