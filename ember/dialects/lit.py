"""`lit`: parametric code with local names resolved, not yet typed. One op per source construct.

Every value has type `!lit.any`. A value stands for an *expression*: what it denotes (a number, a place in memory, a
type, a module, an overload set) is decided by the elaborator. Expressions that must not be evaluated where they stand
(arms of `and`, types, defaults) live in regions that end in `lit.yield`. An absent optional part is an empty region.

Local variables, arguments, local aliases and local imports are SSA values, so lexical scoping is done here; every
other name is a `lit.name`, looked up in the enclosing declarations and then in the module. Regions may use values of
the regions around them; a nested function that does so captures them.
"""

from __future__ import annotations

from ember.dialects import kgen_text
from ember.dialects.type_rules import untyped
from ember.ir.nodes import Body, Op, Operand, Operands, Result, Results


class LitOp(Op, results=untyped, implied_results=True):
    """What all ops here share: their results have no types."""


# -- declarations ----------------------------------------------------------------------------------


class Module(LitOp, name="lit.module", form="{attrs}{region body}", module=True):
    """A source file: `lit.module {name = "pkg.mod", edition = "1"} { … }`. Body: imports, aliases, structs, traits, generators."""

    name: str  # dotted module name
    path: str
    edition: str  # "2025" or "1"
    inner_imports: tuple[
        tuple[str, int, str], ...
    ]  # module, level and name of what functions import
    body: Body


class Import(LitOp, name="lit.import"):
    """`import a.b as c` / `from ..m import *`: binds names in the module (or, wildcard only, in the function around it).

    `lit.import {module = "a.b", names = [["f", "g"]]}`
    """

    module: str  # dotted, without the leading dots
    level: int  # number of leading dots; 0 is absolute
    names: tuple[tuple[str, str], ...]  # (name, bound as); () for `import module`
    wildcard: bool
    bound_as: str  # for `import module as x`; "" binds the first component


class ImportName(LitOp, name="lit.import_name"):
    """One name imported inside a function body; `name` "" means the module itself.

    `%0 = lit.import_name {module = "a.b", name = "f"}`
    """

    module: str
    level: int
    name: str
    result: Result


class Param(LitOp, name="lit.param"):
    """A compile-time parameter. `variadic` for `*Ts: T`; exactly one of the three kinds may be set.

    `lit.param "T" type { … }`
    """

    name: str
    variadic: bool
    infer_only: bool
    positional_only: bool
    keyword_only: bool
    type: Body  # the bound or type; empty when none was written
    default: Body


class Arg(LitOp, name="lit.arg"):
    """A run-time argument. `convention`: "", "read", "mut", "var", "ref", "out", "deinit". `variadic`: "", "*", "*pack", "**".

    `lit.arg "x" {convention = "mut"} type { … }`
    """

    name: str
    convention: str
    variadic: str
    positional_only: bool
    keyword_only: bool
    type: Body
    default: Body
    origins: Body  # for `ref [a, b] x`: yields each origin expression


class Generator(LitOp, name="kgen.generator", form=kgen_text.GENERATOR, function=True):
    """A function before elaboration; also nested functions and lambdas (inside `lit.closure`).

    `body` has one argument per `lit.arg`, in order. `decorators` region: one `lit.decorator` each. `raises` attribute:
    "" not written, "raises" written; `error` yields the error type if one was given. `keyword` is "fn" or "def".
    `result_convention` is "" or "ref" (then `result_origins` yields the origins). A required trait method has
    `has_body` false. `broken`: where its body begins, if that has mistakes. `captures`: None when no list was written, else a tuple of (convention, name, transfer) with
    name "" for a default convention. `unknown_captures`: the names in it that stand for nothing.

    `kgen.generator @f(%a) attributes {keyword = "fn"} args { … } { … }`
    """

    name: str
    keyword: str
    is_async: bool
    raises: str
    result_convention: str
    has_body: bool
    captures: object
    unknown_captures: object
    capturing: bool  # `capturing` written in the effects
    broken: int
    params: Body  # lit.param ops
    args: Body  # lit.arg ops
    result: Body
    result_origins: Body
    error: Body
    where: Body  # one lit.where per clause
    decorators: Body
    body: Body


