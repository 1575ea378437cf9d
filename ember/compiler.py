"""The kernel pipeline: `.mojo` source to native code, one line per stage.

`objects` is the whole way, and its stages are functions of what the one before made: `elaborate` makes one concrete module of the
program (`loading.py` reads, parses and lowers its files), `optimize` shrinks it, `texts` writes it as LLVM IR, `native` makes
code. `_compile_device` is the same way for the kernels that elaboration finds. `outputs.py` stops earlier or links, as
`ember build --emit` asks; `showing.py` prints and saves what the stages make.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from ember.codegen.foreign import at_their_lines
from ember.codegen.llvm.emit import compile_to_object
from ember.codegen.llvm.host import host_target
from ember.codegen.llvm.isolation import IsolatedLlvm
from ember.codegen.llvm.library import library_identity
from ember.codegen.llvm.parallel import Work, compile_texts, emit_texts
from ember.codegen.text.module import emit_llvm, emit_part
from ember.codegen.text.split import Part, kernel_parts, split_module
from ember.dialects import kgen
from ember.elab.elaborator import Program
from ember.elab.instances.offload import DeviceRequest
from ember.elab.model.settings import Settings
from ember.elab.modules.interfaces import Interface, interfaces_of
from ember.elab.modules.kernels import Kernel, kernels_of
from ember.ir.passes import count
from ember.ir.verifier import verify
from ember.loading import Loader
from ember.opt.dce import eliminate_dead_code
from ember.opt.pipeline import optimize_kernels, optimize_program
from ember.showing import SLICE_STAGE, Showing, show_comptime_output
from ember.support.budgets import MemoryExceeded, memory_budget
from ember.support.cache import Cache, cache_key
from ember.support.diagnostics import CompileError, Diagnostic, DiagnosticSink, error
from ember.support.elf import undefined_symbols
from ember.support.fingerprint import LIBRARY, LIBRARY_FUNCTIONS, compiler_fingerprint
from ember.support.options import Options
from ember.support.source import SourceFile
from ember.support.target import Target
from ember.support.trace import Stage, Trace

__all__ = ["LIBRARY", "Compilation", "Options", "support_objects"]

INSTALLED_FUNCTIONS: Final = Cache(LIBRARY_FUNCTIONS)

SUPPORT: Final = LIBRARY / "std" / "sys" / "_support.mojo"
"""Functions that LLVM calls where a processor has no instruction."""


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

    # -- the stages ------------------------------------------------------------------------------

    def objects(self) -> list[bytes]:
        """Source to native code: one object, or several that belong together when the program is big."""
        module = self.elaborate()
        module = self.optimize(module)
        texts = self.texts(split_module(module))
        return self.native(module, texts)

    def elaborate(self) -> kgen.Module:
        """Parametric to concrete IR: everything the program needs, instantiated and checked."""
        with self.trace.stage("elaborate") as stage:
            program = self._new_program(self._functions())
            module = self._elaborated(program)
            stage.add("ops", count(module))
            if program.functions.hits:
                stage.add("cache hits", program.functions.hits)
        self.showing.stage("elaborate", module)
        return module

    def optimize(self, module: kgen.Module) -> kgen.Module:
        """Concrete IR to less of it."""
        options = self.options
        if options.verify:
            verify(module)
        with self.trace.stage("optimize") as stage:
            stage.add("ops in", count(module))
            watch = self.showing.after_pass
            optimize_program(module, self.target, options.opt_level, options.verify, watch)
            stage.add("ops", count(module))
        self.showing.save("opt.kgen", module)
        return module

    def texts(self, parts: Sequence[Part]) -> list[str]:
        """Concrete to LLVM IR, part by part."""
        with self.trace.stage("emit-llvm") as stage:
            texts = [emit_part(part, self.target, self.options.debug, self.path) for part in parts]
            stage.add("bytes", sum(map(len, texts)))
        for number, text in enumerate(texts):
            self.showing.save_text(f"{number}.ll" if number else "ll", text)
        return texts

    def native(self, module: kgen.Module, texts: list[str]) -> list[bytes]:
        """LLVM IR to objects, with the functions of the library that LLVM calls."""
        options = self.options
        with self.trace.stage("llvm") as stage, at_their_lines(module, self.target, as_object=True):
            work = self._work(stage)
            found = compile_texts(
                texts, self.target, options.opt_level, options.jobs, self.cache, work
            )
            found += support_objects(found, self.target, self.cache)
            stage.add("objects", len(found))
            stage.add("bytes", sum(map(len, found)))
        return found

    def _compile_device(self, request: DeviceRequest) -> dict[str, bytes]:
        """The same stages for a device's module: kernels in, one text or object per kernel out."""
        options, module, target = self.options, request.module, request.target
        self.showing.after_pass(SLICE_STAGE, request.host)
        self.showing.after_pass(SLICE_STAGE, module)
        self.showing.save(f"{target.cpu}.kgen", module)
        with self.trace.stage("device-optimize") as stage:
            watch = self.showing.after_pass
            level = options.opt_level
            optimize_kernels(module, target, request.kernels, level, options.verify, watch)
            stage.add("ops", count(module))
        with self.trace.stage("device-emit-llvm") as stage:
            parts = kernel_parts(module, request.kernels)
            # named after the kernel, so that another program with the same one finds its code
            names = [self.path] * len(parts) if options.debug else request.kernels
            texts = [
                emit_part(part, target, options.debug, name)
                for part, name in zip(parts, names, strict=True)
            ]
            stage.add("bytes", sum(map(len, texts)))
        for kernel, text in zip(request.kernels, texts, strict=True):
            self.showing.save_text(f"{kernel}.ll", text)
            self.kernels[kernel] = (text, target)
        if request.kind == "llvm":
            return dict(zip(request.kernels, (text.encode() for text in texts), strict=True))
        is_object = request.kind == "object"
        with self.trace.stage("device-llvm") as stage, at_their_lines(module, target, is_object):
            found = emit_texts(
                texts,
                request.kind,
                target,
                options.opt_level,
                options.jobs,
                self.cache,
                self._work(stage),
                self._isolated_llvm,
            )
            stage.add("kernels", len(found))
            stage.add("bytes", sum(map(len, found)))
        return dict(zip(request.kernels, found, strict=True))

    # -- a part of the way -----------------------------------------------------------------------

    def concrete(self) -> kgen.Module:
        """Source to optimised concrete IR."""
        return self.optimize(self.elaborate())

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

    def object(self) -> bytes:
        """Source to one object, however big the program."""
        module = self.concrete()
        with at_their_lines(module, self.target, as_object=True):
            return compile_to_object(self.llvm_text(module), self.target, self.options.opt_level)

    def interfaces(self) -> list[Interface]:
        """What the functions of the file take and give; the whole file is checked on the way."""
        with self.trace.stage("elaborate"):
            program = self._new_program(self._functions())
            self._elaborated(program)
            return interfaces_of(program, program.main)

    def registered_kernels(self) -> list[Kernel]:
        """The kernels that the file registers, or all files of the folder; signatures are read, nothing is checked."""
        path = Path(self.path)
        files = sorted(path.rglob("*.mojo")) if path.is_dir() else [path]
        found: list[Kernel] = []
        with self.trace.stage("elaborate"):
            for file in files:
                program = self._new_program(None)
                found += kernels_of(program, program.names.main_module(str(file)))
        return found

    def check_library(self) -> list[Diagnostic]:
        """What is wrong with generic functions of the library, whatever their parameters are."""
        self.sink.limit = 10_000
        return self._new_program(self._functions()).check_library(self.path)

    def prepare_functions(self, functions: Cache) -> None:
        """Elaborates the program only to keep the functions of the library it needs."""
        self._elaborated(self._new_program(functions))

    def support_functions(self, names: list[str]) -> list[bytes]:
        """Objects with these functions of the file, which other objects of a program may have too."""
        cache = self.cache or Cache(None)
        identity = (compiler_fingerprint(), library_identity(), self.target.cache_key)
        keys = {name: cache_key("support", *identity, name) for name in names}
        found = {name: code for name in names if (code := cache.get(keys[name])) is not None}
        missing = [name for name in names if name not in found]
        if missing:
            module = self.concrete()
            for function in module.regions[0]:
                if function.attrs["linkage"] == "export":
                    function.set_attr("linkage", "weak")
            parts = kernel_parts(module, missing)
            for name, part in zip(missing, parts, strict=True):
                text = emit_part(part, self.target, source_name=name)
                found[name] = compile_to_object(text, self.target, self.options.opt_level)
                cache.put(keys[name], found[name])
        return [found[name] for name in names]

    # -- what the stages need --------------------------------------------------------------------

    def _elaborated(self, program: Program) -> kgen.Module:
        try:
            return program.elaborate(self.path, needs_main=self.options.needs_main)
        except CompileError as failure:
            self.sink.absorb(failure)
            raise CompileError(*self.sink.errors) from failure
        except MemoryExceeded as problem:
            message = str(MemoryExceeded(memory_budget(self.options.budgets)))
            raise CompileError(error("memory-limit", program.current_loc, message)) from problem

    def _functions(self) -> Cache | None:
        """Where elaborated functions of the library are kept: the user's cache, before those of the installation."""
        return self.cache.in_front_of(INSTALLED_FUNCTIONS) if self.cache is not None else None

    def _new_program(self, functions: Cache | None) -> Program:
        options = self.options
        return Program(
            Settings(
                target=self.target,
                load=self.loader.module_of,
                read_text=self.loader.text_of,
                library=LIBRARY,
                search=options.include,
                defines=options.defines,
                sink=self.sink,
                comptime_output=show_comptime_output,
                tidy=eliminate_dead_code,
                accelerator=options.accelerator,
                compile_device=self._compile_device,
                prepare_device=self._prepare_device,
                per_kernel=options.per_kernel,
                sim_check=options.sim_check,
                cache=functions,
                fingerprint=compiler_fingerprint() if functions is not None else b"",
                budgets=options.budgets,
                verify_ownership=options.verifies_ownership,
                verify=options.verify,
            )
        )

    def _prepare_device(self, target: Target) -> None:
        if target.is_gpu:
            self._isolated_llvm.start()

    def _work(self, stage: Stage) -> Work:
        """Accounts for what LLVM's workers do."""
        workers: dict[int, int] = {}

        def done(is_hit: bool, begin: float, end: float, thread: int) -> None:
            if is_hit:
                stage.add("cache hits", 1)
            else:
                worker = workers.setdefault(thread, len(workers) + 1)
                self.trace.work("llvm part", begin, end, worker)

        return done


def support_objects(
    objects: list[bytes], target: Target, cache: Cache | None = None
) -> list[bytes]:
    """The functions of our library that LLVM calls in these objects, as the target has no instruction for them."""
    needed = sorted(undefined_symbols(objects) & _support_names())
    if not needed:
        return []
    options = Options(2, target=target, defines={"ASSERT": "none"}, needs_main=False)
    return Compilation(str(SUPPORT), options, cache=cache).support_functions(needed)


@cache
def _support_names() -> frozenset[str]:
    return frozenset(re.findall(r'^@export\("(\w+)"\)', SUPPORT.read_text("utf-8"), re.MULTILINE))
