"""The kernel pipeline: `.mojo` source to native code, one line per stage.

Every stage is a function of what the one before it made: `module_of` reads and lowers one file, `elaborate` makes one
concrete module of the program, `optimize` shrinks it, `llvm_texts` writes it as LLVM IR, `objects` makes native code.
`build` runs as many of them as the wanted kind of output needs.
"""

from __future__ import annotations

import re
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from ember.codegen.foreign import at_their_lines
from ember.codegen.link import link_executable, link_shared
from ember.codegen.llvm.emit import compile_to_object, emit_assembly, optimized_llvm
from ember.codegen.llvm.host import host_target
from ember.codegen.llvm.isolation import IsolatedLlvm
from ember.codegen.llvm.library import library_identity
from ember.codegen.llvm.parallel import Work, compile_texts, emit_texts
from ember.codegen.merge import merge_objects
from ember.codegen.text.module import emit_llvm, emit_part
from ember.codegen.text.split import kernel_parts, split_module
from ember.dialects import kgen, lit
from ember.dialects.library_file import LibraryFile
from ember.dialects.packed import FORMAT, CannotPack, pack_module, unpack_module
from ember.elab.elaborator import Program
from ember.elab.interfaces import Interface, interfaces_of
from ember.elab.kernels import Kernel, kernels_of
from ember.elab.offload import DeviceRequest
from ember.ir.nodes import Op
from ember.ir.passes import PASSES, count
from ember.ir.printer import print_op
from ember.ir.verifier import verify
from ember.lower import are_in_bodies, lower_module
from ember.opt.check_accesses import check_accesses
from ember.opt.dce import eliminate_dead_code
from ember.opt.pipeline import optimize
from ember.opt.shared_memory import check_shared_memory, place_shared_memory
from ember.support.budgets import MemoryExceeded, memory_budget
from ember.support.cache import Cache, cache_key
from ember.support.diagnostics import CompileError, Diagnostic, DiagnosticSink, Note, error
from ember.support.edition import Edition
from ember.support.elf import undefined_symbols
from ember.support.fingerprint import (
    LIBRARY,
    LIBRARY_FILE,
    LIBRARY_FUNCTIONS,
    compiler_fingerprint,
    front_end_contents,
    front_end_fingerprint,
)
from ember.support.options import Options
from ember.support.reading import unreadable
from ember.support.source import SourceFile
from ember.support.target import Target
from ember.support.trace import Stage, Trace
from ember.syntax.dump import dump
from ember.syntax.parser import parse_source

__all__ = [
    "LIBRARY",
    "Compilation",
    "Options",
    "build",
    "kernel_files",
    "read_source",
    "support_objects",
]

INSTALLED_FUNCTIONS: Final = Cache(LIBRARY_FUNCTIONS)


SUPPORT: Final = LIBRARY / "std" / "sys" / "_support.mojo"
"""Functions that LLVM calls where a processor has no instruction."""

