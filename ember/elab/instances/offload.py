"""Offload: kernels sliced out of a program while it is elaborated, for another target than the program itself.

`kgen.compile_offload` names a function and a target. The function and all it needs are elaborated a second time, by a
`Program` of their own for that target: it shares the declarations, but nothing that could depend on the target. The
op stays in the host's code until everything is elaborated; then each device module is compiled as a whole (*all-kernel*)
or kernel by kernel (*per-kernel*), and the ops become constants: the kernel's code as a string.

A target may also be a processor: the function is then an ordinary one, with results, errors and captured references.

A simulated device is a target that this machine can run: its kernels are linked into the host's module, and
`kgen.link_offload` is the address of a description of one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from math import prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ember.dialects import hlcf, kgen, pop
from ember.dialects import types as t
from ember.dialects.constants import text_of
from ember.dialects.instruction_targets import missing
from ember.dialects.layout import size_of
from ember.elab.instances.function_cache import Promise
from ember.elab.instances.instances import Instance
from ember.elab.instances.kernel_captures import block_type, captured_variables, closures_within
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    ClosureRef,
    Const,
    FunctionRef,
    MlirT,
    ParamValue,
    SourceType,
    spell,
)
from ember.elab.model.values import Rvalue, Val
from ember.ir.nodes import Op, Region, SymbolRef, Value
from ember.support import dtype as dt
from ember.support.diagnostics import CompileError, Diagnostic, error
from ember.support.target import Target

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

EMISSION_KINDS: Final = ("asm", "llvm", "llvm-opt", "object")
"""What `emission_kind` numbers."""

_DEVICE_FUNCTIONS: Final = {
    "nvptx64": frozenset({"vprintf", "malloc", "free", "__assertfail"}),
    "amdgcn": frozenset[str](),
}
"""What a kernel may call without defining it, by architecture."""
_SIMULATED_FUNCTIONS: Final = _DEVICE_FUNCTIONS["nvptx64"] | {"write"}
"""What a simulated one may call: it prints as the host does."""
_SIMULATOR: Final = "device std.gpu._simulator"
"""How the names of functions begin that simulate a device, with whatever means."""
_METADATA_NAME: Final = re.compile(r"[\w.-]+", re.ASCII)
_WAITS_ITSELF: Final = "ember.waits"
"""A fact about kernels that wait for the kernel before them where it suits them."""
_EARLY_START: Final = (
    "llvm.nvvm.griddepcontrol.wait",
    "llvm.nvvm.griddepcontrol.launch.dependents",
)
"""What a kernel does first that may be on its processors before the one before it has ended: wait for it, and let the next one come."""
_COUNT: Final = t.scalar(dt.BY_NAME["ui32"])
_FEW_BLOCKS: Final = 4096
"""Kernels of more blocks are never started early: none of these blocks has to wait (those of 264 blocks at most are, see `DeviceFunction`)."""


class DeviceRequest(NamedTuple):
    """A device module to compile: one text per kernel is wanted."""

    module: kgen.Module
    target: Target
    kind: str
    kernels: tuple[str, ...]
    host: kgen.Module
    """The program the kernels were sliced out of, the offloads still in it."""


CompileDevice = Callable[[DeviceRequest], dict[str, bytes]]
"""Runs the rest of the pipeline; gives each kernel's code by its name."""
PrepareDevice = Callable[[Target], None]
"""Told that there will be requests for a target."""


