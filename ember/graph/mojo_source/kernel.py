"""A fused kernel as a Mojo file: one exported function, which gets the addresses of its tensors and the sizes it needs.

What a kernel is called depends on what it does and on nothing else: equal kernels have one text, one name, one compilation, whatever the
graphs call their dimensions: here they are d0, d1, … in the order in which the text mentions them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from ember.dialects import mogg
from ember.dialects.dimensions import Dimension, symbol
from ember.dialects.mo_types import HOST, BufferType, OpaqueType, ShapedType
from ember.dialects.types import SimdType
from ember.graph.api.signatures import main_function
from ember.graph.fusion.catalogue import Catalogue, is_inferred, kind_of
from ember.graph.mojo_source.words import (
    dtype_text,
    index_text,
    number_text,
    spec_text,
    value_text,
)
from ember.ir.nodes import Op, Region, Value
from ember.ir.types import Type
from ember.service import Kernel, KernelFunction

_ROLES: Final = {"input": "FusedInput", "output": "FusedOutput", "computing": "_FusedComputeOutput"}
_BINDERS: Final = {
    "input_lambda": "_with_input_lambda",
    "output_lambda": "_with_compute_lambda",
    "store_lambda": "_with_output_lambda",
}
_LONGEST: Final = 48


class KernelSource(NamedTuple):
    """A kernel's file: its name, the dimensions it is called with, where to look for the modules it imports, and its text."""

    name: str
    sizes: tuple[str, ...]
    include: tuple[str, ...]
    text: str
    is_of_device: bool = False
    """Whether it launches work on an accelerator, for which it is compiled then."""

    @property
    def shown(self) -> str:
        """The text for a person, who knows the dimensions by the graph's names."""
        names = ", ".join(f"d{number} is {name}" for number, name in enumerate(self.sizes))
        return f"{self.text}\n# {names}\n" if names else self.text


def kernel_source(kernel: Op, catalogue: Catalogue) -> KernelSource:
    """The Mojo file of a kernel."""
    return _Writer(kernel, catalogue).write()


