"""Concrete IR to LLVM IR text, in one pass.

Before: a `kgen.module` of `kgen.func` and `kgen.global` with `kgen`, `pop` and `hlcf` ops on run-time types, lifetimes
already resolved. After: LLVM IR text for one target: globals, functions, declarations, metadata. What an op becomes is
in `arithmetic.py`, `memory.py`, `calls.py` and `control.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ember.codegen.mark import FOREIGN
from ember.codegen.text.calls import extension_of
from ember.codegen.text.control import BodyWriter
from ember.codegen.text.debug import DebugInfo
from ember.codegen.text.emitter import Emitter, unsupported
from ember.codegen.text.split import Part
from ember.codegen.text.types import NoLlvmForm, TypeInfo
from ember.dialects import kgen
from ember.ir.nodes import Op
from ember.support.diagnostics import CompileError, error
from ember.support.source import printable
from ember.support.target import Target

NEVER_INLINED_ABOVE: Final = 150
"""LLVM inlines a function that is called once however big it is, and some of its passes take time in the square of a
function's size. Ours has inlined what is worth it: bodies of more instructions than this stay functions."""

_LINKAGE: Final = {"export": "", "weak": "weak hidden ", "internal": "internal ", "kernel": ""}
_KERNEL_CONVENTION: Final = {"nvptx64": "ptx_kernel ", "amdgcn": "amdgpu_kernel "}
_AMD_ARGUMENTS: Final = "ptr addrspace(4)"
"""An address in the memory in which AMD's kernels find their arguments."""
_SHARED_SUFFIX: Final = "$ember"
"""Ends the names of internal functions that parts share, so that they meet nobody else's."""
_INTERNAL_SUFFIX: Final = "$"
"""Ends the names of internal functions that a C function might have too."""


def emit_llvm(module: Op, target: Target, debug: bool = False, source_name: str = "module") -> str:
    """The LLVM IR text of a module. `CompileError` for ops and types without a run-time form."""
    return emit_part(Part(list(module.regions[0])), target, debug, source_name)


def emit_part(part: Part, target: Target, debug: bool = False, source_name: str = "module") -> str:
    """The LLVM IR text of one part of a split module."""
    return ModuleWriter(target, debug, source_name).write(part)


