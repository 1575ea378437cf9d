"""What runs before and after `main`."""

from std.ffi import external_call
from std.io.file_descriptor import _write_error_text
from std.sys.arg import _remember_arguments


def __ember_start[f: def() thin -> None](argc: Int32, argv: __mlir_type.`!kgen.pointer<none>`) -> Int32:
    """Runs a `main` that cannot raise."""
    _remember_arguments(argc, argv)
    f()
    return 0


def __ember_start_raising[
    f: def() raises thin -> None
](argc: Int32, argv: __mlir_type.`!kgen.pointer<none>`) -> Int32:
    """Runs a `main` that may raise; an error is reported and makes the exit status 1."""
    _remember_arguments(argc, argv)
    try:
        f()
    except e:
        var text = String("Unhandled exception caught during execution: ")
        e.write_to(text)
        text.write_string("\n")
        _write_error_text(text.as_string_slice())
        return 1
    return 0