class Offload:
    """The kernels of a program."""

    def __init__(
        self,
        program: Program,
        compile_device: CompileDevice,
        prepare_device: PrepareDevice,
        per_kernel: bool,
    ) -> None:
        self.program = program
        self.per_kernel = per_kernel
        self.devices: dict[tuple[Target, str], Program] = {}
        self._compile_device = compile_device
        self._prepare_device = prepare_device
        self.hooks: tuple[SymbolRef, ...] = ()  # told of what simulated kernels do
        self._homes: dict[tuple[Target, str], Program] = {}  # by target and kernel
        self._compiled: dict[tuple[Program, str, str, str], bytes] = {}

    # -- what the elaborator meets ---------------------------------------------------------------

    def compile(self, frame: Frame, attrs: dict[str, Any], wanted: Any) -> Val:
        """`kgen.compile_offload`: code, name and number of captures, as a struct of the wanted type."""
        target, function = self._target(frame, attrs), attrs.get("func")
        kind = attrs.get("emission_kind", 0)
        if not isinstance(kind, int) or not 0 <= kind < len(EMISSION_KINDS):
            frame.fail("bad-offload", f"there is no emission kind {kind}")
        struct = self.program.facts.ir_type(wanted) if isinstance(wanted, SourceType) else t.NONE
        if struct is not t.StructType((t.STRING, t.STRING, t.INDEX)):
            frame.fail("bad-offload", "'kgen.compile_offload' gives two strings and an index")
        device, symbol, captures = self._kernel(frame, target, function)
        option = str(attrs.get("emission_option", ""))
        op = frame.emit(
            kgen.CompileOffload,
            (),
            (t.STRING, t.STRING, t.INDEX),
            {
                "target": target,
                "emission_kind": kind,
                "emission_option": option,
                "func": SymbolRef(symbol),
                "captures": captures,
            },
        )
        self._homes[target, symbol] = device
        assert isinstance(wanted, SourceType)
        return Rvalue(wanted, frame.emit(kgen.StructCreate, op.results, (struct,)).results[0])

    def link(self, frame: Frame, attrs: dict[str, Any]) -> Val:
        """`kgen.link_offload`: the address of the description of a simulated device's kernel."""
        target = self._target(frame, attrs)
        if not target.simulates:
            frame.fail("bad-offload", "only a simulated device's kernels have an address here")
        _, symbol, _ = self._kernel(frame, target, attrs.get("func"))
        if self.program.sim_check and not self.hooks:
            library = self.program.library
            told = (library.note_access, library.note_shared, library.note_local)
            self.hooks = tuple(map(self._hook, told))
        return Rvalue(MlirT(t.POINTER), frame.address_of(f"{symbol}.description"))

    @staticmethod
    def _target(frame: Frame, attrs: dict[str, Any]) -> Target:
        target = attrs.get("target_type")
        if not isinstance(target, Target):
            frame.fail("bad-offload", "an offload needs a 'target_type'")
        return target

    # -- kernels ---------------------------------------------------------------------------------

    def _kernel(
        self, frame: Frame, target: Target, function: ParamValue
    ) -> tuple[Program, str, int]:
        """The device program a kernel is elaborated in, the symbol of its entry, how much it captures."""
        if not isinstance(function, (FunctionRef, ClosureRef)):
            frame.fail("bad-offload", f"'{spell(function)}' is not a function that can be a kernel")
        alone = repr(function) if self.per_kernel else ""
        device = self.devices.get((target, alone))
        if device is None:
            self._prepare_device(target)
            device = self.devices[target, alone] = self.program.device_program(target)
        where = self._users_place(frame)
        device.current_loc = where
        scratch = device.comptime.scratch(device.empty_scope(), None)
        scratch.loc = where
        instance = device.callables.bound_instance(scratch, function)
        instance.requested = where
        if instance.state == "declared":
            device.instances.queue.append(instance)
        symbol = self._entry(device, instance, where)
        return device, symbol, len(instance.closures)

    def _users_place(self, frame: Frame) -> Any:
        """The launch in the user's code that led here."""
        names = self.program.names
        for instance in reversed(self.program.instances.stack):
            if not names.is_library(instance.decl.module):
                break
            if instance.requested is not None:
                frame_loc = instance.requested
                if not frame_loc.file.path.startswith(str(names.library)):
                    return frame_loc
        return frame.loc

    def _entry(self, device: Program, instance: Instance, where: Any) -> str:
        """The symbol of the function a launch starts: it takes the arguments as they come and calls the kernel."""
        name = _entry_name(instance)
        symbol = f"simulated.{name}" if device.target.simulates else name
        if symbol not in device.instances.by_symbol:
            known = device.instances.by_symbol
            if device.target.simulates or device.target.is_gpu:
                self._check(device, instance, where)
            if device.target.simulates:
                known[symbol] = _simulated_entry(instance, symbol)
                known[f"{symbol}.description"] = _description(device, instance, symbol)
            elif device.target.is_gpu:
                known[symbol] = _device_entry(device, instance, symbol)
            else:
                known[symbol] = _native_entry(instance, symbol)
        return symbol

    def _check(self, device: Program, instance: Instance, where: Any) -> None:
        """A kernel takes values that are bytes and nothing more, gives nothing, and never raises."""
        name = instance.decl.qualified_name
        if instance.abi.raises and instance.signature.effect == "raises":
            message = f"'{name}' may raise; a kernel cannot, because nobody is there to catch it"
            raise CompileError(error("bad-kernel", where, message))
        if instance.abi.result != "none":
            message = f"'{name}' returns a value; a kernel writes its results through its arguments"
            raise CompileError(error("bad-kernel", where, message))
        for closure in instance.closures:
            device.block_closures.update(closures_within(closure.closure))
            for capture in captured_variables(closure.closure):
                if not device.facts.is_plain_data(capture.type):
                    message = (
                        f"'{name}' captures a '{spell(capture.type)}', which cannot be passed to a"
                        " device: it owns memory of the host"
                    )
                    raise CompileError(error("not-device-type", where, message))
                self._check_layout(device, capture.type, f"what '{name}' captures", where)
        for arg, type in zip(instance.signature.args, instance.abi.arg_types, strict=True):
            if not device.facts.is_plain_data(type):
                message = (
                    f"the argument '{arg.info.name}' of '{name}' is a '{spell(type)}', which cannot"
                    " be passed to a device: it owns memory of the host"
                )
                raise CompileError(error("not-device-type", where, message))
            self._check_layout(device, type, f"the argument '{arg.info.name}' of '{name}'", where)

    def _check_layout(self, device: Program, type: SourceType, what: str, where: Any) -> None:
        """What the host hands over, the device must find in the same places."""
        here, there = self.program.facts.ir_type(type), device.facts.ir_type(type)
        if here is not there:
            sizes = f"{size_of(here)} bytes on the host, {size_of(there)} on the device"
            message = (
                f"{what} is a '{spell(type)}', which is laid out differently on the device ({sizes}):"
                " pass what both sides see alike"
            )
            raise CompileError(error("device-layout", where, message))

    def _hook(self, function: FunctionRef) -> SymbolRef:
        """A function of the simulator that checks what kernels do."""
        scratch = self.program.comptime.scratch(self.program.empty_scope(), None)
        instance = self.program.callables.bound_instance(scratch, function)
        instance.func.set_attr("linkage", "weak")  # the objects of a graph's kernels share it
        return SymbolRef(instance.symbol)

    # -- compiling -------------------------------------------------------------------------------

    def drain(self) -> None:
        """Elaborates what the kernels need."""
        for device in list(self.devices.values()):
            device.instances.drain()

    def linked(self, symbol: str) -> Any:
        """What a symbol of a simulated device stands for."""
        for device in self.devices.values():
            if device.target.simulates:
                found = device.instances.by_symbol.get(symbol)
                if isinstance(found, Promise):
                    found = device.functions.keep(found)
                if found is not None:
                    return found
        return None

    def check_simulated(self) -> None:
        """Refuses in simulated kernels what a device could not do."""
        functions = [
            op.attrs["name"] for op in self.program.output.body if isinstance(op, kgen.Func)
        ]
        for device in self.devices.values():
            if device.target.simulates:
                kernels = [name for name in functions if name in device.instances.by_symbol]
                entries = [name for name in kernels if name.startswith("simulated.")]
                check_host_calls(self.program.output, device, entries)

    def resolve(self) -> None:
        """Compiles the device modules and puts their code where it was asked for."""
        if not self._homes:
            return
        ops = [op for op in self.program.output.walk() if isinstance(op, kgen.CompileOffload)]
        wanted: dict[tuple[Program, str, str], dict[str, None]] = {}
        for op in ops:
            device = self._home(op)
            if (device, *_emission(op), op.func.name) not in self._compiled:
                wanted.setdefault((device, *_emission(op)), {})[op.func.name] = None
        for (device, kind, option), kernels in wanted.items():
            self._compile(device, kind, option, tuple(kernels))
        for op in ops:
            self._replace(op, self._compiled[(self._home(op), *_emission(op), op.func.name)])

    def _home(self, op: kgen.CompileOffload) -> Program:
        assert isinstance(op.target, Target)
        return self._homes[op.target, op.func.name]

    def evaluate(self, op: kgen.CompileOffload) -> tuple[bytes, bytes, int]:
        """The op's results now, for code that runs at compile time."""
        device = self._home(op)
        key = (device, *_emission(op), op.func.name)
        if key not in self._compiled:
            device.instances.drain()
            self._compile(device, *_emission(op), (op.func.name,))
        return self._compiled[key], op.func.name.encode(), op.captures

    def _compile(self, device: Program, kind: str, option: str, kernels: tuple[str, ...]) -> None:
        if self.program.sink.has_errors:
            raise CompileError()  # reported already
        module = device.slice(kernels)
        check_host_calls(module, device, kernels)
        host = self.program.output
        request = DeviceRequest(module, device.target, kind, kernels, host)
        for symbol, code in self._compile_device(request).items():
            if kind == "asm" and device.target.is_gpu:
                code += _signature_of(code)
            self._compiled[device, kind, option, symbol] = code

    @staticmethod
    def _replace(op: kgen.CompileOffload, code: bytes) -> None:
        assert op.parent is not None
        values: tuple[object, ...] = (code, op.func.name.encode(), op.captures)
        for result, value in zip(op.results, values, strict=True):
            constant = kgen.Constant((), (result.type,), {"value": value}, (), op.loc)
            op.parent.insert_before(op, constant)
            result.replace_all_uses_with(constant.results[0])
        op.erase()