SLICE_STAGE: Final = "slice-offload"
"""Shows the host's module with its offloads, and each device module sliced out of it."""


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
        self.sources: dict[str, SourceFile] = {}
        """Every file read."""
        self.kernels: dict[str, tuple[str, Target]] = {}
        """The LLVM IR of each kernel compiled for a device, and the device."""
        self._library_file: LibraryFile | None = None
        self._isolated_llvm = IsolatedLlvm()
        _check_stage_names(options.print_ir_after)

    @property
    def warnings(self) -> list[Diagnostic]:
        return [diagnostic for diagnostic in self.sink.diagnostics if not diagnostic.is_error]

    def module_of(self, path: str, name: str) -> lit.Module:
        """Text to parametric IR: reads, parses and lowers one module."""
        source = self.sources[path] = read_source(path)
        if path == self.path:
            module = self._lowered(source, name, self.options.edition)
            self._show("lower", module)
        else:
            module = self._remembered(source, name)
        return module

    def text_of(self, path: str) -> str:
        """What a file says that may matter though it is no module of the program."""
        source = self.sources[path] = read_source(path)
        return source.text

    def _lowered(self, source: SourceFile, name: str, edition: Edition | None) -> lit.Module:
        before = len(self.sink.errors)
        with self.trace.stage("parse") as stage:
            tree = parse_source(source, self.sink, edition)
            stage.add("files", 1)
            stage.add("characters", len(source.text))
        with self.trace.stage("lower"):
            module = lower_module(tree, name, self.sink, not source.path.startswith(str(LIBRARY)))
        errors = self.sink.errors[before:]
        if not are_in_bodies(module, errors):
            raise CompileError(*errors)
        return module

    def _remembered(self, source: SourceFile, name: str) -> lit.Module:
        """An imported module, lowered when Ember was installed, an earlier time or now; with warnings, every time."""
        with self.trace.stage("cached-lit") as stage:
            packed = self._installed(source, name)
            if packed is not None:
                stage.add("installed", 1)
                return unpack_module(packed, source)
        if self.cache is None:
            return self._lowered(source, name, None)
        with self.trace.stage("cached-lit") as stage:
            key = cache_key("lit", FORMAT, front_end_fingerprint(), name, source.text)
            packed = self.cache.get(key)
            if packed is not None:
                stage.add("files", 1)
                return unpack_module(packed, source)
        before = len(self.sink.diagnostics)
        module = self._lowered(source, name, None)
        if len(self.sink.diagnostics) == before:
            with self.trace.stage("cached-lit"), suppress(CannotPack):
                self.cache.put(key, pack_module(module))
        return module

    def _installed(self, source: SourceFile, name: str) -> bytes | None:
        """A module of the library as it was lowered when Ember was installed."""
        if not source.path.startswith(str(LIBRARY)):
            return None
        if self._library_file is None:
            self._library_file = LibraryFile(LIBRARY_FILE, front_end_contents())
        return self._library_file.find(name, source.text)

    def elaborate(self) -> kgen.Module:
        """Parametric to concrete IR: everything the program needs, instantiated and checked."""
        with self.trace.stage("elaborate") as stage:
            program = self._new_program(self._functions())
            module = self._elaborated(program)
            stage.add("ops", count(module))
            if program.functions.hits:
                stage.add("cache hits", program.functions.hits)
        self._show("elaborate", module)
        return module

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

    def _elaborated(self, program: Program) -> kgen.Module:
        try:
            return program.elaborate(self.path, needs_main=self.options.needs_main)
        except CompileError as failure:
            self.sink.absorb(failure)
            raise CompileError(*self.sink.errors) from failure
        except MemoryExceeded as problem:
            message = str(MemoryExceeded(memory_budget(self.options.budgets)))
            raise CompileError(error("memory-limit", program.current_loc, message)) from problem

    def prepare_functions(self, functions: Cache) -> None:
        """Elaborates the program only to keep the functions of the library it needs."""
        self._elaborated(self._new_program(functions))

    def _functions(self) -> Cache | None:
        """Where elaborated functions of the library are kept: the user's cache, before those of the installation."""
        return self.cache.in_front_of(INSTALLED_FUNCTIONS) if self.cache is not None else None

    def _new_program(self, functions: Cache | None) -> Program:
        options = self.options
        return Program(
            self.module_of,
            self.text_of,
            LIBRARY,
            options.include,
            self.target,
            options.defines,
            self.sink,
            _show_comptime_output,
            eliminate_dead_code,
            options.accelerator,
            self._compile_device,
            self._prepare_device,
            options.per_kernel,
            options.sim_check,
            cache=functions,
            fingerprint=compiler_fingerprint() if functions is not None else b"",
            budgets=options.budgets,
            verify=options.verify,
        )

    def _prepare_device(self, target: Target) -> None:
        if target.is_gpu:
            self._isolated_llvm.start()

    def _compile_device(self, request: DeviceRequest) -> dict[str, bytes]:
        """The same pipeline for a device's module: kernels in, one text or object per kernel out."""
        options, module = self.options, request.module
        self._show_after_pass(SLICE_STAGE, request.host)
        self._show_after_pass(SLICE_STAGE, module)
        self._save(f"{request.target.cpu}.kgen", module)
        with self.trace.stage("device-optimize") as stage:
            # Instructions of GPUs want constants, and after our own passes they are: so these run at -O0 too.
            level = max(options.opt_level, 1) if request.target.is_gpu else options.opt_level
            optimize(module, level, options.verify, self._show_after_pass)
            check_shared_memory(module, request.target, request.kernels)
            stage.add("ops", count(module))
        with self.trace.stage("device-emit-llvm") as stage:
            parts = kernel_parts(module, request.kernels)
            # named after the kernel, so that another program with the same one finds its code
            names = [self.path] * len(parts) if options.debug else request.kernels
            texts = [
                emit_part(part, request.target, options.debug, name)
                for part, name in zip(parts, names, strict=True)
            ]
            stage.add("bytes", sum(map(len, texts)))
        for kernel, text in zip(request.kernels, texts, strict=True):
            self._save_text(f"{kernel}.ll", text)
            self.kernels[kernel] = (text, request.target)
        if request.kind == "llvm":
            return dict(zip(request.kernels, (text.encode() for text in texts), strict=True))
        is_object = request.kind == "object"
        with (
            self.trace.stage("device-llvm") as stage,
            at_their_lines(module, request.target, is_object),
        ):
            found = emit_texts(
                texts,
                request.kind,
                request.target,
                options.opt_level,
                options.jobs,
                self.cache,
                self._work(stage),
                self._isolated_llvm,
            )
            stage.add("kernels", len(found))
            stage.add("bytes", sum(map(len, found)))
        return dict(zip(request.kernels, found, strict=True))

    def optimize(self, module: kgen.Module) -> kgen.Module:
        """Concrete IR to less of it."""
        if self.options.verify:
            verify(module)
        with self.trace.stage("optimize") as stage:
            stage.add("ops in", count(module))
            optimize(module, self.options.opt_level, self.options.verify, self._show_after_pass)
            check_shared_memory(module, self.target)
            check_accesses(module)
            place_shared_memory(module)
            stage.add("ops", count(module))
        self._save("opt.kgen", module)
        return module

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
        self._save_text("ll", text)
        return text

    def objects(self) -> list[bytes]:
        """Source to native code: one object, or several that belong together when the program is big."""
        module = self.concrete()
        with self.trace.stage("emit-llvm") as stage:
            parts = split_module(module)
            texts = [emit_part(part, self.target, self.options.debug, self.path) for part in parts]
            stage.add("bytes", sum(map(len, texts)))
        for number, text in enumerate(texts):
            self._save_text(f"{number}.ll" if number else "ll", text)
        with self.trace.stage("llvm") as stage, at_their_lines(module, self.target, as_object=True):
            found = compile_texts(
                texts,
                self.target,
                self.options.opt_level,
                self.options.jobs,
                self.cache,
                self._work(stage),
            )
            found += support_objects(found, self.target, self.cache)
            stage.add("objects", len(found))
            stage.add("bytes", sum(map(len, found)))
        return found

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

    def object(self) -> bytes:
        """Source to one object, however big the program."""
        module = self.concrete()
        with at_their_lines(module, self.target, as_object=True):
            return compile_to_object(self.llvm_text(module), self.target, self.options.opt_level)

    # -- showing what happens inside -----------------------------------------------------------

    def _show_after_pass(self, name: str, module: Op) -> None:
        if self._is_wanted(name):
            print(f"// after {name}\n{print_op(module)}", file=sys.stderr)

    def _show(self, stage: str, module: Op) -> None:
        self._save("lit" if stage == "lower" else "kgen", module)
        self._show_after_pass(stage, module)

    def _is_wanted(self, name: str) -> bool:
        wanted = self.options.print_ir_after
        return name in wanted or "all" in wanted

    def _save(self, suffix: str, module: Op) -> None:
        if self.options.save_temps is not None:
            self._save_text(suffix, print_op(module) + "\n")

    def _save_text(self, suffix: str, text: str) -> None:
        folder = self.options.save_temps
        if folder is None:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
            Path(folder, f"{Path(self.path).stem}.{suffix}").write_text(text)
        except OSError as problem:
            message = f"cannot write into '{folder}': {problem.strerror}"
            raise CompileError(error("unwritable-output", None, message)) from problem


