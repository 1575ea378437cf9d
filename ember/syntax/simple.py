"""Simple statements: one line, no block. Assignments, `var`, `comptime` names, imports, jumps."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ember.syntax import tree
from ember.syntax.blocks import BlockParser
from ember.syntax.tokens import BACKTICK, INDENT, KEYWORDS, NAME, NEWLINE

_AUGMENTED: Final = {
    f"{op}=": op for op in ("+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>")
}
_ENDS: Final = frozenset((NEWLINE, ";"))
_BLOCK_WORDS: Final = frozenset(
    ("if", "for", "while", "with", "try", "def", "fn", "struct", "trait", "elif", "else", "except")
)


class SimpleStatementParser(BlockParser):
    """Statements that end with their line."""

    __slots__ = ()

    def simple_line(self, out: list[tree.Stmt]) -> None:
        while True:
            out.append(self.simple_statement())
            if self.kind is NEWLINE:
                self.advance()
                return
            if self.kind != ";":
                self._junk_after_statement(out.pop())
            self.advance()
            if self.kind is NEWLINE:
                self.advance()
                return

    def _junk_after_statement(self, statement: tree.Stmt) -> None:
        value = statement.value if isinstance(statement, tree.ExprStmt) else None
        if isinstance(value, tree.Name) and value.name in ("print", "assert_true", "raise"):
            self.fail(
                "syntax-call-without-parentheses",
                f"'{value.name}' is a function: write {value.name}(...) with parentheses",
                value.span,
            )
        word = re.match(r"\w*", statement.span.text)
        if word is not None and word[0] in _FOREIGN_WORDS:
            start = statement.span.start
            self.fail(
                "syntax-not-mojo",
                _FOREIGN_WORDS[word[0]],
                self.file.span(start, start + word.end()),
            )
        self.reject_arrow()
        if isinstance(value, tree.Name) and self.kind == NAME:
            self._foreign_declaration(value)
        if isinstance(statement, tree.VarDecl) and statement.type is None and self.kind == NAME:
            name = statement.target.span.text
            self.fail(
                "syntax-expected-token",
                f"a type follows ':' in a declaration; write 'var {name}: {self.text}'",
            )
        self.fail(
            "syntax-expected-token",
            f"expected the end of the statement, found {self.found()}; "
            "put each statement on its own line, or separate them with ';'",
        )

    def _foreign_declaration(self, type: tree.Name) -> None:
        """`int x = 3` or `int main() {`, in languages where the type comes first."""
        name = self.text
        shown = _FOREIGN_TYPES.get(type.name, type.name)
        span = type.span.to(self.here())
        if self.peek() == "(":
            self.fail(
                "syntax-not-mojo",
                f"functions are declared with 'def': write 'def {name}(…):'",
                span,
            )
        if type.name in _FOREIGN_TYPES or type.name[:1].isupper():
            hint = f"write 'var {name}: {shown}'" if shown else f"write 'var {name} = …'"
            self.fail("syntax-not-mojo", f"the type comes after the name: {hint}", span)

    def simple_statement(self) -> tree.Stmt:
        kind = self.kind
        rule = _SIMPLE.get(kind)
        if rule is not None:
            return rule(self)
        if kind == NAME:
            following = self.kinds[self.pos + 1]
            if following == NAME or following == BACKTICK:
                soft_rule = _SOFT.get(self.texts[self.pos])
                if soft_rule is not None:
                    return soft_rule(self)
        elif kind in _BLOCK_WORDS:
            self._misplaced_block_word()
        return self._expression_statement()

    def _misplaced_block_word(self) -> None:
        word = self.kind
        if word in ("elif", "else", "except"):
            self.fail(
                "syntax-stray-clause",
                f"'{word}' belongs to a statement just before it at the same indentation",
            )
        if word in ("def", "fn") and self.peek() in ("(", "["):
            return
        self.fail("syntax-block-in-line", f"'{word}' must begin a line of its own")

    # --- expressions and assignments ---

    def _expression_statement(self) -> tree.Stmt:
        start = self.start
        value = self.expression_list()
        kind = self.kind
        if kind in _ENDS:
            return tree.ExprStmt(self.span_from(start), value)
        if kind == "=":
            return self._assignment(start, value)
        if kind in _AUGMENTED:
            self._check_target(value, is_augmented=True)
            self.advance()
            operand = self.expression_list()
            return tree.AugAssign(self.span_from(start), value, _AUGMENTED[kind], operand)
        if kind == ":" and isinstance(value, tree.Name | tree.Attribute) and self._type_follows():
            self.advance()
            type_ = self.ternary()
            initial = self.expression_list() if self.accept("=") else None
            return tree.VarDecl(self.span_from(start), None, value, type_, initial)
        return tree.ExprStmt(self.span_from(start), value)

    def _type_follows(self) -> bool:
        return self.peek() not in (NEWLINE, INDENT)

    def _assignment(self, start: int, first: tree.Expr) -> tree.Stmt:
        """`first = ... = value` from the first `=` on."""
        targets = [first]
        while True:
            self._check_target(targets[-1], is_augmented=False)
            self.advance()
            value = self.expression_list()
            if self.kind != "=":
                return tree.Assign(self.span_from(start), targets, value)
            targets.append(value)

    def _check_target(self, target: tree.Expr, is_augmented: bool) -> None:
        """Reports a target nothing can be stored in."""
        if isinstance(target, tree.Name | tree.Attribute | tree.Subscript | tree.Call):
            return
        if isinstance(target, tree.Binding | tree.Unpack) and not is_augmented:
            inner = target.target if isinstance(target, tree.Binding) else target.value
            self._check_target(inner, is_augmented)
            return
        if isinstance(target, tree.TupleDisplay | tree.ListDisplay) and not is_augmented:
            for element in target.elements:
                self._check_target(element, is_augmented)
            return
        what = _TARGET_NAMES.get(type(target), "this expression")
        message = f"cannot assign to {what}; only variables, members and elements hold values"
        if isinstance(target, tree.Compare | tree.BoolOp | tree.Not):
            message = f"cannot assign to {what}; write '==' to compare"
        self.report("invalid-target", message, target.span)

    # --- variables and compile-time names ---

    def _var(self) -> tree.Stmt:
        return self._variable("var")

    def _ref(self) -> tree.Stmt:
        return self._variable("ref")

    def _let(self) -> tree.Stmt:
        return self._variable("let")

    def _variable(self, kind: tree.BindingKind) -> tree.Stmt:
        start = self.start
        self.advance()
        target = self._declared_names(kind)
        type_ = self.ternary() if self.accept(":") else None
        if self.kind != "=":
            return tree.VarDecl(self.span_from(start), kind, target, type_, None)
        first = tree.Binding(self.span_from(start), kind, target, type_)
        self.advance()
        value = self.expression_list()
        if self.kind != "=":
            return tree.VarDecl(self.span_from(start), kind, target, type_, value)
        chained = self._assignment(start, value)
        assert isinstance(chained, tree.Assign)
        chained.targets.insert(0, first)
        return chained

    def _declared_names(self, keyword: str) -> tree.Expr:
        """`x`, `a, b` or `(a, (b, c))` after `var`."""
        start = self.start
        first = self._declared_item(keyword)
        if self.kind != ",":
            return first
        elements = [first]
        while self.accept(","):
            if self.kind in ("=", ":", NEWLINE):
                break
            elements.append(self._declared_item(keyword))
        return tree.TupleDisplay(self.span_from(start), elements)

    def _declared_item(self, keyword: str) -> tree.Expr:
        start = self.start
        if self.kind in ("var", "ref"):
            return self.binding()
        if self.kind == "(":
            item = self.atom()
            if isinstance(item, tree.TupleDisplay | tree.Name):
                return item
            self.fail(
                "invalid-target",
                f"'{keyword}' declares names: write '{keyword} (a, b) = ...'",
                item.span,
            )
        is_backtick = self.kind == BACKTICK
        name = self.expect_name("a variable")
        if self.kind in (".", "[", "("):
            self.fail(
                "invalid-target",
                f"'{keyword}' declares a plain name; to assign to a member or an element, "
                f"leave '{keyword}' out",
            )
        return tree.Name(self.span_from(start), name, is_backtick)

    def _comptime(self) -> tree.Stmt:
        """`comptime NAME = ...`, `comptime assert ...`, or the expression `comptime(...)`."""
        following = self.kinds[self.pos + 1]
        if following == "assert":
            start = self.start
            self.advance()
            statement = self._assert()
            assert isinstance(statement, tree.Assert)
            statement.comptime = True
            statement.span = self.span_from(start)
            return statement
        if following == "(" and not self._is_tuple_alias():
            return self._expression_statement()
        return self._alias()

    def _is_tuple_alias(self) -> bool:
        """Whether `comptime (a, b) = ...` stands here: the bracket is followed by `=`."""
        at, level = self.pos + 1, 0
        while self.kinds[at] is not NEWLINE:
            level += (self.kinds[at] in "([{") - (self.kinds[at] in ")]}")
            at += 1
            if level == 0:
                return self.kinds[at] == "="
        return False

    def _alias(self) -> tree.Stmt:
        """`comptime name[params]: type = value where ...` after the keyword, old or new."""
        start = self.start
        keyword = self.text
        self.advance()
        name_span = self.here()
        pattern: tree.Expr | None = None
        name = ""
        if self.kind == "(" or self.peek() == ",":
            pattern = self._declared_names(keyword)
            name_span = pattern.span
        else:
            name = self.expect_name("a compile-time value")
        parameters = self.parameter_list()
        type_ = self.ternary() if self.accept(":") else None
        where = self.where_clauses()
        value = self.expression_list() if self.accept("=") else None
        where += self.where_clauses()
        span = self.span_from(start)
        if value is None and type_ is None and self.kind in _ENDS:
            self.fail(
                "missing-value",
                f"'{name}' needs a value: write '{keyword} {name} = ...'",
                name_span,
            )
        return tree.AliasDecl(
            span, name, name_span, parameters, type_, value, where, pattern=pattern
        )

    # --- jumps and checks ---

    def _return(self) -> tree.Stmt:
        start = self.start
        self.advance()
        value = None if self.kind in _ENDS else self.expression_list()
        return tree.Return(self.span_from(start), value)

    def _raise(self) -> tree.Stmt:
        start = self.start
        self.advance()
        value = None if self.kind in _ENDS else self.expression()
        cause = self.expression() if self.accept("from") else None
        return tree.Raise(self.span_from(start), value, cause)

    def _break(self) -> tree.Stmt:
        span = self.here()
        self.advance()
        return tree.Break(span)

    def _continue(self) -> tree.Stmt:
        span = self.here()
        self.advance()
        return tree.Continue(span)

    def _pass(self) -> tree.Stmt:
        span = self.here()
        self.advance()
        return tree.Pass(span)

    def _assert(self) -> tree.Stmt:
        start = self.start
        self.advance()
        condition = self.expression()
        message = self.expression() if self.accept(",") else None
        return tree.Assert(self.span_from(start), condition, message)

    def _delete(self) -> tree.Stmt:
        start = self.start
        self.advance()
        targets = self.expression_list()
        elements = targets.elements if isinstance(targets, tree.TupleDisplay) else [targets]
        return tree.Delete(self.span_from(start), elements)

    # --- imports ---

    def _import(self) -> tree.Stmt:
        start = self.start
        self.advance()
        if self.kind == "." or self.kind == "...":
            self.fail(
                "syntax-relative-import",
                "a relative import is written 'from . import name', not 'import .name'",
            )
        names = [self._import_path()]
        while self.accept(","):
            names.append(self._import_path())
        return tree.Import(self.span_from(start), names)

    def _import_path(self) -> tree.ImportName:
        start = self.start
        path = self._dotted_name()
        alias = self.expect_name("the import") if self.accept("as") else None
        return tree.ImportName(self.span_from(start), path, alias)

    def _dotted_name(self) -> tuple[str, ...]:
        path = [self.expect_name("a module")]
        while self.accept("."):
            path.append(self.expect_name("a module"))
        return tuple(path)

    def _from(self) -> tree.Stmt:
        start = self.start
        self.advance()
        level = 0
        while self.kind == "." or self.kind == "...":
            level += len(self.kind)
            self.advance()
        path: tuple[str, ...] = ()
        if not level or self.kind != "import":
            path = self._dotted_name()
        self.expect("import", "the import statement, after the module")
        if self.accept("*"):
            return tree.ImportFrom(self.span_from(start), level, path, [], wildcard=True)
        names = self._imported_names()
        return tree.ImportFrom(self.span_from(start), level, path, names)

    def _imported_names(self) -> list[tree.ImportName]:
        has_parentheses = self.accept("(")
        names: list[tree.ImportName] = []
        while True:
            start = self.start
            name = self.expect_name("what to import")
            alias = self.expect_name("the import") if self.accept("as") else None
            names.append(tree.ImportName(self.span_from(start), (name,), alias))
            if not self.accept(",") or (has_parentheses and self.kind == ")"):
                break
        if has_parentheses:
            self.close(")", "the import list")
        return names

    def _foreign(self) -> tree.Stmt:
        """A word of another language at the start of a statement."""
        self.fail("syntax-not-mojo", _FOREIGN_WORDS[self.text])


StatementRule = Callable[[SimpleStatementParser], tree.Stmt]

_SIMPLE: Final[dict[str, StatementRule]] = {
    "var": SimpleStatementParser._var,
    "ref": SimpleStatementParser._ref,
    "comptime": SimpleStatementParser._comptime,
    "return": SimpleStatementParser._return,
    "raise": SimpleStatementParser._raise,
    "break": SimpleStatementParser._break,
    "continue": SimpleStatementParser._continue,
    "pass": SimpleStatementParser._pass,
    "assert": SimpleStatementParser._assert,
    "import": SimpleStatementParser._import,
    "from": SimpleStatementParser._from,
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
    "alias": SimpleStatementParser._alias,
    "let": SimpleStatementParser._let,
    "del": SimpleStatementParser._delete,
    **dict.fromkeys(_FOREIGN_WORDS, SimpleStatementParser._foreign),
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
