"""The command line: one function per subcommand."""

from __future__ import annotations

import gc
import os
import sys
import threading


def main() -> None:
    """Runs the command line in a thread with a stack deep enough for any program."""
    gc.set_threshold(200_000, 50, 50)
    sys.setrecursionlimit(200_000)
    threading.stack_size(1 << 29)
    codes: list[int] = []
    thread = threading.Thread(target=lambda: codes.append(_run(sys.argv[1:])))
    thread.start()
    thread.join()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(codes[0] if codes else 1)


def _run(arguments: list[str]) -> int:
    from ember.compiler import Compilation, Options
    from ember.runtime.jit import run_object
    from ember.support.diagnostics import CompileError, render

    path = arguments[1]
    compilation = Compilation(path, Options(opt_level=int(os.environ.get("O", "3"))))
    try:
        code = compilation.object()
    except CompileError as failure:
        for diagnostic in failure.diagnostics:
            print(render(diagnostic, False), file=sys.stderr)
        return 1
    return run_object(code, arguments[1:])
