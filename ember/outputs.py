"""What `ember build --emit` makes of a compilation: the bytes of one output file, and of the files of its kernels."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from ember.codegen.foreign import at_their_lines
from ember.codegen.link import link_executable, link_shared
from ember.codegen.llvm.emit import emit_assembly, optimized_llvm
from ember.codegen.llvm.parallel import emit_texts
from ember.codegen.merge import merge_objects
from ember.codegen.text.module import emit_llvm
from ember.compiler import Compilation
from ember.ir.printer import print_op
from ember.loading import read_source
from ember.support.diagnostics import CompileError, error
from ember.syntax.dump import dump
from ember.syntax.parser import parse_source


def build(compilation: Compilation, kind: str) -> bytes:
    """Source to the bytes of one output file; `kind` is what `ember build --emit` takes."""
    if kind == "tree":
        source = read_source(compilation.path)
        tree = parse_source(source, compilation.sink, compilation.options.edition)
        compilation.sink.raise_if_errors()
        return dump(tree).encode()
    if kind == "lit":  # before elaboration: the file is shown as it is, right or wrong
        module = compilation.loader.module_of(compilation.path, Path(compilation.path).stem)
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


_KERNEL_SUFFIXES: Final = {"llvm-opt": "opt.ll", "obj": "o"}
"""How files of kernels end, where their target does not decide it."""


def kernel_files(compilation: Compilation, kind: str) -> dict[str, bytes]:
    """The code of each kernel of a program already built, by the end of its file's name: `add.ptx`."""
    options = compilation.options
    if kind == "ptx" and not compilation.stages.kernels:
        message = "the program has no kernel for a GPU; name one with '--target-accelerator sm_90a'"
        raise CompileError(error("no-kernel", None, message))
    files = {}
    for name, (text, target) in compilation.stages.kernels.items():
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
    level, debug = compilation.options.opt_level, compilation.options.debug
    with compilation.trace.stage("emit-llvm") as stage:
        text = emit_llvm(module, compilation.target, debug, compilation.path)
        stage.add("bytes", len(text))
    compilation.showing.texts([text])
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
