"""The state of lowering one module, and the tables of rules that do it.

Each construct's rule is a function registered for its node class with `@lowers_expression` or `@lowers_statement`; rules
call back through `Lowering.expression` and `Lowering.statement`, so the modules that hold them do not import each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ember.dialects import lit
from ember.dialects.types import ANY
from ember.ir.nodes import Op, Region, Value
from ember.lower.scopes import FunctionFrame, LocalNames
from ember.support.diagnostics import DiagnosticSink, Note
from ember.support.edition import MEANINGS, Edition
from ember.support.source import Span
from ember.syntax import tree

ExpressionRule = Callable[["Lowering", Any], Value]
StatementRule = Callable[["Lowering", Any], None]
E = TypeVar("E", bound=ExpressionRule)
S = TypeVar("S", bound=StatementRule)

EXPRESSION_RULES: dict[type[tree.Expr], ExpressionRule] = {}
STATEMENT_RULES: dict[type[tree.Stmt], StatementRule] = {}

ONE_RESULT = (ANY,)


def lowers_expression(*nodes: type[tree.Expr]) -> Callable[[E], E]:
    """Registers the rule for expression node classes."""

    def register(rule: E) -> E:
        for node in nodes:
            EXPRESSION_RULES[node] = rule
        return rule

    return register


def lowers_statement(*nodes: type[tree.Stmt]) -> Callable[[S], S]:
    """Registers the rule for statement node classes (inside function bodies)."""

    def register(rule: S) -> S:
        for node in nodes:
            STATEMENT_RULES[node] = rule
        return rule

    return register


class Lowering:
    """Where ops go (`region`), what names mean (`scope`), and where complaints go (`sink`)."""

    __slots__ = (
        "imported",
        "inner_imports",
        "means",
        "qualified",
        "region",
        "scope",
        "sink",
        "warns",
    )

    def __init__(
        self, edition: Edition, sink: DiagnosticSink, region: Region, warns: bool = False
    ) -> None:
        self.means = MEANINGS[edition.value]
        self.sink = sink
        self.region = region
        self.scope = LocalNames(None, None)
        self.inner_imports: dict[tuple[str, int, str], None] = {}
        """What functions import: module, level, name."""
        self.imported: set[str] = set()
        """The names that the file imports from modules."""
        self.qualified: LocalNames | None = None
        """The parameters of the struct whose members these are, which are written `Self.name` there."""
        self.warns = warns
        """Whether the file is looked through for what is likely a mistake."""

    # -- emitting --------------------------------------------------------------------------------

    def emit(self, op: Op) -> None:
        self.region.append(op)

    def value(self, op: Op) -> Value:
        """Emits an op and gives its first result."""
        self.region.append(op)
        return op.results[0]

    def error(self, code: str, span: Span, message: str, *notes: str | Note) -> None:
        self.sink.error(code, span, message, *notes)

    # -- dispatch --------------------------------------------------------------------------------

    def expression(self, node: tree.Expr) -> Value:
        return EXPRESSION_RULES[node.__class__](self, node)

    def expressions(self, nodes: Sequence[tree.Expr]) -> list[Value]:
        rules = EXPRESSION_RULES
        return [rules[node.__class__](self, node) for node in nodes]

    def statement(self, node: tree.Stmt) -> None:
        STATEMENT_RULES[node.__class__](self, node)

    def statements(self, nodes: Sequence[tree.Stmt]) -> None:
        """A block's statements; those after one that always leaves the block are dropped."""
        rules = STATEMENT_RULES
        region = self.region
        warned: Op | None = None
        for node in nodes:
            last = region.last
            if self.warns and last is not None and last is not warned and always_leaves(last):
                self._warn_unreachable(node, last)
                warned = last
            if last is not None and last.is_terminator:
                if warned is not last:
                    self._warn_unreachable(node, last)
                return
            rules[node.__class__](self, node)

    def _warn_unreachable(self, node: tree.Stmt, last: Op) -> None:
        if self.scope.function is not None:
            self.scope.function.has_unreachable = True
        note = Note("because control leaves here", last.loc)
        self.sink.warning("unreachable-code", node.span, "this code can never run", note)

    # -- regions ---------------------------------------------------------------------------------

    def yielding(self, node: tree.Expr | None) -> Region:
        """A region that yields an expression's value; empty if there is no expression."""
        region = Region()
        if node is not None:
            outer = self.region
            self.region = region
            value = self.expression(node)
            region.append(lit.Yield((value,), (), None, (), node.span))
            self.region = outer
        return region

    def yielding_all(self, nodes: Sequence[tree.Expr] | None) -> Region:
        """A region that yields several values; empty if there are none."""
        region = Region()
        if nodes:
            outer = self.region
            self.region = region
            values = self.expressions(nodes)
            region.append(lit.Yield(values, (), None, (), nodes[0].span.to(nodes[-1].span)))
            self.region = outer
        return region

    def block(self, nodes: Sequence[tree.Stmt]) -> Region:
        """A region with a block's statements, in a scope of their own."""
        region = Region()
        if nodes:
            outer = self.enter(region)
            self.statements(nodes)
            self.leave(outer)
        return region

    def enter(self, region: Region) -> tuple[Region, LocalNames]:
        """Opens a block: ops go to `region`, names to a new scope. Give the result to `leave`."""
        outer = (self.region, self.scope)
        self.region = region
        self.scope = LocalNames(self.scope, self.scope.function)
        return outer

    def leave(self, outer: tuple[Region, LocalNames]) -> None:
        self.region, self.scope = outer

    # -- names -----------------------------------------------------------------------------------

    def is_free(self, name: str) -> bool:
        """Whether nothing in the enclosing functions declares the name."""
        return not self.scope.knows(name)

    def declare(self, name: str, value: Value | None, span: Span) -> None:
        """Declares a local; declaring it twice in one scope is an error."""
        if name == "_":
            return
        earlier = self.scope.declare(name, value, span)
        if earlier is not None:
            self.error(
                "redeclared-variable",
                span,
                f"'{name}' is already declared in this scope",
                Note("the earlier declaration is here", earlier),
            )

    def declare_variable(
        self, name: str, kind: str, span: Span, type_node: tree.Expr | None
    ) -> Value:
        """Emits a `lit.var`; the caller makes the name visible when it is time to."""
        result = self.value(
            lit.Var((), ONE_RESULT, {"name": name, "kind": kind}, (self.yielding(type_node),), span)
        )
        result.name = name
        return result

    def implicit_variable(self, node: tree.Name) -> Value:
        """The variable that an assignment to an undeclared name means: a new one, at function scope."""
        name = node.name
        if not self.means.assignment_declares:
            self.error(
                "undeclared-variable",
                node.span,
                f"'{name}' is not declared here; declare it with 'var'",
            )
        function = self.scope.function
        if function is None or function.scope is None:
            self.error(
                "invalid-target", node.span, "a variable can only be declared inside a function"
            )
            return self.declare_variable(name, "implicit", node.span, None)
        variable = lit.Var(
            (), ONE_RESULT, {"name": name, "kind": "implicit"}, (Region(),), node.span
        )
        variable.results[0].name = name
        function.hoist(variable)
        function.scope.bind(name, variable.results[0])
        return variable.results[0]


def current_function(lowering: Lowering) -> FunctionFrame:
    """The function whose body is being lowered."""
    function = lowering.scope.function
    assert function is not None, "a statement outside a function"
    return function


def always_leaves(op: Op) -> bool:
    """Whether control never gets past a statement: it leaves, or both arms of a branch do."""
    if op.is_terminator:
        return True
    if not isinstance(op, lit.If):
        return False
    return all(arm.last is not None and always_leaves(arm.last) for arm in op.regions)
