"""Names of MLIR that tests written for MAX mention: our IR needs no context, and places are the user's lines."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from ember.ir.nodes import Op
from ember.ir.printer import print_op

__path__: list[str] = []
"""`max.mlir.dialects` is this module, too."""


class Context(ExitStack):
    """Nothing has to be set up, and nothing taken down."""


class Location(Context):
    """A place in a program; only the unknown one can be asked for."""

    @staticmethod
    def unknown() -> Location:
        return Location()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Location)

    def __hash__(self) -> int:
        return hash(Location)


class Operation:
    """An op that can be printed and checked."""

    def __init__(self, op: Op) -> None:
        self._op = op

    def verify(self) -> bool:
        """True; an exception says what is wrong with the op."""
        from ember.ir.verifier import verify

        verify(self._op)
        return True

    def __str__(self) -> str:
        return print_op(self._op)


OpView = Operation


class _Dialect:
    """The operators of graphs, by the names of a dialect: `rmo.add`."""

    def __getattr__(self, name: str) -> Any:
        from ember.graph.api import ops

        return getattr(ops, name)


rmo = mo = _Dialect()


class Module:
    """A module without graphs."""

    @staticmethod
    def create() -> Module:
        return Module()


def default_mlir_context() -> Context:
    """The context that every program has."""
    return Context()
