"""What runs before and after `main`."""

from std.builtin._faults import _watch_faults
from std.io.file_descriptor import _write_error_text
from std.sys.arg import _remember_arguments


def _begin(argc: Int32, argv: __mlir_type.`!kgen.pointer<none>`):
    _remember_arguments(argc, argv)
    if not __is_compile_time():
        _watch_faults()


@no_inline
def _run[f: def() thin -> None]():
    # What needs much of the stack must not be part of what comes before.
    f()


@no_inline
def _run_raising[f: def() raises thin -> None]() raises:
    f()


def __ember_start[f: def() thin -> None](argc: Int32, argv: __mlir_type.`!kgen.pointer<none>`) -> Int32:
    """Runs a `main` that cannot raise."""
    _begin(argc, argv)
    _run[f]()
    return 0


def __ember_start_raising[
    f: def() raises thin -> None
](argc: Int32, argv: __mlir_type.`!kgen.pointer<none>`) -> Int32:
    """Runs a `main` that may raise; an error is reported and makes the exit status 1."""
    _begin(argc, argv)
    try:
        _run_raising[f]()
    except e:
        var text = String("Unhandled exception caught during execution: ")
        e.write_to(text)
        text.write_string("\n")
        _write_error_text(text.as_string_slice())
        return 1
    return 0