class _Writer:
    """Writes one file: lines of the function, and the imports they need."""

    def __init__(self, kernel: Op, catalogue: Catalogue) -> None:
        self.kernel = kernel
        self.catalogue = catalogue
        self.names: dict[Value, str] = {}
        self.lines: list[str] = []
        self.imports: dict[str, set[str]] = {}
        self.include: dict[str, None] = {}
        self.sizes: dict[str, Dimension] = {}
        """The dimensions the text mentions, and what they are called there."""
        self.counts: dict[str, int] = {}
        self.makers: list[Kernel] = []
        """Where the values of Mojo types come from that the call being written still needs."""
        self.end = ""
        """A function that ends the value of a Mojo type that the kernel gives."""
        self.device: str = kernel.attrs["device"]
        self.raises = self.device != HOST

    def write(self) -> KernelSource:
        body = self.kernel.regions[0]
        pointers: list[tuple[str, Type]] = []
        placeholders = [
            result
            for op in body
            if isinstance(op, mogg.OutputPlaceholders)
            for result in op.results
        ]
        for number, value in enumerate(placeholders):
            self._tensor(value, f"y{number}", f"out{number}", "OutputTensor", pointers)
        for number, value in enumerate(body.args):
            role = "MutableInputTensor" if isinstance(value.type, BufferType) else "InputTensor"
            self._tensor(value, f"x{number}", f"in{number}", role, pointers)
        for op in body:
            _STEPS[type(op)](self, op)
        return self._file(pointers)

    def _file(self, pointers: list[tuple[str, Type]]) -> KernelSource:
        sizes = tuple(self.sizes)
        arguments = [
            f"{name}: UnsafePointer[{_element_text(type)}, MutAnyOrigin]" for name, type in pointers
        ]
        arguments += [f"{size}: Int" for size in self.sizes.values()]
        if self.device != HOST:
            self.use("std.gpu.host", "DeviceContext")
            arguments.append("context: UnsafePointer[DeviceContext, MutAnyOrigin]")
        arguments.append("failure: UnsafePointer[UInt8, MutAnyOrigin]")
        if self.raises:
            self.use("mo.failures", "report")
        imports = "\n".join(
            f"from {module} import {', '.join(sorted(names))}"
            for module, names in sorted(self.imports.items())
        )
        body = "\n".join(f"    {line}" if line else "" for line in self._guarded())
        summary = str(self.kernel.attrs["summary"])
        slug = re.sub(r"\W+", "_", summary)[:_LONGEST].strip("_") or "kernel"
        shown = "".join(f"    {argument},\n" for argument in arguments)
        text = f'"""A kernel of graphs: {summary}."""\n\n{imports}\n\n\n@export("NAME", ABI="C")\ndef run(\n{shown}) -> Int:\n{body}\n{self.end}'
        digest = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
        name = f"{slug}_{digest}"
        text = text.replace("NAME", name)
        return KernelSource(name, sizes, tuple(self.include), text, self.device != HOST)

    def _guarded(self) -> list[str]:
        if not self.raises:
            return [*self.lines, "return 0"]
        inside = [f"    {line}" if line else "" for line in self.lines]
        return ["try:", *inside, "    return 0", "except problem:", "    return report(problem, failure)"]  # fmt: skip

    # -- names ---------------------------------------------------------------------------------------------

    def use(self, module: str, *names: str) -> None:
        self.imports.setdefault(module, set()).update(names)

    def struct(self, kernel: Kernel) -> str:
        """A registered struct, imported."""
        return self.member(kernel, kernel.struct)

    def member(self, kernel: Kernel, name: str) -> str:
        """Something that is declared in the file of a kernel, imported."""
        module, folder = self.catalogue.module_of(kernel)
        self.use(module, name)
        if folder is not None:
            self.include[str(folder)] = None
        return name

    def named(self, symbol: str) -> Kernel:
        found = self.catalogue.named(symbol, self.device)
        assert found is not None
        return found

    def fresh(self, letter: str) -> str:
        count = self.counts[letter] = self.counts.get(letter, -1) + 1
        return f"{letter}{count}"

    def size(self, size: Dimension) -> Dimension:
        """A size in the names that the text has for dimensions."""
        for name in size.symbols():
            self.sizes.setdefault(name, symbol(f"d{len(self.sizes)}"))
        return size.substitute(self.sizes)

    def shape(self, sizes: Sequence[Dimension]) -> str:
        self.use("std.utils.index", "IndexList")
        return index_text([self.size(size) for size in sizes])

    # -- tensors ---------------------------------------------------------------------------------------------

    def _tensor(
        self,
        value: Value,
        name: str,
        pointer: str,
        role: str,
        pointers: list[tuple[str, Type]],
    ) -> None:
        pointers.append((pointer, value.type))
        if isinstance(value.type, ShapedType):
            self._declare(value, name, pointer, role)
        else:
            self.names[value] = pointer

    def _declare(self, value: Value, name: str, pointer: str, role: str) -> None:
        assert isinstance(value.type, ShapedType)
        self.names[value] = name
        self.use("extensibility", role, "StaticTensorSpec")
        shape = self.shape(value.type.dims)
        self.lines.append(
            f"var {name} = {role}[static_spec={spec_text(value.type)}]({pointer}, {shape})"
        )

    def virtual(self, op: Op) -> None:
        """A tensor that is nowhere: functions are bound to it."""
        value = op.results[0]
        assert isinstance(value.type, ShapedType)
        pointer = f"UnsafePointer[Scalar[{dtype_text(value.type.dtype)}], MutAnyOrigin]()"
        self._declare(value, self.fresh("f"), pointer, "OutputTensor")

    def nothing(self, op: Op) -> None:
        """Outputs are declared at the start; shapes and contexts are known where they are needed."""

    def view(self, op: Op) -> None:
        kernel = self.named(op.attrs["kernel"])
        function = main_function(kernel)
        result = op.results[0]
        assert isinstance(result.type, ShapedType)
        arguments = [self.names[op.operands[0]]]
        for operand in function.operands[1:]:
            given = op.attrs["kernel_param"].get(operand.name)
            arguments.append(
                self.attribute(given) if given is not None else self.shape(result.type.dims)
            )
        call = self.call(kernel, function, op.attrs["kernel_param"], {})
        name = self.names[result] = self.fresh("v")
        self.lines.append(f"var {name} = {call}({', '.join(arguments)})")

    def attribute(self, value: Any) -> str:
        if isinstance(value, tuple):
            self.use("std.utils.index", "IndexList")
            value = tuple(self.size(v) if isinstance(v, Dimension) else v for v in value)
        return value_text(self.size(value) if isinstance(value, Dimension) else value)

    def call(
        self,
        kernel: Kernel,
        function: KernelFunction,
        given: dict[str, Any],
        filled: dict[str, str],
    ) -> str:
        """`Struct[a=1].function[b=2]`, with every parameter that an attribute or the compiler gives."""
        texts = {name: self.attribute(value) for name, value in given.items()} | filled
        owner = self.struct(kernel) + _parameters(kernel.parameters, texts)
        return f"{owner}.{function.name}{_parameters(function.parameters, texts)}"

    # -- what is computed --------------------------------------------------------------------------------------

    def foreach(self, op: Op) -> None:
        dims = op.attrs["shape"]
        rank = len(dims)
        region = op.regions[0]
        body = _Body(self, region, region.args[0], is_aligned=self.device != HOST)
        lines = body.lines
        widest = _widest(region)
        self.lines += [
            "",
            "@__parameter",
            "@always_inline",
            f"def element[width: Int](index: IndexList[{rank}]):",
            *(f"    {line}" for line in lines),
            "",
            self._loop(widest, self.shape(dims), list(body.tensors)),
        ]

    def _loop(self, widest: str, shape: str, tensors: list[str]) -> str:
        """The call that runs a loop's body for all places of a shape."""
        if self.device == HOST:
            self.use("mo.loops", "for_all")
            self.use("std.sys.info", "simd_width_of")
            # two vectors at once: a function's steps wait for each other, and another vector's fill the gaps
            return f"for_all[element, 2 * simd_width_of[{widest}]()]({shape})"
        self.use("mo.devices", "for_all_on_device", "lanes_of")
        lanes = f"lanes_of[{widest}]()"
        aligned = " and ".join(f"{name}._is_aligned[{lanes}]()" for name in tensors) or "True"
        return f"for_all_on_device[element, {lanes}]({shape}, context[], {aligned})"

    def bind(self, op: Op) -> None:
        """A closure, and the tensor with it."""
        region = op.regions[0]
        kind = op.attrs["kind"]
        type = op.operands[0].type
        assert isinstance(type, ShapedType)
        body = _Body(self, region, region.args[-1])
        captures = ", ".join(f"var {name}" for name in body.captured)
        name = self.fresh("prologue" if kind == "input_lambda" else "epilogue")
        arguments = f"index: IndexList[{type.rank}]"
        if kind != "input_lambda":
            element = region.args[0].type
            assert isinstance(element, SimdType)
            arguments += f", value: SIMD[{dtype_text(element.dtype)}, width]"
        gives = f" -> SIMD[{dtype_text(type.dtype)}, width]" if kind != "store_lambda" else ""
        self.lines += [
            "",
            "@always_inline",
            f"def {name}[width: Int]({arguments}) {{{captures}}}{gives}:",
            *(f"    {line}" for line in body.lines),
            "",
        ]
        bound = self.names[op.results[0]] = f"{self.names[op.operands[0]]}b"
        self.lines.append(f"var {bound} = {self.names[op.operands[0]]}.{_BINDERS[kind]}({name})")

    def execute(self, op: Op) -> None:
        kernel = self.named(op.attrs["kernel"])
        function = main_function(kernel)
        tensors = list(op.operands)
        given = tensors.pop(0) if op.attrs.get("returns") else None
        self.makers = [self.named(symbol) for symbol in op.attrs.get("makers", ())]
        arguments = self._arguments(function, tensors, op.attrs["kernel_param"])
        call = self.call(kernel, function, op.attrs["kernel_param"], self._filled(kernel, op))
        self.raises = self.raises or function.raises
        if given is None:
            self.lines.append(f"{call}({arguments})")
            return
        self.use("mo.opaque", "drop", "hold")
        self.lines.append(f"hold({self.names[given]}, {call}({arguments}))")
        type = self._mojo_type(given.type, [kernel])
        self.end = (
            f'\n\n@export("NAME_end", ABI="C")\ndef end(address: Int):\n    drop[{type}](address)\n'
        )

    def _mojo_type(self, type: Type, kernels: list[Kernel]) -> str:
        """The type of a value as Mojo; its names come from the file of a kernel that makes or takes it."""
        assert isinstance(type, OpaqueType)
        given = [f"{name}={self.attribute(value)}" for name, value in type.parameters]
        text = f"{type.name}[{', '.join(given)}]" if given else type.name
        for word in dict.fromkeys(re.findall(r"[A-Za-z_]\w*", type.name)):
            home = next((kernel for kernel in kernels if declares_or_imports(kernel, word)), None)
            if home is not None:
                self.member(home, word)
        return text

    def call_shape(self, op: Op) -> None:
        """What a shape function says, as numbers in memory."""
        kernel = self.named(op.attrs["kernel"])
        function = kernel.shape
        assert function is not None
        result, *tensors = op.operands
        given = op.attrs["kernel_param"]
        arguments = self._arguments(function, tensors, given)
        if kernel.functions.get("shape") is function:
            call = self.call(kernel, function, given, self._filled(kernel, op))
        else:
            texts = {name: self.attribute(value) for name, value in given.items()}
            call = self.member(kernel, function.name) + _parameters(function.parameters, texts)
        self.raises = self.raises or function.raises
        assert isinstance(result.type, ShapedType)
        self.lines.append(f"var found = {call}({arguments})")
        for axis in range(result.type.dims[0].constant or 0):
            self.lines.append(f"{self.names[result]}[{axis}] = Int64(found[{axis}])")

    def _arguments(
        self, function: KernelFunction, tensors: list[Value], given: dict[str, Any]
    ) -> str:
        """What a kernel's function is called with."""
        arguments: list[str] = []
        extra = len(tensors) - sum(
            1 for o in function.operands if o.role != "context" and o.name not in given
        )
        for operand in function.operands:
            if operand.name in given and operand.role in ("scalar", "shape"):
                arguments.append(self.attribute(given[operand.name]))
            elif operand.role == "context":
                arguments.append(self._context(operand.type))
            elif "variadic" in operand.traits:
                taken, tensors = tensors[: 1 + extra], tensors[1 + extra :]
                arguments.append(self._several(taken, operand.role, operand.is_mutable))
            elif isinstance(tensors[0].type, OpaqueType):
                value = tensors.pop(0)
                self.use("mo.opaque", "held")
                made = self._mojo_type(value.type, self.makers[:1])
                self.makers = self.makers[1:]
                arguments.append(f"held[{made}]({self.names[value]})")
            else:
                arguments.append(self._argument(tensors.pop(0), operand.role, operand.traits))
        return ", ".join(arguments)

    def _filled(self, kernel: Kernel, op: Op) -> dict[str, str]:
        bound = {v.owner.attrs["kind"] for v in op.operands if isinstance(v.owner, mogg.Bind)}
        has_epilogue = bool(bound & {"output_lambda", "store_lambda"})
        return {
            "target": f'"{kind_of(self.device)}"',
            "_trace_name": f'"{self.kernel.attrs["summary"]}"',
            "has_epilogue_fusion": str(has_epilogue),
            "has_prologue_fusion": str("input_lambda" in bound),
            "lambdas_have_fusion": str(has_epilogue),
        }

    def _context(self, type: str) -> str:
        given = "" if self.device == HOST else "context[]"
        if "Ptr" in type:
            self.use("runtime.asyncrt", "DeviceContextPtr")
            return f"DeviceContextPtr({given})"
        self.use("std.gpu.host", "DeviceContext")
        return given or "DeviceContext()"

    def _argument(self, value: Value, role: str, traits: tuple[str, ...]) -> str:
        name = self.names[value]
        type = value.type
        assert isinstance(type, ShapedType)
        if role in ("scalar", "shape") and type.device != HOST:
            raise ValueError(
                f"'{self.kernel.attrs['summary']}' takes a number of the host; the tensor on {type.device} "
                "is moved there with 'transfer_to'"
            )
        if role == "scalar":
            return f"{name}.load[1](IndexList[{type.rank}]())"
        if role == "shape":
            count = type.dims[0].constant
            items = ", ".join(f"Int({name}[{i}])" for i in range(count or 0))
            return f"IndexList[{count}]({items})"
        if "fused" in traits and not isinstance(value.owner, mogg.Bind):
            wanted = _ROLES["computing" if "computing" in traits else role]
            self.use("extensibility", wanted)
            return f"{name}._as[{wanted}]()"
        return name

    def _several(self, values: list[Value], role: str, is_mutable: bool) -> str:
        first = values[0].type
        assert isinstance(first, ShapedType)
        kind = "Output" if role == "output" else "MutableInput" if is_mutable else "Input"
        self.use("extensibility", f"{kind}VariadicTensors")
        self.use("std.utils.static_tuple", "StaticTuple")
        element = f"UnsafePointer[Scalar[{dtype_text(first.dtype)}], MutAnyOrigin]"
        pointers = ", ".join(f"{self.names[v]}.unsafe_ptr()" for v in values)
        shapes = ", ".join(f"{self.names[v]}.shape()" for v in values)
        count = len(values)
        return (
            f"{kind}VariadicTensors[{dtype_text(first.dtype)}, {first.rank}, {count}]("
            f"StaticTuple[{element}, {count}]({pointers}), "
            f"StaticTuple[IndexList[{first.rank}], {count}]({shapes}))"
        )


