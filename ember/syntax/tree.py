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

from typing import TYPE_CHECKING, Literal

from ember.support.edition import Edition
from ember.syntax.node import Node, Record, field

if TYPE_CHECKING:
    from fractions import Fraction

    from ember.support.source import Span

Convention = Literal["read", "mut", "var", "ref", "out", "deinit"]
BindingKind = Literal["var", "ref", "let"]


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


class Module(Node):
    edition: Edition
    docstring: str | None
    body: list[Stmt]


class ImportName(Node):
    """`a.b.c as x` of an import statement, or `name as x` of a from-import (path of one)."""

    path: tuple[str, ...]
    alias: str | None = None


class Import(Stmt):
    """`import a.b, c as d`"""

    names: list[ImportName]


class ImportFrom(Stmt):
    """`from ..a.b import x, y as z` or `from a import *`; level counts the leading dots."""

    level: int
    path: tuple[str, ...]
    names: list[ImportName]
    wildcard: bool = False


# --- declarations ------------------------------------------------------------------------------


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


class Capture(Node):
    """`mut name` or `var name^` in a capture list."""

    convention: Convention | None
    name: str
    transfer: bool = False


class CaptureList(Node):
    """`{imm a, mut b, var c^}`; a convention without a name is the default for all others."""

    captures: list[Capture]
    default: Convention | None = None
    default_transfer: bool = False


class Effects(Record):
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


class FunctionDecl(Stmt):
    name: str
    name_span: Span
    keyword: Literal["fn", "def"]
    is_async: bool
    signature: Signature
    body: list[Stmt]
    docstring: str | None = None
    decorators: list[Expr] = field(default_factory=list)


class RegionDecl(Stmt):
    """`__mlir_region name(arguments): ...`, named by the `_region` attribute of an `__mlir_op`."""

    name: str
    name_span: Span
    signature: Signature
    body: list[Stmt]


class Conformance(Node):
    """`Trait where condition` in a struct's or trait's parentheses."""

    type: Expr
    where: list[Expr] = field(default_factory=list)


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


class TraitDecl(Stmt):
    name: str
    name_span: Span
    parameters: list[ParameterDecl]
    conformances: list[Conformance]
    where: list[Expr]
    body: list[Stmt]
    docstring: str | None = None
    decorators: list[Expr] = field(default_factory=list)


class ExtensionDecl(Stmt):
    """`__extension Target(Trait): ...`"""

    target: Expr
    conformances: list[Conformance]
    where: list[Expr]
    body: list[Stmt]
    docstring: str | None = None
    decorators: list[Expr] = field(default_factory=list)


class FieldDecl(Stmt):
    """`var x: T` in a struct; `default` is accepted here and judged later."""

    name: str
    kind: BindingKind
    type: Expr | None
    default: Expr | None = None
    docstring: str | None = None
    decorators: list[Expr] = field(default_factory=list)


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


class VarDecl(Stmt):
    """`var target: type = value`; kind None is the bare `target: type = value`.

    The target is a Name or a TupleDisplay of targets (elements may be `Binding`).
    """

    kind: BindingKind | None
    target: Expr
    type: Expr | None
    value: Expr | None
    decorators: list[Expr] = field(default_factory=list)


class Assign(Stmt):
    """`a = b = value`; a target may be a `Binding` (`var x = var y = value`)."""

    targets: list[Expr]
    value: Expr


class AugAssign(Stmt):
    """`target op= value`; op without the `=`, e.g. `+`."""

    target: Expr
    op: str
    value: Expr


class ExprStmt(Stmt):
    value: Expr


class If(Stmt):
    """An `elif` is an If alone in `orelse`, comptime like its parent."""

    condition: Expr
    body: list[Stmt]
    orelse: list[Stmt]
    comptime: bool = False


class While(Stmt):
    condition: Expr
    body: list[Stmt]
    orelse: list[Stmt]
    decorators: list[Expr] = field(default_factory=list)


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


class Break(Stmt):
    pass


class Continue(Stmt):
    pass


class Pass(Stmt):
    pass


class Return(Stmt):
    value: Expr | None


class Raise(Stmt):
    value: Expr | None
    cause: Expr | None = None


class ExceptHandler(Node):
    """`except:`, `except name:`, or `except type as name:` (which the lowering rejects)."""

    type: Expr | None
    name: str | None
    body: list[Stmt]


class Try(Stmt):
    body: list[Stmt]
    handlers: list[ExceptHandler]
    orelse: list[Stmt]
    finalbody: list[Stmt]


class WithItem(Node):
    value: Expr
    target: Expr | None
    convention: BindingKind | None = None


class With(Stmt):
    items: list[WithItem]
    body: list[Stmt]
    is_async: bool = False


class MatchCase(Node):
    pattern: Pattern
    guard: Expr | None
    body: list[Stmt]


class Match(Stmt):
    subject: Expr
    cases: list[MatchCase]
    comptime: bool = False


class Assert(Stmt):
    """`assert condition, message`; comptime for `comptime assert`."""

    condition: Expr
    message: Expr | None
    comptime: bool = False


class Delete(Stmt):
    """`del x`: not Mojo; kept so that the lowering can explain."""

    targets: list[Expr]


class ErrorStmt(Stmt):
    """A place where parsing failed and a diagnostic was reported."""

    name: str = ""
    """What would have been declared here."""


# --- expressions -------------------------------------------------------------------------------


class Name(Expr):
    """`x`, `Self`, `_`; backticks say that it was written between backticks."""

    name: str
    backticks: bool = False


class IntLiteral(Expr):
    value: int


class FloatLiteral(Expr):
    """`text` is the literal without underscores; `fraction` its exact value."""

    text: str

    def fraction(self) -> Fraction:
        from fractions import Fraction  # costs start-up time, and few programs need it

        return Fraction(self.text)


