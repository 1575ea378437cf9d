"""`python -m ember`, and the `ember` command: makes sure that Python keeps our bytecode, then calls the command line.

Compiling the compiler's own modules takes longer than compiling a small program. Where Python may not write bytecode
beside them (`PYTHONDONTWRITEBYTECODE`, a folder we cannot write to), Ember keeps it in its cache.
"""

from __future__ import annotations

import io
import os
import sys


def main() -> None:
    """The `ember` command."""
    try:
        _speak_unicode()
        _open_missing_streams()
        keep_bytecode()
        from ember.cli import main as command_line

        command_line()
    except (EOFError, ValueError, TypeError, ImportError) as problem:
        place, sys.pycache_prefix = sys.pycache_prefix, os.devnull  # the next import reads source
        from ember.support.bytecode import recover_from

        recover_from(problem, place)
        raise
    except KeyboardInterrupt:  # so early, or so late, that nobody else has seen it
        os.write(2, b"ember: interrupted\n")
        os._exit(130)


def _speak_unicode() -> None:
    """Programs and names of files are UTF-8 whatever the locale says: another one starts Python anew, in its mode for that."""
    if (
        sys.getfilesystemencoding() != "utf-8"
        and sys.orig_argv[-len(sys.argv) :][1:] == sys.argv[1:]
    ):
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")


def _open_missing_streams() -> None:
    """Files opened later must not become the standard output. A closed input is empty, writing to a closed output fails, messages are lost."""
    for number, mode in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)
    sys.stdin = sys.stdin or open(0, closefd=False, encoding="utf-8")
    sys.stdout = sys.stdout or open(1, "w", closefd=False, encoding="utf-8")
    sys.stderr = sys.stderr or open(2, "w", closefd=False, encoding="utf-8")


def keep_bytecode() -> None:
    """Bytecode that Python may not keep beside our modules is kept in our cache."""
    package = os.path.dirname(os.path.abspath(__file__))
    beside = os.path.join(package, "__pycache__")
    if sys.pycache_prefix is not None or os.path.isdir(beside):
        return
    if not sys.dont_write_bytecode and os.access(package, os.W_OK):
        return
    from ember.support.home import cache_folder

    base = cache_folder()
    if base is not None:
        from ember.support.bytecode import check_bytecode

        sys.pycache_prefix = os.path.join(base, "bytecode")
        sys.dont_write_bytecode = False
        check_bytecode()


if __name__ == "__main__":
    main()