class _Body:
    """The lines of a loop's body or of a bound function."""

    def __init__(
        self, writer: _Writer, region: Region, index: Value, is_aligned: bool = False
    ) -> None:
        self.writer = writer
        self.width = "width, width" if is_aligned else "width"
        """Elements at once, and perhaps how they are aligned."""
        self.lines: list[str] = []
        self.tensors: dict[str, None] = {}
        self.captured: dict[str, None] = {}
        self.names: dict[Value, str] = {index: "index"}
        if region.args[0] is not index:
            self.names[region.args[0]] = "value"
        self._count = 0
        for op in region:
            self._step(op)

    def _step(self, op: Op) -> None:
        writer = self.writer
        match op:
            case mogg.Load():
                self._let(op, f"{self._tensor(op.operands[0])}.load[{self.width}](index)")
            case mogg.Store():
                value, tensor = self.names[op.operands[0]], self._tensor(op.operands[1])
                self.lines.append(f"{tensor}.store[{self.width}](index, {value})")
            case mogg.Scalar():
                element = op.results[0].type
                assert isinstance(element, SimdType)
                number = number_text(op.attrs["value"], element.dtype)
                if "[" in number:
                    writer.use("std.utils.numerics", number.partition("[")[0])
                self._let(op, f"SIMD[{dtype_text(element.dtype)}, width]({number})")
            case mogg.Size():
                size = writer.size(op.attrs["size"])
                self.captured.update(dict.fromkeys(size.symbols()))
                self._let(op, f"SIMD[DType.int64, width]({size})")
            case mogg.CallElementwise():
                self._let(op, self._elementwise(op))
            case mogg.Output():
                self.lines.append(f"return {self.names[op.operands[0]]}")
            case _:
                raise AssertionError(op.op_name)

    def _let(self, op: Op, text: str) -> None:
        name = self.names[op.results[0]] = f"e{self._count}"
        self._count += 1
        self.lines.append(f"var {name} = {text}")

    def _tensor(self, value: Value) -> str:
        name = self.writer.names[value]
        self.captured[name] = self.tensors[name] = None
        return name

    def _elementwise(self, op: Op) -> str:
        writer = self.writer
        kernel = writer.named(op.attrs["kernel"])
        function = main_function(kernel)
        result = op.results[0].type
        assert isinstance(result, SimdType)
        filled = {
            parameter.name: dtype_text(result.dtype)
            for parameter in function.parameters
            if parameter.type == "DType" and not is_inferred(parameter.name, function)
        }
        call = writer.call(kernel, function, op.attrs["kernel_param"], filled)
        return f"{call}({', '.join(self.names[v] for v in op.operands)})"