def _check_stage_names(names: frozenset[str]) -> None:
    known = {*PASSES, "lower", SLICE_STAGE, "elaborate", "all"}
    for name in sorted(names - known):
        note = Note(f"stages and passes are: {', '.join(sorted(known))}")
        message = f"there is no stage or pass '{name}'"
        raise CompileError(error("unknown-pass", None, message, [note]))


def build(compilation: Compilation, kind: str) -> bytes:
    """Source to the bytes of one output file; `kind` is what `ember build --emit` takes."""
    if kind == "tree":
        source = read_source(compilation.path)
        tree = parse_source(source, compilation.sink, compilation.options.edition)
        compilation.sink.raise_if_errors()
        return dump(tree).encode()
    if kind == "lit":  # before elaboration: the file is shown as it is, right or wrong
        module = compilation.module_of(compilation.path, Path(compilation.path).stem)
        compilation.sink.raise_if_errors()
        return (print_op(module) + "\n").encode()
    if kind in ("kgen", "mlir"):
        return (print_op(compilation.concrete(), generic=kind == "mlir") + "\n").encode()
    if kind == "ptx":
        compilation.elaborate()
        return b"".join(kernel_files(compilation, kind).values())
    if kind in ("llvm", "llvm-opt", "asm"):
        return _llvm_output(compilation, kind).encode()
    objects = compilation.objects()
    with compilation.trace.stage("link"):
        return merge_objects(objects) if kind == "obj" else _linked(objects, kind)


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
    return frozenset(re.findall(r'^@export\("(\w+)"\)', SUPPORT.read_text(), re.MULTILINE))


