"""Local names: lexical scopes inside functions, and what a function body knows about itself.

A name maps to the SSA value that stands for it, or to None where the name is known but has no value here: parameters,
arguments seen from the signature, a nested function seen from its own body. Those become `lit.name`, and hide locals
of the same name further out.
"""

from __future__ import annotations

from ember.ir.nodes import Op, Region, Value
from ember.support.source import Span


class LocalNames:
    """The names of one block, with the scope around it."""

    __slots__ = ("function", "names", "parent", "spans")

    def __init__(self, parent: LocalNames | None, function: FunctionFrame | None) -> None:
        self.parent = parent
        self.function = function
        """The function whose body this scope is part of; None in module and member scopes."""
        self.names: dict[str, Value | None] = {}
        self.spans: dict[str, Span] = {}
        """Where names that may not be declared again in this scope were declared."""

    def lookup(self, name: str) -> Value | None:
        """The value `name` stands for, or None if it has to be a `lit.name`."""
        scope: LocalNames | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def knows(self, name: str) -> bool:
        """Whether this scope or one around it declares the name."""
        return self.declaring(name) is not None

    def declaring(self, name: str) -> LocalNames | None:
        """The scope that declares the name: this one or one around it."""
        scope: LocalNames | None = self
        while scope is not None and name not in scope.names:
            scope = scope.parent
        return scope

    def bind(self, name: str, value: Value | None) -> None:
        """Declares a name that a later declaration in the same scope may replace."""
        self.names[name] = value
        self.spans.pop(name, None)

    def declare(self, name: str, value: Value | None, span: Span) -> Span | None:
        """Declares a name; the place of an earlier declaration in this very scope, if there is one."""
        earlier = self.spans.get(name)
        self.names[name] = value
        self.spans[name] = span
        return earlier


class FunctionFrame:
    """A function body being lowered: where implicit variables go and which loops are open."""

    __slots__ = (
        "body",
        "elements",
        "has_unreachable",
        "last_implicit",
        "loop_depth",
        "scope",
    )

    def __init__(self, body: Region) -> None:
        self.body = body
        self.scope: LocalNames | None = None
        """The outermost scope of the body, which implicit variables belong to."""
        self.loop_depth = 0
        self.last_implicit: Op | None = None
        self.elements: list[tuple[Value, Span]] = []
        """What loops and handlers name, and where."""
        self.has_unreachable = False

    def hoist(self, variable: Op) -> None:
        """Puts a variable at the start of the body, after those already there."""
        if self.last_implicit is not None:
            self.body.insert_after(self.last_implicit, variable)
        elif self.body.first is not None:
            self.body.insert_before(self.body.first, variable)
        else:
            self.body.append(variable)
        self.last_implicit = variable