class Where(LitOp, name="lit.where"):
    """A constraint; `message` yields the text shown when it does not hold.

    `lit.where condition { … }`
    """

    condition: Body
    message: Body


class Decorator(LitOp, name="lit.decorator"):
    """`@name` or `@name(args)`: `arguments` yields the positional values, `keywords` names those given by keyword.

    `lit.decorator "always_inline" { … }`
    """

    name: str
    called: bool
    keywords: tuple[str, ...]  # one per yielded value, "" for positional
    arguments: Body


class StructDecl(LitOp, name="lit.struct.decl"):
    """`struct Name[params](Trait, …): …`. `conformances`: one lit.conformance each. `body`: lit.field, kgen.generator, lit.alias.

    `lit.struct.decl "Pair" params { … } body { … }`
    """

    name: str
    params: Body
    conformances: Body
    where: Body
    decorators: Body
    body: Body


class Conformance(LitOp, name="lit.conformance"):
    """A trait a type says it has; `where` (optional) yields the condition of a conditional conformance.

    `lit.conformance trait { … }`
    """

    trait: Body
    where: Body


class TraitDecl(LitOp, name="lit.trait.decl"):
    """`trait Name(Parents): …`; members as in a struct; methods without a body are required.

    `lit.trait.decl "Shape" body { … }`
    """

    name: str
    conformances: Body
    decorators: Body
    body: Body


class ExtensionDecl(LitOp, name="lit.extension.decl"):
    """`__extension S(Trait): …`: more members and conformances for the struct that `target` yields.

    `lit.extension.decl target { … } body { … }`
    """

    target: Body
    params: Body
    conformances: Body
    where: Body
    body: Body


class Field(LitOp, name="lit.field"):
    """A stored field `var name: type`.

    `lit.field "x" { … }`
    """

    name: str
    type: Body


class Alias(LitOp, name="lit.alias"):
    """`alias`/`comptime` in a module, struct or trait. An empty `value` is a required member of a trait.

    `lit.alias "N" value { … }`
    """

    name: str
    params: Body
    type: Body
    value: Body
    where: Body


class LocalAlias(LitOp, name="lit.local_alias"):
    """`alias`/`comptime` inside a function: evaluated at compile time where it stands.

    `%N = lit.local_alias "N" value { … }`
    """

    name: str
    params: Body
    type: Body
    value: Body
    result: Result


class Closure(LitOp, name="lit.closure"):
    """A nested function or lambda as a value; `body` holds exactly one kgen.generator.

    `%0 = lit.closure { … }`
    """

    body: Body
    result: Result


class Yield(LitOp, name="lit.yield", terminator=True):
    """Ends an expression region with its value or values.

    `lit.yield %0`
    """

    values: Operands


# -- names, literals, expressions ------------------------------------------------------------------


class Name(LitOp, name="lit.name", pure=True):
    """A name that is not local: parameter, member of the enclosing declaration, module-level or prelude name.

    `%0 = lit.name "print"`
    """

    name: str
    result: Result


class Literal(LitOp, name="lit.literal", form=" {kind|word} {value}{attrs}{:results?}", pure=True):
    """`kind`: "int" (value: int), "float" (value: exact decimal text), "string" (value: bytes), "bool", "none", "ellipsis", "unbound" (`_` in a parameter list).

    `%0 = lit.literal int 5`
    """

    kind: str
    value: object
    result: Result


class TString(LitOp, name="lit.tstring"):
    """`t"a{x}b"`: `parts` is text pieces (bytes) with None where the next operand goes.

    `%1 = lit.tstring %0 {parts = [b"a", none]}`
    """

    parts: tuple[object, ...]
    values: Operands
    result: Result


class Attribute(LitOp, name="lit.attribute"):
    """`base.name`: a field, method, associated alias, module member, …

    `%1 = lit.attribute "append" %0`
    """

    name: str
    base: Operand
    result: Result