def _signature_of(code: bytes) -> bytes:
    """The last line of a kernel's text, by which a process knows the kernels that it has loaded: 64 digits."""
    return b"// " + sha256(code).hexdigest().encode()


def _emission(op: kgen.CompileOffload) -> tuple[str, str]:
    return EMISSION_KINDS[op.emission_kind], op.emission_option


def _entry_name(instance: Instance) -> str:
    """A name that assemblers take, the same in every program that has this kernel."""
    plain = re.sub(r"\W+", "_", f"{instance.decl.module.name}_{instance.decl.qualified_name}")
    if instance.symbol == f"{instance.decl.module.name}::{instance.decl.name}":
        return plain
    return f"{plain}_{sha256(instance.symbol.encode()).hexdigest()[:8]}"


def _entry_func(symbol: str, inputs: list[t.Type], linkage: str, instance: Instance) -> kgen.Func:
    attrs = {
        "name": symbol,
        "type": t.FunctionType(tuple(inputs), ()),
        "linkage": linkage,
        "inline": "",
        "is_declaration": False,
        "source_name": instance.decl.qualified_name,
    }
    return kgen.Func((), (), attrs, (Region(inputs),), instance.decl.loc)


def _native_entry(instance: Instance, symbol: str) -> kgen.Func:
    """A function for another processor, callable as functions of ours are."""
    func = _entry_func(symbol, list(instance.abi.inputs), "export", instance)
    func.set_attr("type", t.FunctionType(tuple(instance.abi.inputs), tuple(instance.abi.results)))
    attrs = {"callee": SymbolRef(instance.symbol)}
    call = kgen.Call(func.body.args, instance.abi.results, attrs, (), instance.decl.loc)
    func.body.append(call)
    func.body.append(kgen.Return(call.results, ()))
    return func


