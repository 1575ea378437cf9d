"""Calls that were captured: the launches of a call with certain buffers as one graph of the device, replayed at little cost."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, Final

from ember.driver import Buffer

_BEGIN, _END, _ABANDON, _REPLAY, _FREE = range(5)
_MESSAGE_BYTES: Final = 1024


class Capturing:
    """The part of a loaded program that captures and replays."""

    def __init__(self, image: Any) -> None:
        number = ctypes.c_long
        self._call = image.function("ember_graph", number, number, number, ctypes.c_void_p)

    def ask(self, what: int, value: int) -> int:
        """An address, or 1; `RuntimeError` says why not."""
        message = ctypes.create_string_buffer(_MESSAGE_BYTES)
        answer = self._call(what, value, ctypes.addressof(message))
        if not answer:
            raise RuntimeError(f"capturing a call: {message.value.decode(errors='replace')}")
        return int(answer)


class CapturedCall:
    """One call: its graph, and all memory that the graph uses."""

    def __init__(
        self,
        capturing: Capturing,
        context: int,
        inputs: list[Buffer],
        outputs: list[Buffer],
        arenas: object,
        launch: Callable[[], None],
    ) -> None:
        self._capturing: Final = capturing
        self.inputs: Final = inputs
        self.outputs: Final = outputs
        self._arenas: Final = arenas
        self._graph = capturing.ask(_BEGIN, context)
        try:
            launch()
        except BaseException:
            graph, self._graph = self._graph, 0
            capturing.ask(_ABANDON, graph)
            raise
        capturing.ask(_END, self._graph)

    def fits(self, buffers: list[Buffer]) -> bool:
        """Whether these are the buffers it was captured with."""
        return [b.address for b in buffers] == [b.address for b in self.inputs]

    def replay(self) -> None:
        self._capturing.ask(_REPLAY, self._graph)

    def __del__(self) -> None:
        if getattr(self, "_graph", 0):
            self._capturing.ask(_FREE, self._graph)
