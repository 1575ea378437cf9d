"""A loaded model: its code in memory, its weights where they lie. Executing it is one native call.

Several threads may call one model at the same time: each call has memory of its own, out of a pool.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Mapping
from typing import Any, Final

from ember.driver import Buffer
from ember.engine.arguments import as_buffer, weight_memory
from ember.engine.program import Program, TensorSpec
from ember.runtime.jit import load_object
from ember.runtime.memory import HostMemory, copy_bytes

_MESSAGE_BYTES: Final = 1024
_POOLED: Final = 8
"""Arenas that are kept for calls to come."""


class Model:
    """A compiled graph: `model.execute(*inputs)` gives a list of buffers; `model(*inputs)` is the same."""

    def __init__(self, program: Program, weights: Mapping[str, Any] | None = None) -> None:
        self.program: Final = program
        self._image = load_object(*program.objects)
        word = ctypes.c_void_p
        self._prepare = self._image.function("ember_prepare", ctypes.c_long, ctypes.c_char_p, word)
        self._run = self._image.function("ember_execute", ctypes.c_long, ctypes.c_char_p, word)
        self._owners: list[object] = []
        self._table = (ctypes.c_size_t * self._table_size())()
        self._fill_table(weights or {})
        self._initialize()
        self._frame = struct.Struct(f"<{program.frame_size}q")
        self._labels = [f"input {n} ('{spec.name}')" for n, spec in enumerate(program.inputs)]
        self._arenas: list[HostMemory] = []
        self._known: dict[tuple[int, ...], tuple[int, list[tuple[int, ...]]]] = {}
        """What `prepare` said for shapes seen before."""

    # -- loading -------------------------------------------------------------------------------------------

    def _table_size(self) -> int:
        program = self.program
        return max(1, len(program.weights) + len(program.constants) + len(program.kept))

    def _fill_table(self, weights: Mapping[str, Any]) -> None:
        program = self.program
        missing = [spec.name for spec in program.weights if spec.name not in weights]
        if missing:
            shown = ", ".join(missing[:5]) + (" …" if len(missing) > 5 else "")
            raise ValueError(
                f"the model '{program.name}' is loaded without {len(missing)} of its weights: {shown}"
            )
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
        for size in program.kept:
            memory = HostMemory(size)
            self._owners.append(memory)
            self._table[at] = memory.address
            at += 1

    def _initialize(self) -> None:
        word = ctypes.c_void_p
        run = self._image.function("ember_initialize", ctypes.c_long, word, word)
        message = ctypes.create_string_buffer(_MESSAGE_BYTES)
        if run(ctypes.addressof(self._table), ctypes.addressof(message)):
            raise RuntimeError(f"loading the model '{self.program.name}': {message.value.decode()}")

    # -- executing -----------------------------------------------------------------------------------------

    def execute(self, *args: Any) -> list[Buffer]:
        """Runs the model; inputs that are buffers of the graph are changed in place."""
        specs = self.program.inputs
        if len(args) != len(specs):
            raise ValueError(
                f"the model '{self.program.name}' has {len(specs)} inputs, and {len(args)} are given"
            )
        buffers = [
            as_buffer(value, spec, label)
            for value, spec, label in zip(args, specs, self._labels, strict=True)
        ]
        shapes = tuple(size for buffer in buffers for size in buffer.shape)
        found = self._known.get(shapes)
        if found is None:
            found = self._prepared(shapes)
        arena_size, output_shapes = found
        outputs = [
            Buffer(spec.dtype, shape)
            for spec, shape in zip(self.program.outputs, output_shapes, strict=True)
        ]
        arena = self._arena(arena_size)
        frame = self._frame.pack(
            *[buffer.address for buffer in buffers],
            *[buffer.address for buffer in outputs],
            arena.address,
            ctypes.addressof(self._table),
            *shapes,
        )
        message = ctypes.create_string_buffer(_MESSAGE_BYTES)
        failed = self._run(frame, ctypes.addressof(message))
        if len(self._arenas) < _POOLED:
            self._arenas.append(arena)
        if failed:
            raise RuntimeError(f"the model '{self.program.name}': {message.value.decode()}")
        return outputs

    def __call__(self, *args: Any, **named: Any) -> list[Buffer]:
        """The same; inputs may also be given by name."""
        if not named:
            return self.execute(*args)
        names = [spec.name for spec in self.program.inputs][len(args) :]
        unknown = [name for name in named if name not in names]
        missing = [name for name in names if name not in named]
        if unknown or missing:
            wrong = f"no input '{unknown[0]}'" if unknown else f"no value for '{missing[0]}'"
            raise TypeError(
                f"the model '{self.program.name}': {wrong}; its inputs are {', '.join(names)}"
            )
        return self.execute(*args, *(named[name] for name in names))

    def _prepared(self, shapes: tuple[int, ...]) -> tuple[int, list[tuple[int, ...]]]:
        program = self.program
        empty = [0] * (program.frame_size - len(shapes))
        count = 2 + sum(len(spec.shape) for spec in program.outputs)
        sizes = (ctypes.c_long * count)()
        guard = self._prepare(self._frame.pack(*empty, *shapes), ctypes.addressof(sizes))
        if guard:
            raise ValueError(
                f"the model '{program.name}': {program.guards[guard - 1]}; it is {sizes[0]}, not {sizes[1]}"
            )
        found: list[tuple[int, ...]] = []
        at = 1
        for spec in program.outputs:
            shape = tuple(sizes[at : at + len(spec.shape)])
            if min(shape, default=0) < 0:
                raise ValueError(
                    f"the model '{program.name}': '{spec.name}' would have the shape {list(shape)}"
                )
            found.append(shape)
            at += len(shape)
        result = (int(sizes[0]), found)
        if len(self._known) < 4096:
            self._known[shapes] = result
        return result

    def _arena(self, size: int) -> HostMemory:
        try:
            arena = self._arenas.pop()
        except IndexError:
            return HostMemory(size)
        return arena if arena.size >= size else HostMemory(size)

    # -- looking -------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self.program.name

    @property
    def input_metadata(self) -> list[TensorSpec]:
        return list(self.program.inputs)

    @property
    def output_metadata(self) -> list[TensorSpec]:
        return list(self.program.outputs)

    @property
    def kernel_summaries(self) -> list[str]:
        """What each kernel that a call launches does, in order."""
        return list(self.program.kernel_summaries)

    def __repr__(self) -> str:
        inputs = ", ".join(f"{spec.name}: {spec}" for spec in self.program.inputs)
        outputs = ", ".join(map(str, self.program.outputs))
        return f"Model({self.name}: ({inputs}) -> ({outputs}))"