def _device_entry(device: Program, instance: Instance, symbol: str) -> kgen.Func:
    """The kernel as the driver calls it: arguments in memory come as blocks of bytes by value."""
    blocks: list[t.Type | None] = [block_type(c.closure, device.facts) for c in instance.closures]
    for type, by_pointer in zip(instance.abi.arg_types, instance.abi.arg_by_pointer, strict=True):
        blocks.append(device.facts.ir_type(type) if by_pointer else None)
    inputs = list(instance.abi.inputs[: len(blocks)])  # not where an error would go
    func = _entry_func(symbol, inputs, "kernel", instance)
    func.set_attr("byval", tuple(blocks))
    metadata = _metadata(device, instance)
    func.set_attr("metadata", tuple(fact for fact in metadata if fact[0] != _WAITS_ITSELF))
    if instance.func.attrs["inline"] == "":
        instance.func.set_attr("inline", "always")  # nobody else calls it; a call costs registers
    if (_WAITS_ITSELF, "1") not in metadata:
        _start_early(func.body, device.target)
    _call_kernel(func, instance, list(func.body.args))
    return func


def _start_early(body: Region, target: Target) -> None:
    """Launches may put a kernel on its processors before the one before it has ended: it waits for it, then lets the next one come.

    Where there are many blocks each of them would ask for nothing: the beginning of each is what such a kernel's time is made of.
    """
    wanted = [name for name in _EARLY_START if missing(name, target.arch, target.cpu) is None]
    if target.arch != "nvptx64" or not wanted:
        return
    early = Region()
    for name in wanted:
        early.append(pop.Intrinsic((), (), {"name": name, "has_side_effects": True}))
    few = kgen.Constant((), (_COUNT,), {"value": _FEW_BLOCKS})
    blocks = _blocks(body)
    body.append(few)
    body.append(is_small := pop.Compare((blocks, few.results[0]), (t.BOOL,), {"predicate": "le"}))
    body.append(hlcf.If(is_small.results, (), {}, (early, Region())))


