"""Finding Python's library, loading it, and starting the interpreter.

A program that runs inside a Python process uses that interpreter. Any other program loads `libpython` when it first
needs it: the file named by `EMBER_PYTHON_LIBRARY`, the library of the `python3` on PATH, or one that the system's loader
knows by name.
"""

from std.ffi import external_call
from std.os.env import getenv
from std.subprocess import run
from std.sys.arg import _count, argv

comptime _Address = UnsafePointer[Byte, MutAnyOrigin]

comptime _LOAD_FOR_EVERYONE = Int32(2 | 256)  # RTLD_NOW, and RTLD_GLOBAL for the extension modules

comptime _OLDEST = 10
comptime _NEWEST = 15

comptime _HOW_TO_HELP = (
    "install Python with its shared library, or set EMBER_PYTHON_LIBRARY to the path of a libpython3.*.so"
)

comptime _QUESTION = (
    "import os, sys, sysconfig as s; v = s.get_config_var; "
    "f = [os.path.join(d, n) for d in (v('LIBDIR'), os.path.join(sys.base_prefix, 'lib'), v('LIBPL')) if d "
    "for n in (v('INSTSONAME'), v('LDLIBRARY')) if n and '.so' in n]; "
    "print(next(filter(os.path.exists, f), '')); print(sys.executable)"
)
"""What a `python3` is asked: where its library is, and where it is itself."""

comptime _ORDERLY_OUTPUT = (
    "import sys\nfor s in (sys.stdout, sys.stderr):\n    if hasattr(s, 'reconfigure'):\n"
    "        s.reconfigure(line_buffering=True)\n"
)
"""Python's lines go out when they are printed, as ours do, so that the two stay in order."""


@always_inline
def _is_ready() -> UnsafePointer[Int, MutAnyOrigin]:
    # Whether there is a running interpreter and `_handle` can be asked for its functions.
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=__global_address["ember_python_ready", Int]())


@always_inline
def _handle() -> UnsafePointer[_Address, MutAnyOrigin]:
    # The loaded library; null stands for the process itself.
    return UnsafePointer[_Address, MutAnyOrigin](mlir_value=__global_address["ember_python_handle", Int]())


def find_symbol(handle: _Address, name: StringSlice[ImmAnyOrigin]) -> _Address:
    """The address of a function or variable of a library; null when there is none."""
    var text = String(name)
    var found = external_call["dlsym", _Address](handle.address, text.unsafe_cstr_ptr().address)
    _ = text^
    return found


def ensure_python() raises:
    """Makes sure that an interpreter runs; raises when no Python can be found."""
    if _is_ready()[] == 0:
        _start()


@no_inline
def _start() raises:
    var process = _Address()
    var executable = String()
    if not find_symbol(process, "Py_IsInitialized"):
        process = _load_library(executable)
    _handle()[] = process
    if not _call_for_number(find_symbol(process, "Py_IsInitialized")):
        _initialize(process, executable)
    _is_ready()[] = 1
    if _count()[] > 0:  # the process is ours: this is a program, not a module that Python imported
        _order_output(process)
        _hand_over_arguments()


def _call_for_number(function: _Address) -> Bool:
    var place = function
    return UnsafePointer(to=place).bitcast[def() thin abi("C") -> Int32]()[]() != 0


# -- finding the library ---------------------------------------------------------------------------


def _load_library(mut executable: String) raises -> _Address:
    # Also tells which program the library belongs to, when that is known.
    var wanted = getenv("EMBER_PYTHON_LIBRARY")
    if wanted == "none":
        raise Error(String("Python is switched off by EMBER_PYTHON_LIBRARY=none; ") + _HOW_TO_HELP)
    if wanted:
        var found = _open(wanted)
        if not found:
            raise Error(
                String("cannot load the Python library named by EMBER_PYTHON_LIBRARY: ")
                + _reason()
                + "; "
                + _HOW_TO_HELP
            )
        return found
    var found = _library_of_command(executable)
    if not found:
        found = _library_by_name()
    if not found:
        raise Error(String("no Python library was found; ") + _HOW_TO_HELP)
    return found


def _library_of_command(mut executable: String) raises -> _Address:
    # The library of the `python3` on PATH.
    var answer = run(String('python3 -c "') + _QUESTION + '" 2>/dev/null')
    var lines = answer.splitlines()
    if len(lines) != 2 or lines[0].byte_length() == 0:
        return _Address()
    executable = String(lines[1])
    return _open(String(lines[0]))


def _library_by_name() -> _Address:
    for back in range(_NEWEST - _OLDEST + 1):
        var found = _open(String("libpython3.") + String(_NEWEST - back) + ".so.1.0")
        if found:
            return found
    return _Address()


def _open(var path: String) -> _Address:
    var found = external_call["dlopen", _Address](path.unsafe_cstr_ptr().address, _LOAD_FOR_EVERYONE)
    _ = path^
    return found


def _reason() -> String:
    var text = external_call["dlerror", _Address]()
    return String(unsafe_from_utf8_ptr=text) if text else String("unknown error")


# -- the interpreter -------------------------------------------------------------------------------


def _initialize(library: _Address, executable: String):
    # Starts an interpreter that leaves signals alone, and ends it when the program ends.
    _name_program(library, executable)
    var place = find_symbol(library, "Py_InitializeEx")
    UnsafePointer(to=place).bitcast[def(Int32) thin abi("C") -> NoneType]()[](Int32(0))
    var finish: def(_Address) thin abi("C") -> NoneType = _finalize
    _ = external_call["__cxa_atexit", Int32](UnsafePointer(to=finish).bitcast[_Address]()[].address, 0, 0)


def _name_program(library: _Address, executable: String):
    # Python finds its modules, and those of a virtual environment, from where its program is.
    var decode = find_symbol(library, "Py_DecodeLocale")
    var name = find_symbol(library, "Py_SetProgramName")
    if not executable or not decode or not name:
        return
    var text = executable
    var wide = UnsafePointer(to=decode).bitcast[def(_Address, Int) thin abi("C") -> _Address]()[](
        text.unsafe_cstr_ptr().bitcast[Byte](), 0
    )
    _ = text^
    UnsafePointer(to=name).bitcast[def(_Address) thin abi("C") -> NoneType]()[](wide)


def _finalize(unused: _Address):
    # Runs Python's own exit handlers and flushes its files.
    var lock = find_symbol(_handle()[], "PyGILState_Ensure")
    _ = _call_for_number(lock)
    _ = _call_for_number(find_symbol(_handle()[], "Py_FinalizeEx"))


def _order_output(library: _Address):
    var place = find_symbol(library, "PyRun_SimpleString")
    var code = String(_ORDERLY_OUTPUT)
    _ = UnsafePointer(to=place).bitcast[def(_Address) thin abi("C") -> Int32]()[](
        code.unsafe_cstr_ptr().bitcast[Byte]()
    )
    _ = code^


def _hand_over_arguments():
    # `sys.argv` is the program's command line.
    from std.python._cpython import PyObjectPtr, _call, _drop, _new_text

    var list = _call["PyList_New", PyObjectPtr](0)
    for argument in argv():
        var text = _new_text(argument)
        _ = _call["PyList_Append", Int32](list, text)
        _drop(text)
    var name = String("argv")
    _ = _call["PySys_SetObject", Int32](name.unsafe_cstr_ptr(), list)
    _ = name^
    _drop(list)