class ContextualMember(LitOp, name="lit.contextual_member"):
    """`.name`: a member of the type the context expects.

    `%0 = lit.contextual_member "float32"`
    """

    name: str
    result: Result


class Subscript(LitOp, name="lit.subscript", form=" {base}[{items}]{attrs}{:results?}"):
    """`base[…]`: binds parameters or indexes, whichever `base` allows. `keywords` has "" for positional items, `unpack` "" / "*" / "**".

    `%2 = lit.subscript %0[%1]`
    """

    keywords: tuple[str, ...]
    unpack: tuple[str, ...]
    base: Operand
    items: Operands
    result: Result


class Slice(LitOp, name="lit.slice"):
    """`a:b:c`; `present` says which of start, stop, step are among the operands.

    `%1 = lit.slice %0 {present = [true, false, false]}`
    """

    present: tuple[bool, bool, bool]
    parts: Operands
    result: Result


class Call(LitOp, name="lit.call", form=" {callee}({arguments}){attrs}{:results?}"):
    """`callee(args)`. `keywords` and `unpack` as in lit.subscript.

    `%2 = lit.call %0(%1) {keywords = ["end"]}`
    """

    keywords: tuple[str, ...]
    unpack: tuple[str, ...]
    callee: Operand
    arguments: Operands
    result: Result


class Binary(LitOp, name="lit.binary"):
    """`a OP b`, OP one of + - * / // % ** @ & | ^ << >>.

    `%2 = lit.binary "+" %0, %1`
    """

    operator: str
    lhs: Operand
    rhs: Operand
    result: Result


class Unary(LitOp, name="lit.unary"):
    """`OP a`, OP one of - + ~ not.

    `%1 = lit.unary "-" %0`
    """

    operator: str
    value: Operand
    result: Result


class Compare(LitOp, name="lit.compare"):
    """`a OP b`, OP one of < <= > >= == != in "not in" is "is not". Chains are lit.compare joined by lit.bool_op.

    `%2 = lit.compare "<" %0, %1`
    """

    operator: str
    lhs: Operand
    rhs: Operand
    result: Result


class BoolOp(LitOp, name="lit.bool_op"):
    """`lhs and …` / `lhs or …`: `rhs` is evaluated only if needed.

    `%1 = lit.bool_op "and" %0 { … }`
    """

    operator: str
    lhs: Operand
    rhs: Body
    result: Result


class Ternary(LitOp, name="lit.ternary"):
    """`then if condition else otherwise`.

    `%1 = lit.ternary %0 then { … } otherwise { … }`
    """

    condition: Operand
    then: Body
    otherwise: Body
    result: Result


class Display(LitOp, name="lit.display", form=" {kind|word} [{items}]{attrs}{:results?}"):
    """`kind`: "list", "tuple", "set", "dict" (keys and values alternate) or "braces" (`{a, k = v}`, `keywords` as in a call).

    `%2 = lit.display list [%0, %1]`
    """

    kind: str
    keywords: tuple[str, ...]
    unpack: tuple[str, ...]
    items: Operands
    result: Result


class Series(LitOp, name="lit.series"):
    """A long display of kind "list", "set" or "dict" with elements that are no literals: `body` makes one after the other,
    each followed by its lit.add.

    `%0 = lit.series {kind = "list", count = 300} { … }`
    """

    kind: str
    count: int
    body: Body
    result: Result


class Comprehension(LitOp, name="lit.comprehension"):
    """`kind` "list", "set" or "dict"; `body` holds lit.for / lit.if ops around one lit.add.

    `%0 = lit.comprehension "list" { … }`
    """

    kind: str
    body: Body
    result: Result


class Add(LitOp, name="lit.add"):
    """Adds the element (or key and value) to the comprehension or series around it.

    `lit.add %0`
    """

    values: Operands


class Transfer(LitOp, name="lit.transfer"):
    """`x^`: ends the life of `x` here and gives its value away.

    `%1 = lit.transfer %0`
    """

    value: Operand
    result: Result