def _blocks(body: Region) -> Value:
    """How many blocks the launch has."""
    counts = []
    for axis in "xyz":
        attrs = {"name": f"llvm.nvvm.read.ptx.sreg.nctaid.{axis}", "has_side_effects": False}
        body.append(read := pop.Intrinsic((), (_COUNT,), attrs))
        counts.append(read.results[0])
    body.append(plane := pop.Mul(counts[:2], (_COUNT,), {}))
    body.append(all_of_them := pop.Mul((plane.results[0], counts[2]), (_COUNT,), {}))
    return all_of_them.results[0]


def _metadata(device: Program, instance: Instance) -> tuple[tuple[str, str], ...]:
    """`@__llvm_metadata(name=value)`: what the kernel tells the back end in numbers, such as its largest block."""
    decorator = instance.decl.decorators.get("__llvm_metadata")
    if decorator is None:
        return ()
    scope, outer = instance.signature.scope, dict(instance.decl.outer or {})
    keywords = decorator.attrs["keywords"]
    values = device.comptime.evaluate_region(decorator.arguments, scope, outer)
    found: dict[str, str] = {}
    for key, value in zip(keywords, values if len(keywords) > 1 else (values,), strict=True):
        named = device.names.lookup(scope, key)
        given = text_of(named.raw) if isinstance(named, Const) else key.encode()
        text = (given or b"").decode(errors="replace")
        numbers = _numbers_in(value.raw) if isinstance(value, Const) else []
        if not _METADATA_NAME.fullmatch(text) or not 1 <= len(numbers) <= 3 or text in found:
            message = "'@__llvm_metadata' takes one to three numbers for each name"
            raise CompileError(error("invalid-decorator", decorator.loc, message))
        found[text] = ",".join(map(str, numbers))
    return tuple(found.items())


def _numbers_in(raw: Any) -> list[int]:
    """The whole numbers of a constant that consists of them; none where it does not."""
    if not isinstance(raw, tuple):
        return [raw] if type(raw) is int and 0 <= raw < 2**31 else []
    parts = [_numbers_in(part) for part in raw]
    return [number for part in parts for number in part] if all(parts) else []


