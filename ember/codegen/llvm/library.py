"""LLVM, through the C functions of the library that llvmlite's wheel carries.

The library is opened directly: llvmlite's Python modules take ten times as long to import as the library to load, and
put a lock around every call, whereas parts of a program in contexts of their own may be compiled by several threads.
The functions belong to llvmlite 0.50; `library` refuses a version whose LLVM speaks another dialect of LLVM IR.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from typing import Any, Final

from ember.support.diagnostics import CompileError, error

LLVM_MAJOR: Final = 22

OPTIONS: Final = ("-opt-disable=simple-loop-unswitch",)
"""How we set LLVM up, for the whole process. Loops are not copied for conditions that do not change in them: a twelfth of
LLVM's time and nothing gained at run time (docs/design/0003-pass-pipeline.md)."""

_NAME: Final = "libllvmlite.so"
_EXTERNAL_LINKAGE: Final = 0
_LOCAL_LINKAGES: Final = (8, 9)
"""LLVM's numbers for internal and private."""
_HIDDEN: Final = 1
"""LLVM's number for symbols that the linker does not export."""

_Pointer = ctypes.c_void_p
_Text = ctypes.c_char_p
_Out = ctypes.POINTER(ctypes.c_char_p)
_Int = ctypes.c_int
_Bool = ctypes.c_bool

_SIGNATURES: Final[dict[str, tuple[Any, ...]]] = {
    # name: (result, arguments…)
    "GetVersionInfo": (ctypes.c_uint,),
    "DisposeString": (None, _Text),
    "SetCommandLine": (None, _Text, _Text),
    "InitializeNativeTarget": (None,),
    "InitializeNativeAsmPrinter": (None,),
    "InitializeNativeAsmParser": (None,),
    "InitializeAllTargetInfos": (None,),
    "InitializeAllTargets": (None,),
    "InitializeAllTargetMCs": (None,),
    "InitializeAllAsmPrinters": (None,),
    "GetProcessTriple": (None, _Out),
    "GetHostCPUName": (None, _Out),
    "GetHostCPUFeatures": (_Int, _Out),
    "ContextCreate": (_Pointer,),
    "ContextDispose": (None, _Pointer),
    "ParseAssembly": (_Pointer, _Pointer, _Text, _Out),
    "VerifyModule": (_Bool, _Pointer, _Out),
    "PrintModuleToString": (None, _Pointer, _Out),
    "DisposeModule": (None, _Pointer),
    "GetNamedFunction": (_Pointer, _Pointer, _Text),
    "PrintValueToString": (None, _Pointer, _Out),
    "ModuleFunctionsIter": (_Pointer, _Pointer),
    "FunctionsIterNext": (_Pointer, _Pointer),
    "DisposeFunctionsIter": (None, _Pointer),
    "ModuleGlobalsIter": (_Pointer, _Pointer),
    "GlobalsIterNext": (_Pointer, _Pointer),
    "DisposeGlobalsIter": (None, _Pointer),
    "GetValueName": (_Text, _Pointer),
    "SetValueName": (None, _Pointer, _Text),
    "GetLinkage": (_Int, _Pointer),
    "SetLinkage": (None, _Pointer, _Int),
    "SetVisibility": (None, _Pointer, _Int),
    "GetTargetFromTriple": (_Pointer, _Text, _Out),
    "CreateTargetMachine": (
        _Pointer,
        *(_Pointer, _Text, _Text, _Text, _Int),
        *(_Text, _Text, _Int, _Int, _Text),
    ),
    "DisposeTargetMachine": (None, _Pointer),
    "TargetMachineEmitToMemory": (_Pointer, _Pointer, _Pointer, _Int, _Out),
    "GetBufferStart": (_Pointer, _Pointer),
    "GetBufferSize": (ctypes.c_size_t, _Pointer),
    "DisposeMemoryBuffer": (None, _Pointer),
    "CreatePipelineTuningOptions": (_Pointer,),
    "PTOSetLoopInterleaving": (None, _Pointer, _Bool),
    "PTOSetLoopVectorization": (None, _Pointer, _Bool),
    "PTOSetSLPVectorization": (None, _Pointer, _Bool),
    "PTOSetLoopUnrolling": (None, _Pointer, _Bool),
    "DisposePipelineTuningOptions": (None, _Pointer),
    "CreatePassBuilder": (_Pointer, _Pointer, _Pointer),
    "DisposePassBuilder": (None, _Pointer),
    "buildPerModuleDefaultPipeline": (_Pointer, _Pointer, _Int),
    "RunNewModulePassManager": (None, _Pointer, _Pointer, _Pointer),
    "DisposeNewModulePassManger": (None, _Pointer),
}


