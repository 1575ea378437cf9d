"""The syntax tree: one class per construct, the same class for its old and its new spelling.

Every node has a `span`. Nodes hold what was written, decoded but not judged: names are unresolved,
types are expressions. Fields are in source order where that is possible.

    fn / def                              FunctionDecl (keyword says which)
    alias / comptime name = ...           AliasDecl
    @parameter if, comptime if            If(comptime=True)
    @parameter for, comptime for          For(comptime=True)
    inout, mut / borrowed, read, imm / owned, var     conventions "mut" / "read" / "var"
    extension / __extension               ExtensionDecl
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from ember.support.edition import Edition
from ember.support.source import Span

if TYPE_CHECKING:
    from fractions import Fraction

Convention = Literal["read", "mut", "var", "ref", "out", "deinit"]
BindingKind = Literal["var", "ref", "let"]


@dataclass(slots=True, eq=False)
class Node:
    span: Span


class Expr(Node):
    """An expression; types and parameter values are expressions too."""

    __slots__ = ()


class Stmt(Node):
    """A statement or a declaration."""

    __slots__ = ()


class Pattern(Node):
    """What follows `case` in a match statement."""

    __slots__ = ()


# --- module and imports ------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Module(Node):
    edition: Edition
    docstring: str | None
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class ImportName(Node):
    """`a.b.c as x` of an import statement, or `name as x` of a from-import (path of one)."""

    path: tuple[str, ...]
    alias: str | None = None


@dataclass(slots=True, eq=False)
class Import(Stmt):
    """`import a.b, c as d`"""

    names: list[ImportName]


@dataclass(slots=True, eq=False)
class ImportFrom(Stmt):
    """`from ..a.b import x, y as z` or `from a import *`; level counts the leading dots."""

    level: int
    path: tuple[str, ...]
    names: list[ImportName]
    wildcard: bool = False


# --- declarations ------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class ParameterDecl(Node):
    """One compile-time parameter; the `//`, `/` and `*` markers became flags."""

    name: str
    type: Expr | None
    default: Expr | None = None
    is_variadic: bool = False
    infer_only: bool = False
    positional_only: bool = False
    keyword_only: bool = False
    where: list[Expr] = field(default_factory=list)


ArgumentKind = Literal["normal", "variadic", "pack", "kwvariadic"]


@dataclass(slots=True, eq=False)
class ArgumentDecl(Node):
    """One run-time argument. In a function type the name may be absent (None).

    kind: `x: T` normal, `*x: T` variadic, `*x: *Ts` pack (type is the `Ts` expression),
    `**x: T` kwvariadic.
    """

    name: str | None
    convention: Convention | None
    type: Expr | None
    default: Expr | None = None
    kind: ArgumentKind = "normal"
    origins: list[Expr] | None = None
    """The bracket of `ref[origins] x`; None without a bracket."""
    positional_only: bool = False
    keyword_only: bool = False


@dataclass(slots=True, eq=False)
class Capture(Node):
    """`mut name` or `var name^` in a capture list."""

    convention: Convention | None
    name: str
    transfer: bool = False


@dataclass(slots=True, eq=False)
class CaptureList(Node):
    """`{imm a, mut b, var c^}`; a convention without a name is the default for all others."""

    captures: list[Capture]
    default: Convention | None = None
    default_transfer: bool = False


@dataclass(slots=True, eq=False)
class Effects:
    """The words between `)` and `->`."""

    raises: bool = False
    error_type: Expr | None = None
    """The type of `raises E`."""
    capturing: bool = False
    capture_origins: list[Expr] | None = None
    """The bracket of `capturing[origins]`."""
    thin: bool = False
    escaping: bool = False
    unified: bool = False
    register_passable: bool = False
    is_async: bool = False
    """`async` written among the effects of a function type."""
    abi: str | None = None


@dataclass(slots=True, eq=False)
class Signature(Node):
    """`[parameters](arguments) effects {captures} -> result where ...` of anything callable."""

    parameters: list[ParameterDecl]
    arguments: list[ArgumentDecl]
    effects: Effects
    captures: CaptureList | None = None
    result: Expr | None = None
    """The type after `->`; a `RefType` for `-> ref[origin] T`."""
    result_name: str | None = None
    """`name` of the old `-> T as name`."""
    where: list[Expr] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class FunctionDecl(Stmt):
    name: str
    name_span: Span
    keyword: Literal["fn", "def"]
    is_async: bool
    signature: Signature
    body: list[Stmt]
    docstring: str | None = None
    decorators: list[Expr] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class RegionDecl(Stmt):
    """`__mlir_region name(arguments): ...`, named by the `_region` attribute of an `__mlir_op`."""

    name: str
    name_span: Span
    signature: Signature
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class Conformance(Node):
    """`Trait where condition` in a struct's or trait's parentheses."""

    type: Expr
    where: list[Expr] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class StructDecl(Stmt):
    name: str
    name_span: Span
    parameters: list[ParameterDecl]
    conformances: list[Conformance]
    where: list[Expr]
    body: list[Stmt]
    """FieldDecl, FunctionDecl, AliasDecl, compile-time statements."""
    docstring: str | None = None
    decorators: list[Expr] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class TraitDecl(Stmt):
    name: str
    name_span: Span
    parameters: list[ParameterDecl]
    conformances: list[Conformance]
    where: list[Expr]
    body: list[Stmt]
    docstring: str | None = None
    decorators: list[Expr] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class ExtensionDecl(Stmt):
    """`__extension Target(Trait): ...`"""

    target: Expr
    conformances: list[Conformance]
    where: list[Expr]
    body: list[Stmt]
    docstring: str | None = None
    decorators: list[Expr] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class FieldDecl(Stmt):
    """`var x: T` in a struct; `default` is accepted here and judged later."""

    name: str
    kind: BindingKind
    type: Expr | None
    default: Expr | None = None
    docstring: str | None = None
    decorators: list[Expr] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class AliasDecl(Stmt):
    """`comptime name[params]: type = value where ...`; value is None for an associated member.

    `comptime a, b = f()` has the tuple of names in `pattern` (name is then "").
    """

    name: str
    name_span: Span
    parameters: list[ParameterDecl]
    type: Expr | None
    value: Expr | None
    where: list[Expr] = field(default_factory=list)
    docstring: str | None = None
    decorators: list[Expr] = field(default_factory=list)
    pattern: Expr | None = None


# --- statements --------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class VarDecl(Stmt):
    """`var target: type = value`; kind None is the bare `target: type = value`.

    The target is a Name or a TupleDisplay of targets (elements may be `Binding`).
    """

    kind: BindingKind | None
    target: Expr
    type: Expr | None
    value: Expr | None
    decorators: list[Expr] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Assign(Stmt):
    """`a = b = value`; a target may be a `Binding` (`var x = var y = value`)."""

    targets: list[Expr]
    value: Expr


@dataclass(slots=True, eq=False)
class AugAssign(Stmt):
    """`target op= value`; op without the `=`, e.g. `+`."""

    target: Expr
    op: str
    value: Expr


@dataclass(slots=True, eq=False)
class ExprStmt(Stmt):
    value: Expr


@dataclass(slots=True, eq=False)
class If(Stmt):
    """An `elif` is an If alone in `orelse`, comptime like its parent."""

    condition: Expr
    body: list[Stmt]
    orelse: list[Stmt]
    comptime: bool = False


@dataclass(slots=True, eq=False)
class While(Stmt):
    condition: Expr
    body: list[Stmt]
    orelse: list[Stmt]
    decorators: list[Expr] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class For(Stmt):
    """The target is a Name or a TupleDisplay of targets; convention is its `var` or `ref`."""

    convention: BindingKind | None
    target: Expr
    iterable: Expr
    body: list[Stmt]
    orelse: list[Stmt]
    comptime: bool = False
    is_async: bool = False
    decorators: list[Expr] = field(default_factory=list)
    """What stands before the loop, e.g. `@unroll(4)`; `@parameter` becomes `comptime`."""


@dataclass(slots=True, eq=False)
class Break(Stmt):
    pass


@dataclass(slots=True, eq=False)
class Continue(Stmt):
    pass


@dataclass(slots=True, eq=False)
class Pass(Stmt):
    pass


@dataclass(slots=True, eq=False)
class Return(Stmt):
    value: Expr | None


@dataclass(slots=True, eq=False)
class Raise(Stmt):
    value: Expr | None
    cause: Expr | None = None


@dataclass(slots=True, eq=False)
class ExceptHandler(Node):
    """`except:`, `except name:`, or `except type as name:` (which the lowering rejects)."""

    type: Expr | None
    name: str | None
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class Try(Stmt):
    body: list[Stmt]
    handlers: list[ExceptHandler]
    orelse: list[Stmt]
    finalbody: list[Stmt]


@dataclass(slots=True, eq=False)
class WithItem(Node):
    value: Expr
    target: Expr | None
    convention: BindingKind | None = None


@dataclass(slots=True, eq=False)
class With(Stmt):
    items: list[WithItem]
    body: list[Stmt]
    is_async: bool = False


@dataclass(slots=True, eq=False)
class MatchCase(Node):
    pattern: Pattern
    guard: Expr | None
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class Match(Stmt):
    subject: Expr
    cases: list[MatchCase]
    comptime: bool = False


@dataclass(slots=True, eq=False)
class Assert(Stmt):
    """`assert condition, message`; comptime for `comptime assert`."""

    condition: Expr
    message: Expr | None
    comptime: bool = False


@dataclass(slots=True, eq=False)
class Delete(Stmt):
    """`del x`: not Mojo; kept so that the lowering can explain."""

    targets: list[Expr]


@dataclass(slots=True, eq=False)
class ErrorStmt(Stmt):
    """A place where parsing failed and a diagnostic was reported."""


# --- expressions -------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Name(Expr):
    """`x`, `Self`, `_`; backticks say that it was written between backticks."""

    name: str
    backticks: bool = False


@dataclass(slots=True, eq=False)
class IntLiteral(Expr):
    value: int


@dataclass(slots=True, eq=False)
class FloatLiteral(Expr):
    """`text` is the literal without underscores; `fraction` its exact value."""

    text: str

    def fraction(self) -> Fraction:
        from fractions import Fraction  # costs start-up time, and few programs need it

        return Fraction(self.text)


@dataclass(slots=True, eq=False)
class StringLiteral(Expr):
    """Decoded, adjacent literals joined, as UTF-8 bytes (`\\xff` is one byte)."""

    value: bytes

    @property
    def text(self) -> str:
        return self.value.decode("utf-8", errors="replace")


@dataclass(slots=True, eq=False)
class TString(Expr):
    """Template string: literal pieces and the expressions between braces, in order."""

    parts: list[bytes | Expr]


@dataclass(slots=True, eq=False)
class BoolLiteral(Expr):
    value: bool


@dataclass(slots=True, eq=False)
class NoneLiteral(Expr):
    pass


@dataclass(slots=True, eq=False)
class EllipsisLiteral(Expr):
    pass


@dataclass(slots=True, eq=False)
class Attribute(Expr):
    """`value.name`; backticks for MLIR text such as ``__mlir_type.`!pop.scalar<f32>` ``."""

    value: Expr
    name: str
    backticks: bool = False


@dataclass(slots=True, eq=False)
class ContextualMember(Expr):
    """`.name`, looked up in the type the context expects."""

    name: str


@dataclass(slots=True, eq=False)
class Keyword(Node):
    """`name = value` in a call, a subscript or an initialiser list."""

    name: str
    value: Expr


@dataclass(slots=True, eq=False)
class Unpack(Expr):
    """`*value` or `**value` (stars = 1 or 2) in arguments, subscripts, displays and types."""

    value: Expr
    stars: int


@dataclass(slots=True, eq=False)
class Slice(Expr):
    """`lower:upper:step` in a subscript."""

    lower: Expr | None
    upper: Expr | None
    step: Expr | None


@dataclass(slots=True, eq=False)
class Subscript(Expr):
    """`value[arguments, name=...]`; `p[]` has neither. `_` is a Name, `...` an EllipsisLiteral."""

    value: Expr
    arguments: list[Expr]
    keywords: list[Keyword]


@dataclass(slots=True, eq=False)
class Call(Expr):
    """`function(arguments, name=...)`; `*x` and `**x` are Unpack among the arguments."""

    function: Expr
    arguments: list[Expr]
    keywords: list[Keyword]


@dataclass(slots=True, eq=False)
class Unary(Expr):
    """op is `-`, `+` or `~`."""

    op: str
    operand: Expr


@dataclass(slots=True, eq=False)
class Binary(Expr):
    """op is one of `+ - * / // % ** @ << >> & | ^`."""

    op: str
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Compare(Expr):
    """`left op0 operands[0] op1 operands[1] ...`; ops `== != < <= > >= in`, `not in`, `is`,
    `is not`."""

    left: Expr
    ops: list[str]
    operands: list[Expr]


@dataclass(slots=True, eq=False)
class BoolOp(Expr):
    """`a and b and c` or `a or b`: op is `and` or `or`, two values or more."""

    op: Literal["and", "or"]
    values: list[Expr]


@dataclass(slots=True, eq=False)
class Not(Expr):
    operand: Expr


@dataclass(slots=True, eq=False)
class Ternary(Expr):
    """`body if condition else orelse`"""

    body: Expr
    condition: Expr
    orelse: Expr


@dataclass(slots=True, eq=False)
class Lambda(Expr):
    signature: Signature
    body: Expr


@dataclass(slots=True, eq=False)
class Walrus(Expr):
    """`name := value`"""

    target: Expr
    value: Expr


@dataclass(slots=True, eq=False)
class Transfer(Expr):
    """`value^`"""

    value: Expr


@dataclass(slots=True, eq=False)
class Await(Expr):
    value: Expr


@dataclass(slots=True, eq=False)
class Binding(Expr):
    """`var x` or `ref x` where a target is expected inside a larger pattern."""

    kind: BindingKind
    target: Expr
    type: Expr | None = None


@dataclass(slots=True, eq=False)
class TupleDisplay(Expr):
    elements: list[Expr]


@dataclass(slots=True, eq=False)
class ListDisplay(Expr):
    elements: list[Expr]


@dataclass(slots=True, eq=False)
class SetDisplay(Expr):
    """`{a, b}`: a set, or an initialiser list where the expected type says so."""

    elements: list[Expr]


@dataclass(slots=True, eq=False)
class DictDisplay(Expr):
    """Pairs in order; the key is None for `**mapping`. `{}` is an empty BraceInit."""

    keys: list[Expr | None]
    values: list[Expr]


@dataclass(slots=True, eq=False)
class BraceInit(Expr):
    """`{a, name = value}`: an initialiser list, with at least one keyword, or empty."""

    arguments: list[Expr]
    keywords: list[Keyword]


@dataclass(slots=True, eq=False)
class ComprehensionFor(Node):
    convention: BindingKind | None
    target: Expr
    iterable: Expr


@dataclass(slots=True, eq=False)
class ComprehensionIf(Node):
    condition: Expr


ComprehensionClause = ComprehensionFor | ComprehensionIf


@dataclass(slots=True, eq=False)
class Comprehension(Expr):
    """`[element for ...]`, `{element for ...}`, `{key: element for ...}`, `(element for ...)`."""

    kind: Literal["list", "set", "dict", "generator"]
    key: Expr | None
    element: Expr
    clauses: list[ComprehensionClause]


@dataclass(slots=True, eq=False)
class FunctionType(Expr):
    """`fn(T, x: U) raises -> R`, `def[P](T) thin abi("C") -> R`."""

    keyword: Literal["fn", "def"]
    signature: Signature


@dataclass(slots=True, eq=False)
class RefType(Expr):
    """`ref[origins] T` as a result type; origins None without a bracket."""

    origins: list[Expr] | None
    type: Expr


@dataclass(slots=True, eq=False)
class ErrorExpr(Expr):
    """A place where an expression was expected and a diagnostic was reported."""


# --- patterns of match -------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class WildcardPattern(Pattern):
    """`_`"""


@dataclass(slots=True, eq=False)
class CapturePattern(Pattern):
    """A bare name, with `var` or `ref` before it or not."""

    name: str
    convention: BindingKind | None = None


@dataclass(slots=True, eq=False)
class LiteralPattern(Pattern):
    """A number (with sign), string, `True`, `False` or `None`."""

    value: Expr


@dataclass(slots=True, eq=False)
class ValuePattern(Pattern):
    """`== expr`, a dotted name `Color.RED`, or `.RED`: compared with the subject."""

    value: Expr


@dataclass(slots=True, eq=False)
class OrPattern(Pattern):
    alternatives: list[Pattern]


@dataclass(slots=True, eq=False)
class AsPattern(Pattern):
    pattern: Pattern
    name: str


@dataclass(slots=True, eq=False)
class TuplePattern(Pattern):
    elements: list[Pattern]


@dataclass(slots=True, eq=False)
class ListPattern(Pattern):
    elements: list[Pattern]


@dataclass(slots=True, eq=False)
class StarPattern(Pattern):
    """`*rest`; name None for `*_`."""

    name: str | None


@dataclass(slots=True, eq=False)
class KeywordPattern(Node):
    name: str
    pattern: Pattern


@dataclass(slots=True, eq=False)
class ClassPattern(Pattern):
    """`Type(p, field=q)`"""

    type: Expr
    arguments: list[Pattern]
    keywords: list[KeywordPattern]


@dataclass(slots=True, eq=False)
class ErrorPattern(Pattern):
    """A place where a pattern was expected and a diagnostic was reported."""