class Await(LitOp, name="lit.await"):
    """`await x`. `of_variable`: `x` is a name, which is used up if waiting takes what it stands for.

    `%1 = lit.await %0 {of_variable = true}`
    """

    of_variable: bool
    value: Operand
    result: Result


class Comptime(LitOp, name="lit.comptime"):
    """`comptime(e)`: `body` is evaluated at compile time.

    `%0 = lit.comptime { … }`
    """

    body: Body
    result: Result


class TypeOf(LitOp, name="lit.type_of"):
    """`type_of(x)`, `__type_of(x)`: the type of an expression that is not run.

    `%0 = lit.type_of { … }`
    """

    body: Body
    result: Result


class ElementType(LitOp, name="lit.element_type"):
    """Of a tuple's type, written for `count` names: that of the element for one of them.

    `%1 = lit.element_type %0 {index = 0, count = 2}`
    """

    index: int
    count: int
    tuple: Operand
    result: Result


class OriginOf(LitOp, name="lit.origin_of"):
    """`origin_of(x, …)`, `__origin_of`, `__lifetime_of`: the union of the origins of places that are not read.

    `%0 = lit.origin_of { … }`
    """

    body: Body
    result: Result


class FunctionTypeExpr(LitOp, name="lit.function_type"):
    """`fn(T) -> R` as a type: `body` holds one bodiless kgen.generator; `thin`, `abi`, `escaping` as written.

    `%0 = lit.function_type {thin = true} { … }`
    """

    thin: bool
    abi: str
    escaping: bool
    body: Body
    result: Result


class MlirType(LitOp, name="lit.mlir_type"):
    """`__mlir_type.`!pop.scalar<f32>`` or `__mlir_type[`!pop.simd<`, n, …]`: `parts` has None where the next operand's text goes.

    `%0 = lit.mlir_type {parts = ["index"]}`
    """

    parts: tuple[object, ...]
    values: Operands
    result: Result


class MlirAttr(LitOp, name="lit.mlir_attr"):
    """`__mlir_attr.`1 : index``; parts as in lit.mlir_type.

    `%0 = lit.mlir_attr {parts = ["1 : index"]}`
    """

    parts: tuple[object, ...]
    values: Operands
    result: Result


class MlirOp(LitOp, name="lit.mlir_op"):
    """`__mlir_op.`pop.add`[attr=v](a, *pack)`: the first len(attr_keys) operands are the attribute values; `unpack` has
    "" or "*" for each operand after them.

    `%2 = lit.mlir_op "pop.add" %0, %1`
    """

    operation: str
    attr_keys: tuple[str, ...]
    unpack: tuple[str, ...]
    values: Operands
    result: Result


# -- variables and statements ----------------------------------------------------------------------


class Var(LitOp, name="lit.var", form=" {name}{attrs}{:results?}{type?}"):
    """A local variable. `kind`: "var", "let", "ref" or "implicit" (edition 2025: declared by its first assignment, at function scope).

    `%x = lit.var "x" {kind = "var"} type { … }`
    """

    name: str
    kind: str
    type: Body
    result: Result


class Init(LitOp, name="lit.init"):
    """Gives a just declared variable its first value (for kind "ref": what it refers to).

    `lit.init %0, %1`
    """

    variable: Operand
    value: Operand


class Assign(LitOp, name="lit.assign"):
    """`target = value`; the target is any place-like expression or a tuple/list display of them.

    `lit.assign %0, %1`
    """

    target: Operand
    value: Operand


class AugAssign(LitOp, name="lit.aug_assign"):
    """`target OP= value` (operator without the `=`).

    `lit.aug_assign "+" %0, %1`
    """

    operator: str
    target: Operand
    value: Operand


class Unpack(LitOp, name="lit.unpack"):
    """Splits a tuple-like value into as many parts as there are results.

    `%1:2 = lit.unpack %0`
    """

    value: Operand
    parts: Results


class Drop(LitOp, name="lit.drop"):
    """An expression statement; `explicit` for `_ = e`. An unused value may be warned about when not explicit.

    `lit.drop %0 {explicit = true}`
    """

    explicit: bool
    value: Operand