class ModuleWriter:
    """Writes one module; `emit_llvm` and `emit_part` are the ways to call it."""

    __slots__ = ("_bodies", "_debug", "_emitter", "_functions", "_source_name")

    def __init__(self, target: Target, debug: bool, source_name: str) -> None:
        self._emitter = Emitter(target)
        self._debug = DebugInfo(self._emitter, source_name) if debug else None
        self._bodies = BodyWriter(self._emitter, self._debug)
        self._source_name = source_name
        self._functions: list[str] = []

    def write(self, part: Part) -> str:
        for op in (*part.defined, *part.imported, *part.declared):
            self._name(op, part.shared)
        for op in part.declared:
            self._guarded(self._declare, op, "hidden " if op.attrs["name"] in part.shared else "")
        for op in part.imported:
            self._guarded(self._function, op, "available_externally ")
        for op in part.defined:
            shared = op.attrs["name"] in part.shared
            linkage = "hidden " if shared else _LINKAGE[op.attrs.get("linkage") or "internal"]
            if isinstance(op, kgen.Global):
                self._guarded(self._global, op, linkage)
            elif not isinstance(op, kgen.Func):
                raise unsupported(op, "cannot stand in a module")
            elif op.attrs.get("is_declaration"):
                self._guarded(self._declare, op, "")
            else:
                self._guarded(self._function, op, linkage)
        return self._assemble()

    def _name(self, op: Op, shared: frozenset[str]) -> None:
        """Keeps our internal names and those of C apart."""
        e, name = self._emitter, op.attrs["name"]
        if op.attrs.get("is_declaration"):
            return
        if name in shared:
            e.symbols[name] = e.spelled(f"{name}{_SHARED_SUFFIX}")
        elif (op.attrs.get("linkage") or "internal") != "internal":
            e.exported.add(name)
        elif name.isidentifier():
            e.symbols[name] = e.spelled(f"{name}{_INTERNAL_SUFFIX}")

    def _guarded(self, write: Callable[[Op, str], None], op: Op, linkage: str) -> None:
        try:
            write(op, linkage)
        except NoLlvmForm as problem:
            name = op.attrs.get("source_name") or op.attrs["name"]
            message = f"in '{name}': {problem}"
            raise CompileError(error("codegen-failed", op.loc, message)) from problem

    def _assemble(self) -> str:
        e = self._emitter
        target = e.target
        named = self._debug.finish() if self._debug is not None else []
        attributes = f'nounwind "target-cpu"="{target.cpu}"'
        if target.features:
            attributes += f' "target-features"="{target.features}"'
        if not target.is_gpu:
            frames = "all" if self._debug is not None else "non-leaf"
            attributes += f' "frame-pointer"="{frames}"'  # a fault finds its callers
            attributes += (
                ' "probe-stack"="inline-asm"'  # big arrays do not leap over the stack's end
            )
            if self._debug is not None:
                attributes += " null_pointer_is_valid"  # a use of one is a fault to be shown
        return "\n".join(
            [
                *([FOREIGN] if e.is_foreign else []),
                f"; {printable(self._source_name)}",
                f'target datalayout = "{target.data_layout}"',
                f'target triple = "{target.triple}"',
                "",
                *e.globals,
                "",
                *self._functions,
                *e.declarations.values(),
                "",
                f"attributes #0 = {{ {attributes} }}",
                f"attributes #1 = {{ alwaysinline {attributes} }}",
                f"attributes #2 = {{ noinline {attributes} }}",
                f"attributes #3 = {{ noinline optnone {attributes} }}",
                *named,
                *(f"!{number} = {text}" for number, text in enumerate(e.metadata)),
                "",
            ]
        )

    def _declare(self, op: Op, visibility: str) -> None:
        """Something that another object defines."""
        e, attrs = self._emitter, op.attrs
        symbol = e.symbol(attrs["name"])
        if isinstance(op, kgen.Global):
            kind = "constant" if attrs.get("constant") else "global"
            e.globals.append(
                f"{symbol} = external {visibility}{kind} {e.types[attrs['type']].memory}"
            )
            return
        infos = [e.types[type] for type in attrs["type"].inputs]
        parameters = ", ".join(info.text for info in infos if not info.is_none)
        result = e.result_type(attrs["type"].results)
        e.declarations[attrs["name"]] = f"declare {visibility}{result} {symbol}({parameters})"

    def _global(self, op: Op, linkage: str) -> None:
        e, attrs = self._emitter, op.attrs
        info = e.types[attrs["type"]]
        value = attrs.get("value")
        text = "zeroinitializer" if value is None else e.constants.memory_text(value, attrs["type"])
        kind = "constant" if attrs.get("constant") else "global"
        align = max(attrs.get("alignment") or 0, info.align)
        e.globals.append(
            f"{e.symbol(attrs['name'])} = {linkage}{kind} {info.memory} {text}, align {align}"
        )

    def _by_value(self, info: TypeInfo) -> str:
        """A kernel's argument that is a block of bytes, read where the launch put it."""
        if self._emitter.target.arch == "amdgcn":
            return f"{_AMD_ARGUMENTS} byref({info.memory}) align {info.align}"
        constant = ' "nvvm.grid_constant"' if self._emitter.target.arch == "nvptx64" else ""
        return f"ptr byval({info.memory}) align {info.align}{constant}"

    def _function(self, op: Op, linkage: str) -> None:
        e, attrs = self._emitter, op.attrs
        signature = attrs["type"]
        result = e.result_type(signature.results)
        e.begin_function()
        symbol = e.symbol(attrs["name"])
        parameters = []
        blocks = attrs.get("byval") or (None,) * len(op.regions[0].args)
        for argument, block in zip(op.regions[0].args, blocks, strict=True):
            info = e.types[argument.type]
            if not info.is_none:
                name = e.names[argument] = e.fresh()
                text = info.text if block is None else self._by_value(e.types[block])
                parameters.append(f"{text} {name}")
        for argument, block in zip(op.regions[0].args, blocks, strict=True):
            if block is not None and e.target.arch == "amdgcn":
                cast = f"addrspacecast {_AMD_ARGUMENTS} {e.names[argument]} to ptr"
                e.names[argument] = e.assign(cast)
        if attrs.get("linkage") == "export" and len(signature.results) == 1:
            extension = extension_of(e.types[signature.results[0]]).lstrip()
            result = f"{extension} {result}" if extension else result
        if attrs.get("linkage") == "kernel":
            linkage += _KERNEL_CONVENTION.get(e.target.arch, "")
        location = self._debug.begin_function(op, attrs["name"]) if self._debug is not None else ""
        self._bodies.write(op)
        inline = self._attributes(op)
        self._functions.append(
            f"define {linkage}{result} {symbol}({', '.join(parameters)}) {inline}{location} {{"
        )
        self._functions.append("entry:")
        self._functions += e.allocas
        self._functions += e.out
        self._functions.append("}\n")

    def _attributes(self, op: Op) -> str:
        """The attributes of the function just written; its size says whether LLVM may inline it."""
        e, wish = self._emitter, op.attrs.get("inline") or ""
        if (
            not wish
            and len(e.out) > NEVER_INLINED_ABOVE
            and e.target.arch not in _KERNEL_CONVENTION
        ):
            wish = "never"
        text = {"always": "#1", "never": "#2", "as-written": "#3"}.get(wish, "#0")
        for key, value in op.attrs.get("metadata") or ():
            text += f' "{key}"="{value}"'
        return text
