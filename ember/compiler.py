"""The pipeline: `.mojo` source to native code, one line per stage, for the program and for its kernels.

`objects` is the whole way. `elaborate` makes one concrete module of the program (`loading.py` reads, parses and lowers its
files, `elaborating.py` says what elaboration needs); `code` is the rest, the same for the program and for the kernels that
elaboration finds: `optimize` shrinks a module, `texts` writes it as LLVM IR, `native` makes code. `outputs.py` stops earlier or links,
as `ember build --emit` asks, `queries.py` asks about a file; `showing.py` prints and saves what the stages make.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from ember.codegen.foreign import at_their_lines
from ember.codegen.llvm.host import host_target
from ember.codegen.llvm.isolation import IsolatedLlvm
from ember.codegen.llvm.parallel import compile_texts, emit_texts
from ember.codegen.support_functions import (
    FAULT_REPORT,
    LEVEL,
    function_objects,
    functions_of,
    missing_functions,
)
from ember.codegen.text.module import emit_llvm, emit_part
from ember.codegen.text.split import kernel_parts, split_module
from ember.dialects import kgen
from ember.elab.elaborator import Program
from ember.elab.instances.offload import DeviceRequest
from ember.elaborating import INSTALLED_FUNCTIONS, elaborated, kept_functions, new_program
from ember.ir.passes import count
from ember.ir.verifier import verify
from ember.loading import Loader
from ember.opt.pipeline import optimize_kernels, optimize_program
from ember.showing import SLICE_STAGE, Showing
from ember.support.cache import Cache
from ember.support.diagnostics import Diagnostic, DiagnosticSink
from ember.support.fingerprint import LIBRARY
from ember.support.options import Options
from ember.support.source import SourceFile
from ember.support.target import Target
from ember.support.trace import Stage, Trace

__all__ = ["LIBRARY", "Compilation", "Options", "support_objects"]


class Unit(NamedTuple):
    """A module on its way to code: the program, or kernels of it for a device. `kind`: what is wanted of each kernel."""

    module: kgen.Module
    target: Target
    kernels: Sequence[str] = ()
    kind: str = "object"


class Compilation:
    """One source file on its way to native code."""

    def __init__(
        self, path: str, options: Options, trace: Trace | None = None, cache: Cache | None = None
    ) -> None:
        self.path = path
        self.options = options
        self.target = options.target if options.target is not None else host_target()
        self.trace = trace if trace is not None else Trace()
        self.cache = cache
        """Keeps the objects of parts that do not change."""
        self.sink = DiagnosticSink(policy=options.warnings, quiet_folder=str(LIBRARY))
        self.showing = Showing(path, options)
        self.loader = Loader(path, options, self.sink, self.trace, cache, self.showing)
        self.kernels: dict[str, tuple[str, Target]] = {}
        """The LLVM IR of each kernel compiled for a device, and the device."""
        self._isolated_llvm = IsolatedLlvm()

    @property
    def warnings(self) -> list[Diagnostic]:
        return [diagnostic for diagnostic in self.sink.diagnostics if not diagnostic.is_error]

    @property
    def sources(self) -> dict[str, SourceFile]:
        """Every file read."""
        return self.loader.sources

    # -- the way ---------------------------------------------------------------------------------

    def objects(self) -> list[bytes]:
        """Source to native code: one object, or several that belong together when the program is big."""
        return self.code(Unit(self.elaborate(), self.target))

    def _compile_device(self, request: DeviceRequest) -> dict[str, bytes]:
        """Kernels that elaboration found, to one text or object each: the same way."""
        self.showing.after_pass(SLICE_STAGE, request.host)
        self.showing.after_pass(SLICE_STAGE, request.module)
        self.showing.save(f"{request.target.cpu}.kgen", request.module)
        code = self.code(Unit(request.module, request.target, request.kernels, request.kind))
        return dict(zip(request.kernels, code, strict=True))

    def code(self, unit: Unit) -> list[bytes]:
        """Concrete IR to code."""
        self.optimize(unit)
        texts = self.texts(unit)
        return self.native(unit, texts)

    # -- the stages ------------------------------------------------------------------------------

    def elaborate(self) -> kgen.Module:
        """Parametric to concrete IR: everything the program needs, instantiated and checked."""
        with self.trace.stage("elaborate") as stage:
            program = self.program(kept_functions(self.cache))
            module = self.elaborated(program)
            stage.add("ops", count(module))
            if program.functions.hits:
                stage.add("cache hits", program.functions.hits)
        self.showing.stage("elaborate", module)
        return module

    def optimize(self, unit: Unit) -> None:
        """Concrete IR to less of it."""
        options, watch = self.options, self.showing.after_pass
        if options.verify:
            verify(unit.module)
        with self._stage("optimize", unit) as stage:
            stage.add("ops in", count(unit.module))
            level = options.opt_level
            if unit.kernels:
                optimize_kernels(
                    unit.module, unit.target, unit.kernels, level, options.verify, watch
                )
            else:
                optimize_program(unit.module, unit.target, level, options.verify, watch)
            stage.add("ops", count(unit.module))
        self.showing.save(
            f"{unit.target.cpu}.opt.kgen" if unit.kernels else "opt.kgen", unit.module
        )

    def texts(self, unit: Unit) -> list[str]:
        """Concrete to LLVM IR: one text per kernel, or per part of the program."""
        path, kernels, debug = self.path, unit.kernels, self.options.debug
        with self._stage("emit-llvm", unit) as stage:
            parts = kernel_parts(unit.module, kernels) if kernels else split_module(unit.module)
            # a kernel's text is named after it, so that another program with the same one finds its code
            names = kernels if kernels and not debug else [path] * len(parts)
            texts = [emit_part(p, unit.target, debug, n) for p, n in zip(parts, names, strict=True)]
            stage.add("bytes", sum(map(len, texts)))
        if kernels:
            self.kernels |= {n: (text, unit.target) for n, text in zip(kernels, texts, strict=True)}
        for number, text in enumerate(texts):
            name = f"{kernels[number]}." if kernels else f"{number}." if number else ""
            self.showing.save_text(f"{name}ll", text)
        return texts

    def native(self, unit: Unit, texts: list[str]) -> list[bytes]:
        """LLVM IR to code: an object or a text per kernel; objects for the program, with the functions that LLVM calls."""
        if unit.kind == "llvm":
            return [text.encode() for text in texts]
        target, level, jobs, cache = unit.target, self.options.opt_level, self.options.jobs, self.cache  # fmt: skip
        as_object = unit.kind == "object"
        with self._stage("llvm", unit) as stage, at_their_lines(unit.module, target, as_object):
            work = self.trace.workers(stage, "llvm part")
            if unit.kernels:
                isolated = self._isolated_llvm
                code = emit_texts(texts, unit.kind, target, level, jobs, cache, work, isolated)
            else:
                code = compile_texts(texts, target, level, jobs, cache, work)
                code += support_objects(code, target, cache)
            stage.add("kernels" if unit.kernels else "objects", len(code))
            stage.add("bytes", sum(map(len, code)))
        return code

    # -- a part of the way -----------------------------------------------------------------------

    def concrete(self) -> kgen.Module:
        """Source to optimised concrete IR."""
        unit = Unit(self.elaborate(), self.target)
        self.optimize(unit)
        return unit.module

    def llvm(self) -> str:
        """Source to the LLVM IR of the whole program."""
        return self.llvm_text(self.concrete())

    def llvm_text(self, module: kgen.Module) -> str:
        """Concrete to LLVM IR, in one piece."""
        with self.trace.stage("emit-llvm") as stage:
            text = emit_llvm(module, self.target, self.options.debug, self.path)
            stage.add("bytes", len(text))
        self.showing.save_text("ll", text)
        return text

    # -- what the stages need --------------------------------------------------------------------

    def program(self, functions: Cache | None) -> Program:
        """What elaborates the file; functions of the library are kept in `functions`."""
        devices = (self._compile_device, self._prepare_device)
        return new_program(self.options, self.target, self.loader, self.sink, functions, *devices)

    def elaborated(self, program: Program) -> kgen.Module:
        return elaborated(program, self.path, self.options, self.sink)

    def _prepare_device(self, target: Target) -> None:
        if target.is_gpu:
            self._isolated_llvm.start()

    def _stage(self, name: str, unit: Unit) -> AbstractContextManager[Stage]:
        return self.trace.stage(f"device-{name}" if unit.kernels else name)


def support_objects(
    objects: list[bytes], target: Target, cache: Cache | None = None
) -> list[bytes]:
    """The functions of our library that these objects, or such functions, need beside them (`codegen/support_functions.py`)."""
    kept = (cache or Cache(None)).in_front_of(INSTALLED_FUNCTIONS)
    found: list[bytes] = []
    for source, names in missing_functions(objects).items():
        compilation = _support_file(source, target, cache)
        found += function_objects(names, target, kept, compilation.concrete)
    return found + support_objects(objects + found, target, cache) if found else []


def keep_fault_report(cache: Cache) -> None:
    """Keeps what reports the faults of this machine's programs."""
    target, names = host_target(), sorted(functions_of(FAULT_REPORT))
    function_objects(names, target, cache, _support_file(FAULT_REPORT, target, None).concrete)


def _support_file(source: Path, target: Target, cache: Cache | None) -> Compilation:
    options = Options(LEVEL, target=target, defines={"ASSERT": "none"}, needs_main=False)
    return Compilation(str(source), options, cache=cache)
