"""A loaded model: its code in memory, its weights where they lie. Executing it is one native call.

Several threads may call one model at the same time: each call has memory of its own, out of a pool.
"""

from __future__ import annotations

import ctypes
import struct
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, Signature
from math import prod
from pathlib import Path
from time import perf_counter_ns
from typing import Any, Final, NamedTuple, NoReturn

from ember.driver import CPU, Buffer, Device
from ember.dtype import DType
from ember.engine.arguments import (
    as_argument,
    check_no_other_weights,
    check_weight_names,
    device_at,
    weight_memory,
)
from ember.engine.captured import CapturedCall, Capturing
from ember.engine.debugger import write_debugger_script
from ember.engine.mef import write_mef
from ember.engine.overlaps import overlapping
from ember.engine.profile import Profile, Recorder
from ember.engine.program import Program, TensorSpec
from ember.engine.threads import share_threads
from ember.engine.values import MojoValue
from ember.engine.watching import Inspector, WatchedProgram
from ember.runtime.cuda import CudaMemory
from ember.runtime.devices import find_accelerator
from ember.runtime.dlpack import row_major
from ember.runtime.jit import LoadedObject, LoadError, load_object
from ember.runtime.memory import HostMemory, copy_bytes
from ember.support.cache import default_cache
from ember.support.options import wants_line_tables

_MESSAGE_BYTES: Final = 1024
_ENTRIES: Final = ("ember_prepare", "ember_initialize", "ember_execute")
_POOLED: Final = 8
"""Arenas that are kept for calls to come."""
_REMEMBERED: Final = 4096
"""As many sets of shapes are prepared once only."""


_Memory = HostMemory | CudaMemory


class _Call(NamedTuple):
    """What a call with inputs of certain shapes needs: bytes of each arena, the host's first; sizes for the frame, strides of inputs
    that lie in a row and their bytes, each result's element type, shape, strides, device and bytes."""

    arenas: list[int]
    sizes: list[int]
    strides: list[tuple[int, ...]]
    spans: list[int]
    outputs: list[tuple[DType, tuple[int, ...], tuple[int, ...], Device, int]]