class If(LitOp, name="lit.if", form=" {condition}{attrs}{region then}{else otherwise}"):
    """`if condition: … else: …` at run time.

    `lit.if %0 { … } else { … }`
    """

    condition: Operand
    then: Body
    otherwise: Body


class ComptimeIf(LitOp, name="lit.comptime_if"):
    """`@parameter if` / `comptime if`: only the chosen arm is elaborated.

    `lit.comptime_if condition { … } then { … }`
    """

    condition: Body
    then: Body
    otherwise: Body


class While(LitOp, name="lit.while"):
    """`while condition: … else: …`.

    `lit.while condition { … } body { … }`
    """

    condition: Body
    body: Body
    otherwise: Body


class For(LitOp, name="lit.for"):
    """`for target in iterable: … else: …`; `body`'s argument is the element. `convention`: "", "var", "ref". `unroll`: 0 no, -1 full, n factor.

    `lit.for %0 body (%i) { … }`
    """

    convention: str
    unroll: int
    iterable: Operand
    body: Body
    otherwise: Body


class ComptimeFor(LitOp, name="lit.comptime_for"):
    """`@parameter for` / `comptime for`: `body` is elaborated once per element, a compile-time value.

    `lit.comptime_for iterable { … } body (%i) { … }`
    """

    iterable: Body
    body: Body
    otherwise: Body


class Break(LitOp, name="lit.break", terminator=True):
    """Leaves the innermost loop.

    `lit.break`
    """


class Continue(LitOp, name="lit.continue", terminator=True):
    """Starts the next round of the innermost loop.

    `lit.continue`
    """


class Return(LitOp, name="lit.return", terminator=True):
    """Leaves the function, with a value or none.

    `lit.return %0`
    """

    value: Operands


class Raise(LitOp, name="lit.raise", terminator=True):
    """`raise e`, or bare `raise` inside an except clause.

    `lit.raise %0`
    """

    value: Operands


class Try(LitOp, name="lit.try"):
    """`handler`'s argument is the error. Absent clauses are marked by the has_ attributes.

    `lit.try {has_handler = true} body { … } handler (%e) { … }`
    """

    has_handler: bool
    has_finally: bool
    body: Body
    handler: Body
    otherwise: Body
    final: Body


class With(LitOp, name="lit.with"):
    """`with context as x:` for one manager (several nest); `body`'s argument is what `__enter__` gave. `bound` says whether a target was written.

    `lit.with %0 (%f) { … }`
    """

    bound: bool
    context: Operand
    body: Body


class Match(LitOp, name="lit.match"):
    """`match subject:`; `cases` holds lit.case ops.

    `lit.match %0 { … }`
    """

    subject: Operand
    cases: Body


class Case(LitOp, name="lit.case", shared_scope=True):
    """One arm. `pattern` holds lit.var ops for its captures, then one lit.pattern; `guard` may be empty.

    `lit.case pattern { … } body { … }`
    """

    pattern: Body
    guard: Body
    body: Body


class Pattern(LitOp, name="lit.pattern"):
    """`kind`: "literal"/"equal" (`value` yields), "wildcard", "capture" (operand: the variable), "or", "tuple", "list",
    "class" (`value` yields the type; `names` has "" for positional sub-patterns), "as" (operand: the variable).
    `sub_patterns` holds nested lit.pattern ops.

    `lit.pattern "capture" %0`
    """

    kind: str
    names: tuple[str, ...]
    variable: Operands
    value: Body
    sub_patterns: Body


class Assert(LitOp, name="lit.assert", form=" {condition}{attrs}{message?}"):
    """`assert condition, message`.

    `lit.assert %0 message { … }`
    """

    condition: Operand
    message: Body


class ComptimeAssert(LitOp, name="lit.comptime_assert"):
    """`comptime assert condition, message`.

    `lit.comptime_assert condition { … }`
    """

    condition: Body
    message: Body


__all__ = [
    name for name in dir() if isinstance(globals()[name], type) and issubclass(globals()[name], Op)
]