def _element_text(type: Type) -> str:
    """What an address given to a kernel leads to: elements, or the word of a value of a Mojo type."""
    return f"Scalar[{dtype_text(type.dtype)}]" if isinstance(type, ShapedType) else "Int"


def declares_or_imports(kernel: Kernel, name: str) -> bool:
    """Whether the file of a kernel declares or imports a name."""
    text = Path(kernel.place.path).read_text("utf-8")
    declared = rf"^(struct|comptime|alias)\s+{name}\b"
    imported = rf"^from\s[^\n]*\simport\s(\([^)]*|[^\n]*)\b{name}\b"
    return re.search(f"{declared}|{imported}", text, re.MULTILINE) is not None


def _parameters(parameters: Sequence[Any], texts: dict[str, str]) -> str:
    given = [f"{p.name}={texts[p.name]}" for p in parameters if p.name in texts]
    return f"[{', '.join(given)}]" if given else ""


def _widest(region: Region) -> str:
    """The largest element type of a loop: as many lanes as fit it are done at once."""
    types = [v.type for op in region for v in (*op.operands, *op.results)]
    dtypes = [type.dtype for type in types if isinstance(type, SimdType)]
    return dtype_text(max(dtypes, key=lambda dtype: dtype.byte_size))


_STEPS: Final[dict[type[Op], Any]] = {
    mogg.OutputPlaceholders: _Writer.nothing,
    mogg.TensorShape: _Writer.nothing,
    mogg.ContextPlaceholder: _Writer.nothing,
    mogg.Virtual: _Writer.virtual,
    mogg.CallView: _Writer.view,
    mogg.Foreach: _Writer.foreach,
    mogg.Bind: _Writer.bind,
    mogg.CallExecute: _Writer.execute,
    mogg.CallShape: _Writer.call_shape,
}
