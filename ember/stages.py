"""The stages after elaboration: `optimize` shrinks a module, `texts` writes it as LLVM IR, `native` makes code.

Each works on a `Unit`: the program, or kernels of it for a device. `compiler.py` calls them in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

from ember.codegen.foreign import at_their_lines
from ember.codegen.llvm.isolation import IsolatedLlvm
from ember.codegen.llvm.parallel import compile_texts, emit_texts
from ember.codegen.text.function_lines import as_text, function_lines
from ember.codegen.text.module import emit_part
from ember.codegen.text.split import kernel_parts, split_module
from ember.dialects import kgen
from ember.ir.passes import count
from ember.ir.verifier import verify
from ember.opt.pipeline import optimize_kernels, optimize_program
from ember.showing import Showing
from ember.support.cache import Cache
from ember.support.options import Options
from ember.support.target import Target
from ember.support.trace import Stage, Trace


class Unit(NamedTuple):
    """A module on its way to code: the program, or kernels of it for a device. `kind`: what is wanted of each kernel."""

    module: kgen.Module
    target: Target
    kernels: Sequence[str] = ()
    kind: str = "object"


class Stages:
    """What the stages of one compilation have in common: its options, its accounts, its cache."""

    def __init__(
        self, path: str, options: Options, trace: Trace, cache: Cache | None, showing: Showing
    ) -> None:
        self.path = path
        self.options = options
        self.trace = trace
        self.cache = cache
        self.showing = showing
        self.kernels: dict[str, tuple[str, Target]] = {}
        """The LLVM IR of each kernel compiled for a device, and the device."""
        self._function_lines = b""
        self._isolated_llvm = IsolatedLlvm()

    def optimize(self, unit: Unit) -> None:
        """Concrete IR to less of it."""
        options, watch = self.options, self.showing.after_pass
        if options.verify:
            verify(unit.module)
        if options.debug and not unit.kernels:
            self._function_lines = function_lines(unit.module, self.path)
        with self._account("optimize", unit) as stage:
            stage.add("ops in", count(unit.module))
            level = options.opt_level
            if unit.kernels:
                optimize_kernels(
                    unit.module, unit.target, unit.kernels, level, options.verify, watch
                )
            else:
                optimize_program(unit.module, unit.target, level, options.verify, watch)
            stage.add("ops", count(unit.module))
        self.showing.optimized(unit.module, unit.target.cpu if unit.kernels else "")

    def texts(self, unit: Unit) -> list[str]:
        """Concrete to LLVM IR: one text per kernel, or per part of the program."""
        kernels, debug = unit.kernels, self.options.debug
        with self._account("emit-llvm", unit) as stage:
            parts = kernel_parts(unit.module, kernels) if kernels else split_module(unit.module)
            names = self._names(len(parts), kernels)
            texts = [emit_part(p, unit.target, debug, n) for p, n in zip(parts, names, strict=True)]
            if self._function_lines and not kernels:
                texts.append(as_text(self._function_lines, unit.target))
            stage.add("bytes", sum(map(len, texts)))
        self.kernels |= {n: (text, unit.target) for n, text in zip(kernels, texts, strict=False)}
        self.showing.texts(texts, kernels)
        return texts

    def _names(self, count: int, kernels: Sequence[str]) -> Sequence[str]:
        """What the texts say they come from. But for debuggers that is not the file: another one with the same code finds it kept."""
        if self.options.debug:
            return [self.path] * count
        return kernels or ["program"] * count

    def native(self, unit: Unit, texts: list[str]) -> list[bytes]:
        """LLVM IR to code: an object or a text per kernel, objects for the program."""
        if unit.kind == "llvm":
            return [text.encode() for text in texts]
        target, level, jobs, cache = unit.target, self.options.opt_level, self.options.jobs, self.cache  # fmt: skip
        as_object = unit.kind == "object"
        with self._account("llvm", unit) as stage, at_their_lines(unit.module, target, as_object):
            work = self.trace.workers(stage, "llvm part")
            if unit.kernels:
                isolated = self._isolated_llvm
                code = emit_texts(texts, unit.kind, target, level, jobs, cache, work, isolated)
            else:
                code = compile_texts(texts, target, level, jobs, cache, work)
            stage.add("kernels" if unit.kernels else "objects", len(code))
            stage.add("bytes", sum(map(len, code)))
        return code

    def prepare_device(self, target: Target) -> None:
        """Kernels for a device were found: the process that will compile them starts meanwhile."""
        if target.is_gpu:
            self._isolated_llvm.start()

    def _account(self, name: str, unit: Unit) -> AbstractContextManager[Stage]:
        return self.trace.stage(f"device-{name}" if unit.kernels else name)