def _description(device: Program, instance: Instance, entry: str) -> kgen.Global:
    """What the host knows a simulated kernel by: its entry, `void entry(void** arguments)`; the bytes of its arrays in
    shared memory, which are counted when all is optimised; the threads of its block at most and the blocks of its
    cluster in three directions, or zeroes."""
    facts = dict(_metadata(device, instance))
    threads = [int(number) for number in facts.get("nvvm.maxntid", "0").split(",")]
    cluster = [int(number) for number in facts.get("nvvm.cluster_dim", "0,0,0").split(",")]
    cluster += [1] * (3 - len(cluster))
    attrs = {
        "name": f"{entry}.description",
        "type": t.StructType((t.POINTER, *[t.INDEX] * 5)),
        "value": (SymbolRef(entry), 0, prod(threads), *cluster),
        "constant": True,
        "linkage": "internal",
        "alignment": 0,
    }
    return kgen.Global((), (), attrs, (), instance.decl.loc)


def _simulated_entry(instance: Instance, symbol: str) -> kgen.Func:
    """The kernel as the simulator calls it, with the addresses of the arguments in an array."""
    func = _entry_func(symbol, [t.POINTER], "internal", instance)
    body, operands = func.body, []
    by_pointer = [True] * len(instance.closures) + instance.abi.arg_by_pointer
    for position, (type, direct) in enumerate(zip(instance.abi.inputs, by_pointer, strict=False)):
        index = kgen.Constant((), (t.INDEX,), {"value": position})
        body.append(index)
        attrs = {"element": t.POINTER, "inbounds": True}
        slot = pop.Offset((body.args[0], index.results[0]), (t.POINTER,), attrs)
        body.append(slot)
        value = _load(body, slot.results[0], t.POINTER)
        operands.append(value if direct else _load(body, value, type))
    _call_kernel(func, instance, operands)
    return func


def _load(body: Region, pointer: Value, type: t.Type) -> Value:
    op = pop.Load((pointer,), (type,), {})
    body.append(op)
    return op.results[0]


def _call_kernel(func: kgen.Func, instance: Instance, operands: list[Value]) -> None:
    body = func.body
    if instance.abi.raises:  # 'def' of 2025: it could raise but does not
        slot = pop.StackAllocation((), (t.POINTER,), {"type": t.ArrayType(64, t.BYTE), "count": 1})
        body.append(slot)
        operands = [*operands[: len(instance.abi.inputs) - 1], slot.results[0]]
    attrs = {"callee": SymbolRef(instance.symbol)}
    body.append(kgen.Call(operands, instance.abi.results, attrs, (), instance.decl.loc))
    body.append(kgen.Return((), ()))


def check_host_calls(module: kgen.Module, device: Program, kernels: Sequence[str]) -> None:
    """A device has no C library: a call to one is a mistake in the kernel that leads there."""
    allowed = _DEVICE_FUNCTIONS.get(device.target.arch, _SIMULATED_FUNCTIONS)
    problems: dict[Any, Diagnostic] = {}
    for kernel in kernels:
        found = [
            (op.name, place)
            for op, place in _ops_of_kernels(module, device, [kernel])
            if isinstance(op, pop.ExternalCall) and op.name not in allowed
        ]
        if not found:
            continue
        name, place = min(found, key=lambda each: each[1].start if each[1] else 0)
        message = f"a kernel cannot call '{name}', a function of the host's C library"
        if name in _SIMULATED_FUNCTIONS:
            message = f"a kernel for {device.target.cpu} cannot call '{name}': nothing there has it"
        problems.setdefault(place, error("host-only", place, message))
    if problems:
        raise CompileError(*problems.values())


def _ops_of_kernels(
    module: kgen.Module, device: Program, kernels: Sequence[str]
) -> Iterator[tuple[Op, Any]]:
    """Everything that kernels do, with the user's last place on the way there."""
    functions = {op.attrs["name"]: op for op in module.body}
    library = str(device.names.library)
    reached: dict[str, Any] = dict.fromkeys(kernels)
    pending = list(kernels)
    while pending:
        name = pending.pop()
        for op in functions[name].walk():
            place = op.loc
            if place is None or place.file.path.startswith(library):
                place = reached[name] or functions[name].loc
            yield op, place
            if isinstance(op, kgen.Call):
                callee = op.callee.name
                if callee in functions and callee not in reached:
                    reached[callee] = place
                    if not callee.startswith(_SIMULATOR):
                        pending.append(callee)
