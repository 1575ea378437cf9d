"""Simple statements: one line, no block. Assignments, `var`, `comptime` names, imports, jumps."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ember.syntax import tree
from ember.syntax.atoms import atom
from ember.syntax.cursor import Cursor
from ember.syntax.expressions import (
    binding,
    close,
    expression,
    expression_list,
    reject_arrow,
    ternary,
)
from ember.syntax.signatures import parameter_list, where_clauses
from ember.syntax.tokens import BACKTICK, INDENT, KEYWORDS, NAME, NEWLINE

_AUGMENTED: Final = {
    f"{op}=": op for op in ("+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>")
}
_ENDS: Final = frozenset((NEWLINE, ";"))
_BLOCK_WORDS: Final = frozenset(
    ("if", "for", "while", "with", "try", "def", "fn", "struct", "trait", "elif", "else", "except")
)


def simple_line(cursor: Cursor, out: list[tree.Stmt]) -> None:
    while True:
        out.append(simple_statement(cursor))
        if cursor.kind is NEWLINE:
            cursor.advance()
            return
        if cursor.kind != ";":
            _junk_after_statement(cursor, out.pop())
        cursor.advance()
        if cursor.kind is NEWLINE:
            cursor.advance()
            return


def _junk_after_statement(cursor: Cursor, statement: tree.Stmt) -> None:
    value = statement.value if isinstance(statement, tree.ExprStmt) else None
    if isinstance(value, tree.Name) and value.name in ("print", "assert_true", "raise"):
        cursor.fail(
            "syntax-call-without-parentheses",
            f"'{value.name}' is a function: write {value.name}(...) with parentheses",
            value.span,
        )
    word = re.match(r"\w*", statement.span.text)
    if word is not None and word[0] in _FOREIGN_WORDS:
        start = statement.span.start
        cursor.fail(
            "syntax-not-mojo",
            _FOREIGN_WORDS[word[0]],
            cursor.file.span(start, start + word.end()),
        )
    reject_arrow(cursor)
    if isinstance(value, tree.Name) and cursor.kind == NAME:
        _foreign_declaration(cursor, value)
    if isinstance(statement, tree.VarDecl) and statement.type is None and cursor.kind == NAME:
        name = statement.target.span.text
        cursor.fail(
            "syntax-expected-token",
            f"a type follows ':' in a declaration; write 'var {name}: {cursor.text}'",
        )
    cursor.fail(
        "syntax-expected-token",
        f"expected the end of the statement, found {cursor.found()}; "
        "put each statement on its own line, or separate them with ';'",
    )


def _foreign_declaration(cursor: Cursor, type: tree.Name) -> None:
    """`int x = 3` or `int main() {`, in languages where the type comes first."""
    name = cursor.text
    shown = _FOREIGN_TYPES.get(type.name, type.name)
    span = type.span.to(cursor.here())
    if cursor.peek() == "(":
        cursor.fail(
            "syntax-not-mojo",
            f"functions are declared with 'def': write 'def {name}(…):'",
            span,
        )
    if type.name in _FOREIGN_TYPES or type.name[:1].isupper():
        hint = f"write 'var {name}: {shown}'" if shown else f"write 'var {name} = …'"
        cursor.fail("syntax-not-mojo", f"the type comes after the name: {hint}", span)


def simple_statement(cursor: Cursor) -> tree.Stmt:
    kind = cursor.kind
    rule = _SIMPLE.get(kind)
    if rule is not None:
        return rule(cursor)
    if kind == NAME:
        following = cursor.kinds[cursor.pos + 1]
        if following == NAME or following == BACKTICK:
            soft_rule = _SOFT.get(cursor.texts[cursor.pos])
            if soft_rule is not None:
                return soft_rule(cursor)
    elif kind in _BLOCK_WORDS:
        _misplaced_block_word(cursor)
    return _expression_statement(cursor)


def _misplaced_block_word(cursor: Cursor) -> None:
    word = cursor.kind
    if word in ("elif", "else", "except"):
        cursor.fail(
            "syntax-stray-clause",
            f"'{word}' belongs to a statement just before it at the same indentation",
        )
    if word in ("def", "fn") and cursor.peek() in ("(", "["):
        return
    cursor.fail("syntax-block-in-line", f"'{word}' must begin a line of its own")


# --- expressions and assignments ---


def _expression_statement(cursor: Cursor) -> tree.Stmt:
    start = cursor.start
    value = expression_list(cursor)
    kind = cursor.kind
    if kind in _ENDS:
        return tree.ExprStmt(cursor.span_from(start), value)
    if kind == "=":
        return _assignment(cursor, start, value)
    if kind in _AUGMENTED:
        _check_target(cursor, value, is_augmented=True)
        cursor.advance()
        operand = expression_list(cursor)
        return tree.AugAssign(cursor.span_from(start), value, _AUGMENTED[kind], operand)
    if kind == ":" and isinstance(value, tree.Name | tree.Attribute) and _type_follows(cursor):
        cursor.advance()
        type_ = ternary(cursor)
        initial = expression_list(cursor) if cursor.accept("=") else None
        return tree.VarDecl(cursor.span_from(start), None, value, type_, initial)
    return tree.ExprStmt(cursor.span_from(start), value)


def _type_follows(cursor: Cursor) -> bool:
    return cursor.peek() not in (NEWLINE, INDENT)


def _assignment(cursor: Cursor, start: int, first: tree.Expr) -> tree.Stmt:
    """`first = ... = value` from the first `=` on."""
    targets = [first]
    while True:
        _check_target(cursor, targets[-1], is_augmented=False)
        cursor.advance()
        value = expression_list(cursor)
        if cursor.kind != "=":
            return tree.Assign(cursor.span_from(start), targets, value)
        targets.append(value)


def _check_target(cursor: Cursor, target: tree.Expr, is_augmented: bool) -> None:
    """Reports a target nothing can be stored in."""
    if isinstance(target, tree.Name | tree.Attribute | tree.Subscript | tree.Call):
        return
    if isinstance(target, tree.Binding | tree.Unpack) and not is_augmented:
        inner = target.target if isinstance(target, tree.Binding) else target.value
        _check_target(cursor, inner, is_augmented)
        return
    if isinstance(target, tree.TupleDisplay | tree.ListDisplay) and not is_augmented:
        for element in target.elements:
            _check_target(cursor, element, is_augmented)
        return
    what = _TARGET_NAMES.get(type(target), "this expression")
    message = f"cannot assign to {what}; only variables, members and elements hold values"
    if isinstance(target, tree.Compare | tree.BoolOp | tree.Not):
        message = f"cannot assign to {what}; write '==' to compare"
    cursor.report("invalid-target", message, target.span)


# --- variables and compile-time names ---


def _var(cursor: Cursor) -> tree.Stmt:
    return _variable(cursor, "var")


def _ref(cursor: Cursor) -> tree.Stmt:
    return _variable(cursor, "ref")


def _let(cursor: Cursor) -> tree.Stmt:
    return _variable(cursor, "let")


def _variable(cursor: Cursor, kind: tree.BindingKind) -> tree.Stmt:
    start = cursor.start
    cursor.advance()
    target = _declared_names(cursor, kind)
    type_ = ternary(cursor) if cursor.accept(":") else None
    if cursor.kind != "=":
        return tree.VarDecl(cursor.span_from(start), kind, target, type_, None)
    first = tree.Binding(cursor.span_from(start), kind, target, type_)
    cursor.advance()
    value = expression_list(cursor)
    if cursor.kind != "=":
        return tree.VarDecl(cursor.span_from(start), kind, target, type_, value)
    chained = _assignment(cursor, start, value)
    assert isinstance(chained, tree.Assign)
    chained.targets.insert(0, first)
    return chained


def _declared_names(cursor: Cursor, keyword: str) -> tree.Expr:
    """`x`, `a, b` or `(a, (b, c))` after `var`."""
    start = cursor.start
    first = _declared_item(cursor, keyword)
    if cursor.kind != ",":
        return first
    elements = [first]
    while cursor.accept(","):
        if cursor.kind in ("=", ":", NEWLINE):
            break
        elements.append(_declared_item(cursor, keyword))
    return tree.TupleDisplay(cursor.span_from(start), elements)


def _declared_item(cursor: Cursor, keyword: str) -> tree.Expr:
    start = cursor.start
    if cursor.kind in ("var", "ref"):
        return binding(cursor)
    if cursor.kind == "(":
        item = atom(cursor)
        if isinstance(item, tree.TupleDisplay | tree.Name):
            return item
        cursor.fail(
            "invalid-target",
            f"'{keyword}' declares names: write '{keyword} (a, b) = ...'",
            item.span,
        )
    is_backtick = cursor.kind == BACKTICK
    name = cursor.expect_name("a variable")
    if cursor.kind in (".", "[", "("):
        cursor.fail(
            "invalid-target",
            f"'{keyword}' declares a plain name; to assign to a member or an element, "
            f"leave '{keyword}' out",
        )
    return tree.Name(cursor.span_from(start), name, is_backtick)


def _comptime(cursor: Cursor) -> tree.Stmt:
    """`comptime NAME = ...`, `comptime assert ...`, or the expression `comptime(...)`."""
    following = cursor.kinds[cursor.pos + 1]
    if following == "assert":
        start = cursor.start
        cursor.advance()
        statement = _assert(cursor)
        assert isinstance(statement, tree.Assert)
        statement.comptime = True
        statement.span = cursor.span_from(start)
        return statement
    if following == "(" and not _is_tuple_alias(cursor):
        return _expression_statement(cursor)
    return _alias(cursor)


def _is_tuple_alias(cursor: Cursor) -> bool:
    """Whether `comptime (a, b) = ...` stands here: the bracket is followed by `=`."""
    at, level = cursor.pos + 1, 0
    while cursor.kinds[at] is not NEWLINE:
        level += (cursor.kinds[at] in "([{") - (cursor.kinds[at] in ")]}")
        at += 1
        if level == 0:
            return cursor.kinds[at] == "="
    return False


def _alias(cursor: Cursor) -> tree.Stmt:
    """`comptime name[params]: type = value where ...` after the keyword, old or new."""
    start = cursor.start
    keyword = cursor.text
    cursor.advance()
    name_span = cursor.here()
    pattern: tree.Expr | None = None
    name = ""
    if cursor.kind == "(" or cursor.peek() == ",":
        pattern = _declared_names(cursor, keyword)
        name_span = pattern.span
    else:
        name = cursor.expect_name("a compile-time value")
    parameters = parameter_list(cursor)
    type_ = ternary(cursor) if cursor.accept(":") else None
    where = where_clauses(cursor)
    value = expression_list(cursor) if cursor.accept("=") else None
    where += where_clauses(cursor)
    span = cursor.span_from(start)
    if value is None and type_ is None and cursor.kind in _ENDS:
        cursor.fail(
            "missing-value",
            f"'{name}' needs a value: write '{keyword} {name} = ...'",
            name_span,
        )
    return tree.AliasDecl(span, name, name_span, parameters, type_, value, where, pattern=pattern)


# --- jumps and checks ---


def _return(cursor: Cursor) -> tree.Stmt:
    start = cursor.start
    cursor.advance()
    value = None if cursor.kind in _ENDS else expression_list(cursor)
    return tree.Return(cursor.span_from(start), value)


def _raise(cursor: Cursor) -> tree.Stmt:
    start = cursor.start
    cursor.advance()
    value = None if cursor.kind in _ENDS else expression(cursor)
    cause = expression(cursor) if cursor.accept("from") else None
    return tree.Raise(cursor.span_from(start), value, cause)


def _break(cursor: Cursor) -> tree.Stmt:
    span = cursor.here()
    cursor.advance()
    return tree.Break(span)


def _continue(cursor: Cursor) -> tree.Stmt:
    span = cursor.here()
    cursor.advance()
    return tree.Continue(span)


def _pass(cursor: Cursor) -> tree.Stmt:
    span = cursor.here()
    cursor.advance()
    return tree.Pass(span)


def _assert(cursor: Cursor) -> tree.Stmt:
    start = cursor.start
    cursor.advance()
    condition = expression(cursor)
    message = expression(cursor) if cursor.accept(",") else None
    return tree.Assert(cursor.span_from(start), condition, message)


def _delete(cursor: Cursor) -> tree.Stmt:
    start = cursor.start
    cursor.advance()
    targets = expression_list(cursor)
    elements = targets.elements if isinstance(targets, tree.TupleDisplay) else [targets]
    return tree.Delete(cursor.span_from(start), elements)


# --- imports ---


def _import(cursor: Cursor) -> tree.Stmt:
    start = cursor.start
    cursor.advance()
    if cursor.kind == "." or cursor.kind == "...":
        cursor.fail(
            "syntax-relative-import",
            "a relative import is written 'from . import name', not 'import .name'",
        )
    names = [_import_path(cursor)]
    while cursor.accept(","):
        names.append(_import_path(cursor))
    return tree.Import(cursor.span_from(start), names)


def _import_path(cursor: Cursor) -> tree.ImportName:
    start = cursor.start
    path = _dotted_name(cursor)
    alias = cursor.expect_name("the import") if cursor.accept("as") else None
    return tree.ImportName(cursor.span_from(start), path, alias)


def _dotted_name(cursor: Cursor) -> tuple[str, ...]:
    path = [cursor.expect_name("a module")]
    while cursor.accept("."):
        path.append(cursor.expect_name("a module"))
    return tuple(path)


def _from(cursor: Cursor) -> tree.Stmt:
    start = cursor.start
    cursor.advance()
    level = 0
    while cursor.kind == "." or cursor.kind == "...":
        level += len(cursor.kind)
        cursor.advance()
    path: tuple[str, ...] = ()
    if not level or cursor.kind != "import":
        path = _dotted_name(cursor)
    cursor.expect("import", "the import statement, after the module")
    if cursor.accept("*"):
        return tree.ImportFrom(cursor.span_from(start), level, path, [], wildcard=True)
    names = _imported_names(cursor)
    return tree.ImportFrom(cursor.span_from(start), level, path, names)


def _imported_names(cursor: Cursor) -> list[tree.ImportName]:
    has_parentheses = cursor.accept("(")
    names: list[tree.ImportName] = []
    while True:
        start = cursor.start
        name = cursor.expect_name("what to import")
        alias = cursor.expect_name("the import") if cursor.accept("as") else None
        names.append(tree.ImportName(cursor.span_from(start), (name,), alias))
        if not cursor.accept(",") or (has_parentheses and cursor.kind == ")"):
            break
    if has_parentheses:
        close(cursor, ")", "the import list")
    return names


def _foreign(cursor: Cursor) -> tree.Stmt:
    """A word of another language at the start of a statement."""
    cursor.fail("syntax-not-mojo", _FOREIGN_WORDS[cursor.text])


StatementRule = Callable[[Cursor], tree.Stmt]

_SIMPLE: Final[dict[str, StatementRule]] = {
    "var": _var,
    "ref": _ref,
    "comptime": _comptime,
    "return": _return,
    "raise": _raise,
    "break": _break,
    "continue": _continue,
    "pass": _pass,
    "assert": _assert,
    "import": _import,
    "from": _from,
}

_FOREIGN_WORDS: Final = {
    "class": "Mojo has no classes; declare a 'struct'",
    "enum": "Mojo has no enums; declare a 'struct' with compile-time members",
    "interface": "Mojo calls this a 'trait'",
    "function": "functions are declared with 'def'",
    "func": "functions are declared with 'def'",
    "const": "constants are declared with 'comptime NAME = value'",
    "yield": "Mojo has no generators; write an iterator struct with __iter__ and __next__",
    "global": "Mojo has no global variables; pass the value as an argument",
    "nonlocal": "Mojo has no 'nonlocal'; name the variable in the function's capture list",
    "template": "parameters stand in brackets after the name: write 'def name[T: Trait](…)'",
    "using": "names of other modules are imported: write 'from module import name'",
    "namespace": "a file is a module; its name is the file's",
    "__global__": "every function can be a kernel; launch it with 'enqueue_function'",
    "__device__": "functions that kernels call need no mark",
    "__shared__": "shared memory is made with"
    " 'stack_allocation[count, type, address_space=AddressSpace.SHARED]()'",
}

_FOREIGN_TYPES: Final = {
    "int": "Int",
    "long": "Int",
    "unsigned": "UInt",
    "size_t": "UInt",
    "float": "Float32",
    "double": "Float64",
    "char": "UInt8",
    "bool": "Bool",
    "string": "String",
    "auto": "",
}
"""The types of C and C++ as Mojo calls them."""

_SOFT: Final[dict[str, StatementRule]] = {
    "alias": _alias,
    "let": _let,
    "del": _delete,
    **dict.fromkeys(_FOREIGN_WORDS, _foreign),
}
"""Soft keywords: they count only before a name."""

_TARGET_NAMES: Final[dict[type[tree.Expr], str]] = {
    **dict.fromkeys((tree.IntLiteral, tree.FloatLiteral), "a number"),
    **dict.fromkeys((tree.StringLiteral, tree.TString), "a string"),
    **dict.fromkeys((tree.BoolLiteral, tree.NoneLiteral, tree.EllipsisLiteral), "a constant"),
    **dict.fromkeys((tree.Binary, tree.Unary), "the result of an operator"),
    **dict.fromkeys((tree.Compare, tree.BoolOp, tree.Not), "a condition"),
    tree.Ternary: "a conditional expression",
    tree.Transfer: "a transferred value",
    tree.Lambda: "a lambda",
    tree.TupleDisplay: "a tuple",
    tree.ListDisplay: "a list",
    tree.Walrus: "an assignment expression",
    tree.ContextualMember: "a member without an object",
}

assert not set(_SIMPLE) - KEYWORDS