_KERNEL_SUFFIXES: Final = {"llvm-opt": "opt.ll", "obj": "o"}
"""How files of kernels end, where their target does not decide it."""


def kernel_files(compilation: Compilation, kind: str) -> dict[str, bytes]:
    """The code of each kernel of a program already built, by the end of its file's name: `add.ptx`."""
    options = compilation.options
    if kind == "ptx" and not compilation.kernels:
        message = "the program has no kernel for a GPU; name one with '--target-accelerator sm_90a'"
        raise CompileError(error("no-kernel", None, message))
    files = {}
    for name, (text, target) in compilation.kernels.items():
        if kind == "llvm":
            files[f"{name}.ll"] = text.encode()
            continue
        if kind == "obj" and target.arch != "amdgcn":
            continue  # NVIDIA's drivers take text
        suffix = _KERNEL_SUFFIXES.get(kind) or ("ptx" if target.arch == "nvptx64" else "s")
        emission = {"obj": "object", "llvm-opt": kind}.get(kind, "asm")
        (code,) = emit_texts([text], emission, target, options.opt_level, 1, compilation.cache)
        files[f"{name}.{suffix}"] = code
    return files


def _llvm_output(compilation: Compilation, kind: str) -> str:
    module = compilation.concrete()
    text = compilation.llvm_text(module)
    level = compilation.options.opt_level
    if kind == "llvm":
        return text
    with (
        compilation.trace.stage("llvm"),
        at_their_lines(module, compilation.target, as_object=False),
    ):
        emit = optimized_llvm if kind == "llvm-opt" else emit_assembly
        return emit(text, compilation.target, level)


def _linked(objects: list[bytes], kind: str) -> bytes:
    """What the system's linker makes of the objects."""
    link = {"exe": link_executable, "shared-lib": link_shared}[kind]
    with tempfile.TemporaryDirectory(prefix="ember-") as folder:
        out = Path(folder, "out")
        link(objects, out)
        return out.read_bytes()


def read_source(path: str) -> SourceFile:
    """The file's text, or a diagnostic that says why it cannot be read."""
    try:
        return SourceFile.read(path)
    except (OSError, ValueError) as problem:
        raise unreadable(path, problem) from problem


def _show_comptime_output(data: bytes) -> None:
    """What compile-time code prints goes to standard error, apart from the program's own output."""
    sys.stderr.buffer.write(data)
    sys.stderr.flush()