class Model:
    """A compiled graph: `model.execute(*inputs)` gives a list of buffers; `model(*inputs)` is the same."""

    def __init__(
        self,
        program: Program,
        weights: Mapping[str, Any] | None = None,
        inspector: Inspector | None = None,
    ) -> None:
        self.program: Final = program
        self._image = _loaded(program)
        share_threads(self._image.image)
        if wants_line_tables():
            write_debugger_script(program.name, self._image.image)
        if program.devices:
            self._image.keep()  # contexts and streams have addresses in it
        self._devices = opened(program)
        word = ctypes.c_void_p
        self._prepare = self._image.function("ember_prepare", ctypes.c_long, ctypes.c_char_p, word)
        self._run = self._image.function("ember_execute", ctypes.c_long, ctypes.c_char_p, word)
        if inspector:
            self._watched = WatchedProgram(program, self._image, inspector)
            self._run = self._watched.run
        self._owners: list[object] = []
        self._table = (ctypes.c_size_t * self._table_size())()
        self._contexts = [self._open(device) for device in self._devices]
        self._take_weights(weights or {})
        self._frame = struct.Struct(f"<{program.frame_size}q")
        self._found_results = self._found_shapes()
        self._gives_values = any(spec.opaque for spec in program.outputs)
        self._table_address = ctypes.addressof(self._table)
        self._expected = [
            (
                None if spec.opaque else spec.dtype,
                len(spec.shape),
                device_at(spec.device),
                spec,
                f"input {n} ('{spec.name}')",
            )
            for n, spec in enumerate(program.inputs)
        ]
        self._results = [device_at(spec.device) for spec in program.outputs]
        self._arenas: list[list[_Memory]] = []
        """For calls to come: memory of the host and of each device. A device's stream puts calls in order, so none has to wait."""
        self._captured: dict[int | tuple[int, ...], CapturedCall] = {}
        self._changed = frozenset(n for n, spec in enumerate(program.inputs) if spec.is_buffer)
        self._apart: tuple[list[int], list[int]] = ([], [])
        """Addresses and sizes of inputs that were found not to overlap, those of the last call."""
        self._calls: dict[tuple[tuple[int, ...], ...], _Call] = {}
        """What calls with shapes seen before needed."""

    # -- loading -------------------------------------------------------------------------------------------

    def _table_size(self) -> int:
        program = self.program
        return max(1, len(program.weights) + len(program.constants) + len(program.kept))

    def _found_shapes(self) -> dict[int, int]:
        """Where in the frame the shapes of results are that are found while the model runs."""
        program = self.program
        ranks = [len(program.outputs[number].shape) for number in program.found_results]
        starts = [program.frame_size - sum(ranks[place:]) for place in range(len(ranks))]
        return dict(zip(program.found_results, starts, strict=True))

    def _take_weights(self, weights: Mapping[str, Any]) -> None:
        """Fills the table, and computes what depends on weights alone."""
        passing = self._fill_table(weights)
        self._initialize()
        for place in {place for place, _ in passing}:
            device_at(place).synchronize()

    def _fill_table(self, weights: Mapping[str, Any]) -> dict[tuple[str, int], _Memory]:
        """Addresses of weights, constants and what is computed of them; gives the blocks that are not needed any more then."""
        program = self.program
        weights = {**program.inside, **weights} if isinstance(weights, Mapping) else weights
        check_weight_names(program, weights)
        at = 0
        for spec in program.weights:
            address, owner = weight_memory(spec.name, weights[spec.name], spec)
            self._table[at] = address
            self._owners.append(owner)
            at += 1
        for data in program.constants:
            memory = HostMemory(len(data))
            copy_bytes(memory.address, data, len(data))  # type: ignore[arg-type]
            self._owners.append(memory)
            self._table[at] = memory.address
            at += 1
        passing: dict[tuple[str, int], _Memory] = {}
        sizes: dict[tuple[str, int], int] = defaultdict(int)
        for size, place, block in program.kept:
            if block is not None:
                sizes[place, block] = max(sizes[place, block], size)
        for size, place, block in program.kept:
            if block is None:
                room = device_at(place).allocate(size)
                self._owners.append(room)
            else:
                if (place, block) not in passing:
                    passing[place, block] = device_at(place).allocate(sizes[place, block])
                room = passing[place, block]
            self._table[at] = room.address
            at += 1
        return passing

    def _open(self, device: Device, stream: int | None = None) -> int:
        """The context that the program's kernels are launched with, on the device's stream or another one."""
        number = ctypes.c_long
        run = self._image.function("ember_open", number, number, number, ctypes.c_void_p)
        message = ctypes.create_string_buffer(_MESSAGE_BYTES)
        context = run(device.id, device.stream if stream is None else stream, ctypes.addressof(message))  # fmt: skip
        if not context:
            raise RuntimeError(f"loading the model '{self.program.name}': {message.value.decode()}")
        return int(context)

    def _initialize(self) -> None:
        word = ctypes.c_void_p
        run = self._image.function("ember_initialize", ctypes.c_long, word, word, word)
        message = ctypes.create_string_buffer(_MESSAGE_BYTES)
        contexts = (ctypes.c_size_t * max(1, len(self._contexts)))(*self._contexts)
        if run(ctypes.addressof(self._table), ctypes.addressof(contexts), ctypes.addressof(message)):  # fmt: skip
            raise RuntimeError(f"loading the model '{self.program.name}': {message.value.decode()}")

    # -- executing -----------------------------------------------------------------------------------------

    def execute(self, *args: Any) -> list[Buffer]:
        """Runs the model; inputs that are buffers of the graph are changed in place."""
        buffers = self._fitting(args)
        shapes = tuple([buffer.shape for buffer in buffers])
        call = self._calls.get(shapes)
        if call is None:
            call = self._prepared(shapes)
        if [buffer.strides for buffer in buffers] != call.strides:
            self._check_rows(buffers)
        addresses = [buffer.address for buffer in buffers]
        if self._changed:
            for number in self._shared(addresses, call.spans):
                buffers[number] = buffers[number].copy()
                addresses[number] = buffers[number].address
        arenas = self._taken(call.arenas)
        arena = arenas[0]
        message = arena.address + arena.size - _MESSAGE_BYTES
        places = [arena.address, self._table_address]
        if self._contexts:
            places += [w for c, a in zip(self._contexts, arenas[1:]) for w in (c, a.address)]
        places += call.sizes
        if self._found_results or self._gives_values:
            return self._run_finding(buffers, addresses, places, call, arenas)
        owners = [device.allocate(size) for _, _, _, device, size in call.outputs]
        frame = self._frame.pack(*addresses, *[memory.address for memory in owners], *places)
        failed = self._run(frame, message)
        if failed:
            self._fail(failed, message)
        if len(self._arenas) < _POOLED:
            self._arenas.append(arenas)
        return [
            Buffer.over(memory, dtype, shape, strides, device)
            for memory, (dtype, shape, strides, device, _) in zip(owners, call.outputs)
        ]

    def launch(
        self,
        shapes: tuple[tuple[int, ...], ...],
        stream: int | None = None,
        allocate: Callable[[int], Any] | None = None,
    ) -> Callable[[Sequence[int]], None]:
        """A call for inputs of these shapes, of a model that gives no results but changes inputs: it takes their addresses, unchecked.
        The caller sees to it that nothing else lies in the memory of an input that is changed.

        With `stream`, the device's work is put there, and its memory comes from `allocate`: an object with an address.
        """
        if self.program.outputs:
            raise ValueError(
                f"the model '{self.program.name}' gives results; 'execute' returns them"
            )
        call = self._calls.get(shapes) or self._prepared(shapes)
        contexts = self._contexts if stream is None else [self._open(d, stream) for d in self._devices]  # fmt: skip

        def run(addresses: Sequence[int]) -> None:
            if allocate is None:
                arenas = self._taken(call.arenas)
            else:
                arenas = [HostMemory(call.arenas[0]), *map(allocate, call.arenas[1:])]
            arena = arenas[0]
            message = arena.address + arena.size - _MESSAGE_BYTES
            devices = [w for c, a in zip(contexts, arenas[1:]) for w in (c, a.address)] if contexts else ()  # fmt: skip
            places = (arena.address, self._table_address, *devices, *call.sizes)
            failed = self._run(self._frame.pack(*addresses, *places), message)
            if failed:
                self._fail(failed, message)
            if allocate is None and len(self._arenas) < _POOLED:
                self._arenas.append(arenas)

        return run

    def capture(self, graph_keys: int | Sequence[int], *inputs: Buffer) -> list[Buffer]:
        """Runs the model on these buffers, and keeps its launches as one graph of the device, for `replay` with the same key.

        Everything must be on one GPU, and nothing read by the host on the way. The results stay the same buffers.
        """
        key = _key(graph_keys)
        program = self.program
        places = {spec.device for spec in (*program.inputs, *program.outputs)}
        if len(program.devices) != 1 or places != set(program.devices) or self._found_results:
            raise ValueError(
                f"the model '{program.name}' cannot be captured: all its inputs and results must be on one GPU"
            )
        if not all(isinstance(value, Buffer) for value in inputs):
            raise TypeError(f"the model '{program.name}': a call is captured with buffers")
        outputs = self.execute(*inputs)  # loads every kernel
        buffers = self._fitting(inputs)
        call = self._calls.get(tuple(b.shape for b in buffers)) or self._prepared(tuple(b.shape for b in buffers))  # fmt: skip
        if self._shared([buffer.address for buffer in buffers], call.spans):
            raise ValueError(
                f"the model '{program.name}' cannot be captured: an input shares memory with one that it changes"
            )
        arenas = self._taken(call.arenas)
        message = arenas[0].address + arenas[0].size - _MESSAGE_BYTES
        frame = self._frame.pack(
            *[buffer.address for buffer in buffers],
            *[buffer.address for buffer in outputs],
            arenas[0].address,
            self._table_address,
            self._contexts[0],
            arenas[1].address,
            *call.sizes,
        )

        def launch() -> None:
            failed = self._run(frame, message)
            if failed:
                self._fail(failed, message)

        context = self._contexts[0]
        capturing = Capturing(self._image)
        self._captured[key] = CapturedCall(capturing, context, buffers, outputs, arenas, launch)
        return outputs

    def replay(self, graph_keys: int | Sequence[int], *inputs: Buffer) -> list[Buffer]:
        """Does again what was captured: the buffers of the capture hold the inputs, and get the results."""
        key = _key(graph_keys)
        captured = self._captured.get(key)
        if captured is None:
            raise ValueError(f"the model '{self.program.name}': no call was captured as {key}")
        if inputs and not captured.fits(list(inputs)):
            raise ValueError(
                f"the model '{self.program.name}': the call {key} was captured with other buffers; copy into those"
            )
        captured.replay()
        return captured.outputs

    def release_captured_graph(self, graph_keys: int | Sequence[int]) -> None:
        """Frees what was captured with this key, with its memory."""
        self._captured.pop(_key(graph_keys), None)

    def reload(self, weights_registry: Mapping[str, Any]) -> None:
        """The same model with other weights, or with its own if these do not fit; no call may be running. What was captured is forgotten.

        Unlike those that `load` is given, a file of which a model may need some only, they are all weights of this model.
        """
        owners, table = self._owners, bytes(self._table)
        self._owners = []
        try:
            self._take_weights(weights_registry)
            check_no_other_weights(self.program, weights_registry)
        except BaseException:
            self._owners = owners
            copy_bytes(self._table_address, table, len(table))  # type: ignore[arg-type]
            raise
        self._captured.clear()

    def _shared(self, addresses: list[int], spans: list[int]) -> list[int]:
        """Inputs that must be copied, because a buffer lies there that the call changes."""
        if self._apart == (addresses, spans):
            return []
        try:
            found = overlapping(addresses, spans, self._changed)
        except ValueError as problem:
            raise ValueError(f"the model '{self.program.name}': {problem}") from None
        if not found:
            self._apart = (list(addresses), spans)
        return found

    def _run_finding(
        self, inputs: list[Buffer], addresses: list[int], places: list[int], call: _Call, arenas: list[_Memory]
    ) -> list[Buffer]:  # fmt: skip
        """A call some of whose results have shapes that are found on the way: their memory comes back in the frame. Others may be values of Mojo types."""
        found = self._found_results
        arena = arenas[0]
        message = arena.address + arena.size - _MESSAGE_BYTES
        values = self._new_values(inputs)
        owners = [
            values.get(number) if number in found or number in values else device.allocate(size)
            for number, (_, _, _, device, size) in enumerate(call.outputs)
        ]
        given = [memory.address if memory is not None else 0 for memory in owners]
        frame = ctypes.create_string_buffer(
            self._frame.pack(*addresses, *given, *places), self._frame.size
        )
        failed = self._run(frame, message)
        words = self._frame.unpack(frame.raw)
        results: list[Any] = []
        for number, (dtype, shape, _, device, _) in enumerate(call.outputs):
            memory = owners[number]
            if number in values:
                results.append(memory)
                continue
            if number in found:
                at = found[number]
                shape = words[at : at + len(shape)]
                size = prod(shape) * dtype.size_in_bytes
                memory = device.adopted(words[len(addresses) + number], size)
            assert memory is not None
            if not failed:
                results.append(Buffer.over(memory, dtype, shape, row_major(shape), device))
        if failed:
            self._fail(failed, message)
        if len(self._arenas) < _POOLED:
            self._arenas.append(arenas)
        return results

    def _new_values(self, inputs: list[Any]) -> dict[int, Any]:
        """The results that are values of Mojo types: new ones, or those the caller has."""
        made: dict[int, Any] = {}
        for number, spec in enumerate(self.program.outputs):
            kind, _, at = spec.end.partition(" ")
            if spec.opaque:
                made[number] = MojoValue(spec, self._image) if not at else (inputs if kind == "input" else made)[int(at)]  # fmt: skip
        return made

    def _fail(self, number: int, message: int) -> NoReturn:
        """What a call that failed says: a kernel's message, or that sizes it found do not fit."""
        if number == 1:
            told = ctypes.string_at(message).decode(errors="replace")
            raise RuntimeError(f"the model '{self.program.name}': {told}")
        found, wanted = (ctypes.c_long * 2).from_address(message)
        raise ValueError(
            f"the model '{self.program.name}': {self.program.guards[number - 2]}; it is {found}, not {wanted}"
        )

    def _fitting(self, args: tuple[Any, ...]) -> list[Buffer]:
        """The arguments as buffers, all of which fit."""
        specs = self.program.inputs
        if len(args) != len(specs):
            raise ValueError(
                f"the model '{self.program.name}' has {len(specs)} inputs, and {len(args)} are given"
            )
        found: list[Buffer] = []
        for value, (dtype, rank, device, spec, what) in zip(args, self._expected):
            if (
                type(value) is Buffer
                and value.dtype is dtype
                and len(value.shape) == rank
                and value.device.label == device.label
                and value.device.id == device.id
            ):
                found.append(value)
            else:
                found.append(as_argument(value, spec, what))  # type: ignore[arg-type]
        return found

    def _check_rows(self, buffers: list[Buffer]) -> None:
        """`ValueError` for the first whose elements do not lie in a row."""
        for buffer, (_, _, _, spec, what) in zip(buffers, self._expected):
            as_argument(buffer, spec, what)

    def __call__(self, *args: Any, **named: Any) -> list[Buffer]:
        """The same; inputs may also be given by name."""
        if not named and len(args) >= len(self.program.inputs):
            return self.execute(*args)
        everything = [spec.name for spec in self.program.inputs]
        names = everything[len(args) :]
        unknown = [name for name in named if name not in names]
        missing = [name for name in names if name not in named]
        if unknown or missing:
            wrong = f"no input '{unknown[0]}'" if unknown else f"no value for '{missing[0]}'"
            raise TypeError(
                f"the model '{self.program.name}': {wrong}; its inputs are {', '.join(everything)}"
            )
        return self.execute(*args, *(named[name] for name in names))

    def _prepared(self, shapes: tuple[tuple[int, ...], ...]) -> _Call:
        """What a call with inputs of these shapes needs."""
        share_threads(self._image.image)
        program = self.program
        sizes = [size for shape in shapes for size in shape]
        sizes += [0 for number in program.found_results for _ in program.outputs[number].shape]
        empty = [0] * (program.frame_size - len(sizes))
        arenas = 1 + len(self._devices)
        answer = (ctypes.c_long * (1 + arenas + sum(len(s.shape) for s in program.outputs)))()
        guard = self._prepare(self._frame.pack(*empty, *sizes), ctypes.addressof(answer))
        if guard:
            raise ValueError(
                f"the model '{program.name}': {program.guards[guard - 1]}; it is {answer[0]}, not {answer[1]}"
            )
        outputs = []
        at = arenas
        for spec, device in zip(program.outputs, self._results):
            shape = tuple(answer[at : at + len(spec.shape)])
            if min(shape, default=0) < 0:
                raise ValueError(
                    f"the model '{program.name}': '{spec.name}' would have the shape {list(shape)}"
                )
            size = prod(shape) * spec.dtype.size_in_bytes
            outputs.append((spec.dtype, shape, row_major(shape), device, size))
            at += len(shape)
        room = [int(size) for size in answer[:arenas]]
        room[0] += _MESSAGE_BYTES
        spans = [prod(s) * i.dtype.size_in_bytes for s, i in zip(shapes, program.inputs)]
        call = _Call(room, sizes, [*map(row_major, shapes)], spans, outputs)
        if len(self._calls) < _REMEMBERED:
            self._calls[shapes] = call
        return call

    def _taken(self, sizes: list[int]) -> list[_Memory]:
        """Arenas for a call, out of the pool where those are large enough."""
        try:
            arenas = self._arenas.pop()
        except IndexError:
            return self._new_arenas(sizes)
        for arena, size in zip(arenas, sizes, strict=True):
            if arena.size < size:
                return self._new_arenas(sizes)
        return arenas

    def _new_arenas(self, sizes: list[int]) -> list[_Memory]:
        return [HostMemory(sizes[0]), *(d.allocate(n) for d, n in zip(self._devices, sizes[1:]))]

    def export_mef(self, path: Path | str, *, with_weights: bool | None = None) -> None:
        """Writes the model to a file, which `InferenceSession.load` reads without a compiler; its weights are inside if asked for, or if the model came from such a file."""
        is_inside = bool(self.program.inside) if with_weights is None else with_weights
        write_mef(self.program, path, self._given_weights() if is_inside else None)

    def _given_weights(self) -> dict[str, Buffer]:
        """The weights it was loaded with, where they lie."""
        found = {}
        for spec, address in zip(self.program.weights, self._table):
            shape = tuple(map(int, spec.shape))  # type: ignore[arg-type]
            found[spec.name] = Buffer.lent(address, spec.dtype, shape, row_major(shape), self)
        return found

    # -- looking -------------------------------------------------------------------------------------------

    def profile(self, *args: Any, rounds: int = 10) -> Profile:
        """Runs the model a few times on some inputs, and says what each kernel took."""
        quickest = min(self._timed(args) for _ in range(rounds + 1))
        recorder = Recorder()
        plain, watched = self._run, WatchedProgram(self.program, self._image, recorder)
        self._run = watched.run
        try:
            for _ in range(rounds):
                self.execute(*args)
        finally:
            self._run = plain
        return Profile(self.name, rounds, quickest, recorder.launches)

    def _timed(self, args: tuple[Any, ...]) -> int:
        start = perf_counter_ns()
        self.execute(*args)
        for device in self._devices:
            device.synchronize()
        return perf_counter_ns() - start

    @property
    def name(self) -> str:
        return self.program.name

    @property
    def input_metadata(self) -> list[TensorSpec]:
        return [_described(spec) for spec in self.program.inputs]

    @property
    def output_metadata(self) -> list[TensorSpec]:
        return [_described(spec) for spec in self.program.outputs]

    @property
    def devices(self) -> list[Device]:
        """Where it runs: the host, and what else its tensors are on."""
        return [CPU(), *self._devices]

    @property
    def input_devices(self) -> list[Device]:
        return [device for _, _, device, _, _ in self._expected]

    @property
    def output_devices(self) -> list[Device]:
        return list(self._results)

    @property
    def signature(self) -> Signature:
        """What it is called with."""
        kind = Parameter.POSITIONAL_OR_KEYWORD
        return Signature([Parameter(spec.name, kind) for spec in self.program.inputs])

    @property
    def kernel_summaries(self) -> list[str]:
        """What each kernel that a call launches does, in order."""
        return list(self.program.kernel_summaries)

    def __repr__(self) -> str:
        inputs = ", ".join(f"{spec.name}: {spec}" for spec in self.program.inputs)
        outputs = ", ".join(map(str, self.program.outputs))
        return f"Model({self.name}: ({inputs}) -> ({outputs}))"


def _key(graph_keys: int | Sequence[int]) -> int | tuple[int, ...]:
    return graph_keys if isinstance(graph_keys, int) else tuple(graph_keys)


def _described(spec: TensorSpec) -> TensorSpec:
    """A spec whose shape is a list, as programs for MAX compare it."""
    return spec._replace(shape=list(spec.shape))  # type: ignore[arg-type]


def _loaded(program: Program) -> LoadedObject:
    """The code of a program; `ValueError` where generated files that a user changed lack what a model needs."""
    try:
        image = load_object(*program.objects, units=program.units)
        for name in _ENTRIES:
            image.address(name)
        return image
    except LoadError as problem:
        raise ValueError(
            f"the model '{program.name}' cannot be loaded: {problem}; generated files that are changed must export what they exported"
        ) from None


def opened(program: Program) -> list[Device]:
    """The devices of a program; `ValueError` where this machine lacks what it was compiled for."""
    if program.devices:
        found = find_accelerator(default_cache())
        if found != program.accelerator:
            raise ValueError(
                f"the model '{program.name}' is compiled for {program.accelerator}, and this machine has {found}; compile it again"
            )
    return [device_at(place) for place in program.devices]