class LlvmError(Exception):
    """LLVM's own words about what it refuses."""


@cache
def library_identity() -> str:
    """What changes when another LLVM is installed or set up; the library is not loaded for it."""
    path = _library_path()
    try:
        status = path.stat()
    except OSError as problem:
        raise _unusable(f"llvmlite's library is not there: {problem}") from problem
    return f"{path}:{status.st_size}:{status.st_mtime_ns}:{' '.join(OPTIONS)}"


def _library_path() -> Path:
    spec = find_spec("llvmlite")
    places = spec.submodule_search_locations if spec is not None else None
    if not places:
        raise _unusable("llvmlite is not installed")
    return Path(next(iter(places)), "binding", _NAME)


_SETTING_UP: Final = RLock()
"""LLVM's options and its list of targets are not made for two threads that set them at once."""


@cache
def library() -> Any:
    """The opened library; its functions have the names of `_SIGNATURES`."""
    with _SETTING_UP:
        return _opened()


@cache
def _opened() -> Any:
    try:
        opened = ctypes.CDLL(str(_library_path()))
        functions: Any = _Functions(opened)
    except (OSError, AttributeError) as problem:
        raise _unusable(f"llvmlite's library cannot be used: {problem}") from problem
    major = functions.GetVersionInfo() >> 16
    if major != LLVM_MAJOR:
        raise _unusable(f"llvmlite carries LLVM {major}, not {LLVM_MAJOR}")
    for option in OPTIONS:
        functions.SetCommandLine(b"ember", option.encode())
    return functions


class _Functions:
    """The library's functions without their common prefix, with their types set."""

    def __init__(self, opened: ctypes.CDLL) -> None:
        for name, (result, *arguments) in _SIGNATURES.items():
            function = getattr(opened, f"LLVMPY_{name}")
            function.restype = result
            function.argtypes = arguments
            setattr(self, name, function)


def _unusable(why: str) -> CompileError:
    return CompileError(error("missing-llvm", None, f"{why}; install llvmlite 0.50"))


def _string(call: Callable[[Any], Any]) -> str:
    """What a function gives through its output argument."""
    out = ctypes.c_char_p(None)
    call(ctypes.byref(out))
    text = (out.value or b"").decode("utf-8", "replace")
    if out:
        library().DisposeString(out)
    return text


def initialize_native() -> None:
    """Makes the target of this machine available."""
    with _SETTING_UP:
        _initialize_native()


def initialize_all() -> None:
    """Makes the targets of other machines available too."""
    with _SETTING_UP:
        _initialize_all()


@cache
def _initialize_native() -> None:
    llvm = library()
    llvm.InitializeNativeTarget()
    llvm.InitializeNativeAsmPrinter()
    llvm.InitializeNativeAsmParser()


@cache
def _initialize_all() -> None:
    llvm = library()
    llvm.InitializeAllTargetInfos()
    llvm.InitializeAllTargets()
    llvm.InitializeAllTargetMCs()
    llvm.InitializeAllAsmPrinters()


def host_description() -> tuple[str, str, str]:
    """Triple, CPU name and features of this machine."""
    llvm = library()
    features = _string(llvm.GetHostCPUFeatures).split(",")
    ordered = sorted((feature for feature in features if feature), key=lambda f: f[1:])
    return _string(llvm.GetProcessTriple), _string(llvm.GetHostCPUName), ",".join(ordered)