class StringLiteral(Expr):
    """Decoded, adjacent literals joined, as UTF-8 bytes (`\\xff` is one byte)."""

    value: bytes

    @property
    def text(self) -> str:
        return self.value.decode("utf-8", errors="replace")


class TString(Expr):
    """Template string: literal pieces and the expressions between braces, in order."""

    parts: list[bytes | Expr]


class BoolLiteral(Expr):
    value: bool


class NoneLiteral(Expr):
    pass


class EllipsisLiteral(Expr):
    pass


class Attribute(Expr):
    """`value.name`; backticks for MLIR text such as ``__mlir_type.`!pop.scalar<f32>` ``."""

    value: Expr
    name: str
    backticks: bool = False


class ContextualMember(Expr):
    """`.name`, looked up in the type the context expects."""

    name: str


class Keyword(Node):
    """`name = value` in a call, a subscript or an initialiser list."""

    name: str
    value: Expr


class Unpack(Expr):
    """`*value` or `**value` (stars = 1 or 2) in arguments, subscripts, displays and types."""

    value: Expr
    stars: int


class Slice(Expr):
    """`lower:upper:step` in a subscript."""

    lower: Expr | None
    upper: Expr | None
    step: Expr | None


class Subscript(Expr):
    """`value[arguments, name=...]`; `p[]` has neither. `_` is a Name, `...` an EllipsisLiteral."""

    value: Expr
    arguments: list[Expr]
    keywords: list[Keyword]


class Call(Expr):
    """`function(arguments, name=...)`; `*x` and `**x` are Unpack among the arguments."""

    function: Expr
    arguments: list[Expr]
    keywords: list[Keyword]


class Unary(Expr):
    """op is `-`, `+` or `~`."""

    op: str
    operand: Expr


class Binary(Expr):
    """op is one of `+ - * / // % ** @ << >> & | ^`."""

    op: str
    left: Expr
    right: Expr


class Compare(Expr):
    """`left op0 operands[0] op1 operands[1] ...`; ops `== != < <= > >= in`, `not in`, `is`,
    `is not`."""

    left: Expr
    ops: list[str]
    operands: list[Expr]


class BoolOp(Expr):
    """`a and b and c` or `a or b`: op is `and` or `or`, two values or more."""

    op: Literal["and", "or"]
    values: list[Expr]


class Not(Expr):
    operand: Expr


class Ternary(Expr):
    """`body if condition else orelse`"""

    body: Expr
    condition: Expr
    orelse: Expr


class Lambda(Expr):
    signature: Signature
    body: Expr


class Walrus(Expr):
    """`name := value`"""

    target: Expr
    value: Expr


class Transfer(Expr):
    """`value^`"""

    value: Expr


class Await(Expr):
    value: Expr


class Binding(Expr):
    """`var x` or `ref x` where a target is expected inside a larger pattern."""

    kind: BindingKind
    target: Expr
    type: Expr | None = None


class TupleDisplay(Expr):
    elements: list[Expr]


class ListDisplay(Expr):
    elements: list[Expr]


class SetDisplay(Expr):
    """`{a, b}`: a set, or an initialiser list where the expected type says so."""

    elements: list[Expr]


class DictDisplay(Expr):
    """Pairs in order; the key is None for `**mapping`. `{}` is an empty BraceInit."""

    keys: list[Expr | None]
    values: list[Expr]


class BraceInit(Expr):
    """`{a, name = value}`: an initialiser list, with at least one keyword, or empty."""

    arguments: list[Expr]
    keywords: list[Keyword]


class ComprehensionFor(Node):
    convention: BindingKind | None
    target: Expr
    iterable: Expr


class ComprehensionIf(Node):
    condition: Expr


ComprehensionClause = ComprehensionFor | ComprehensionIf


class Comprehension(Expr):
    """`[element for ...]`, `{element for ...}`, `{key: element for ...}`, `(element for ...)`."""

    kind: Literal["list", "set", "dict", "generator"]
    key: Expr | None
    element: Expr
    clauses: list[ComprehensionClause]


class FunctionType(Expr):
    """`fn(T, x: U) raises -> R`, `def[P](T) thin abi("C") -> R`."""

    keyword: Literal["fn", "def"]
    signature: Signature


class RefType(Expr):
    """`ref[origins] T` as a result type; origins None without a bracket."""

    origins: list[Expr] | None
    type: Expr


class ErrorExpr(Expr):
    """A place where an expression was expected and a diagnostic was reported."""


# --- patterns of match -------------------------------------------------------------------------


class WildcardPattern(Pattern):
    """`_`"""


class CapturePattern(Pattern):
    """A bare name, with `var` or `ref` before it or not."""

    name: str
    convention: BindingKind | None = None


class LiteralPattern(Pattern):
    """A number (with sign), string, `True`, `False` or `None`."""

    value: Expr


class ValuePattern(Pattern):
    """`== expr`, a dotted name `Color.RED`, or `.RED`: compared with the subject."""

    value: Expr


class OrPattern(Pattern):
    alternatives: list[Pattern]


class AsPattern(Pattern):
    pattern: Pattern
    name: str


class TuplePattern(Pattern):
    elements: list[Pattern]


class ListPattern(Pattern):
    elements: list[Pattern]


class StarPattern(Pattern):
    """`*rest`; name None for `*_`."""

    name: str | None


class KeywordPattern(Node):
    name: str
    pattern: Pattern


class ClassPattern(Pattern):
    """`Type(p, field=q)`"""

    type: Expr
    arguments: list[Pattern]
    keywords: list[KeywordPattern]


class ErrorPattern(Pattern):
    """A place where a pattern was expected and a diagnostic was reported."""