class TargetMachine:
    """LLVM's code generator for one target; for one thread at a time."""

    __slots__ = ("_pointer",)

    def __init__(self, triple: str, cpu: str, features: str, level: int) -> None:
        llvm = library()
        failure = ctypes.c_char_p(None)
        target = llvm.GetTargetFromTriple(triple.encode(), ctypes.byref(failure))
        if not target:
            raise LlvmError(f"there is no code generator for '{triple}'")
        settings = (b"pic", b"default", 0, 0, b"")
        self._pointer = llvm.CreateTargetMachine(
            target, triple.encode(), cpu.encode(), features.encode(), level, *settings
        )
        if not self._pointer:
            raise LlvmError(f"there is no code generator for '{triple}'")

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            library().DisposeTargetMachine(self._pointer)


class Module:
    """LLVM IR in memory, in a context of its own."""

    __slots__ = ("_context", "_pointer")

    def __init__(self, text: str) -> None:
        """Parses and verifies LLVM text; `LlvmError` when it is not valid."""
        llvm = library()
        self._pointer = None
        self._context = llvm.ContextCreate()
        data = text.encode()

        def parse(out: Any) -> None:
            self._pointer = llvm.ParseAssembly(self._context, data, out)

        problem = _string(parse)
        if not self._pointer or problem:
            raise LlvmError(problem or "the text cannot be parsed")
        problem = _string(lambda out: llvm.VerifyModule(self._pointer, out))
        if problem:
            raise LlvmError(problem)

    def __str__(self) -> str:
        return _string(lambda out: library().PrintModuleToString(self._pointer, out))

    def __del__(self) -> None:
        llvm = library()
        if self._pointer:
            llvm.DisposeModule(self._pointer)
        llvm.ContextDispose(self._context)

    def function_text(self, name: str) -> str:
        """A function as LLVM prints it."""
        llvm = library()
        function = llvm.GetNamedFunction(self._pointer, name.encode())
        return _string(lambda out: llvm.PrintValueToString(function, out))

    def share_internals(self, suffix: str) -> None:
        """Makes internal symbols visible to the other objects of a program, under names that end in `suffix`."""
        llvm = library()
        for symbol in self._symbols():
            if llvm.GetLinkage(symbol) in _LOCAL_LINKAGES:
                name = llvm.GetValueName(symbol)
                llvm.SetValueName(symbol, name + suffix.encode())
                llvm.SetLinkage(symbol, _EXTERNAL_LINKAGE)
                llvm.SetVisibility(symbol, _HIDDEN)

    def _symbols(self) -> Iterator[int]:
        llvm = library()
        for kind in ("Functions", "Globals"):
            position = getattr(llvm, f"Module{kind}Iter")(self._pointer)
            while symbol := getattr(llvm, f"{kind}IterNext")(position):
                yield symbol
            getattr(llvm, f"Dispose{kind}Iter")(position)

    def optimize(self, machine: TargetMachine, level: int) -> None:
        """Runs LLVM's standard pipeline for `-O<level>`."""
        llvm = library()
        options = llvm.CreatePipelineTuningOptions()
        llvm.PTOSetLoopVectorization(options, level >= 2)
        llvm.PTOSetSLPVectorization(options, level >= 2)
        llvm.PTOSetLoopInterleaving(options, level >= 2)
        llvm.PTOSetLoopUnrolling(options, level >= 1)
        builder = llvm.CreatePassBuilder(machine._pointer, options)
        passes = llvm.buildPerModuleDefaultPipeline(builder, level)
        llvm.RunNewModulePassManager(passes, self._pointer, builder)
        llvm.DisposeNewModulePassManger(passes)
        llvm.DisposePassBuilder(builder)
        llvm.DisposePipelineTuningOptions(options)

    def emit(self, machine: TargetMachine, as_object: bool) -> bytes:
        """Object code, or assembly text."""
        llvm = library()
        buffer: int | None = None

        def emit(out: Any) -> None:
            nonlocal buffer
            buffer = llvm.TargetMachineEmitToMemory(
                machine._pointer, self._pointer, int(as_object), out
            )

        problem = _string(emit)
        if not buffer:
            raise LlvmError(problem or "no code came out")
        try:
            return ctypes.string_at(llvm.GetBufferStart(buffer), llvm.GetBufferSize(buffer))
        finally:
            llvm.DisposeMemoryBuffer(buffer)
