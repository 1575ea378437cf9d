"""Text to IR: `parse_module` reads back what the printer writes, in the custom or the generic form.

It also reads the other spellings that ops declare. The dialects whose ops the text uses must have been imported. Mistakes
raise `CompileError` with the place in the text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ember.ir import assembly
from ember.ir import types as t
from ember.ir.nodes import REGISTRY, SPELLINGS, Op, Region, Value
from ember.ir.reader import Reader, implied_type
from ember.support.source import SourceFile


def parse_module(text: str, name: str = "<ir>", module: type[Op] | None = None) -> Op:
    """The module that a text stands for; ops outside a module are put into a `module`, usually the one that is spelled so."""
    parser = Parser(SourceFile(name, text))
    body = Region()
    try:
        while parser.kinds[parser.at] != "end":
            body.append(parser.op())
    except RecursionError:
        raise parser.problem("this is nested too deeply", "ir-nesting") from None
    only = body.first
    if only is not None and only.next is None and only.is_module:
        only.remove()
        return only
    return (module or REGISTRY[SPELLINGS["module"]])(regions=[body])


class Draft:
    """The parts of an op collected while its text is read."""

    __slots__ = (
        "attrs",
        "op_class",
        "operands",
        "regions",
        "result_count",
        "result_types",
        "written",
    )

    def __init__(self, op_class: type[Op], written: str, result_count: int) -> None:
        self.op_class = op_class
        self.written = written
        """The name that the text gives the op."""
        self.result_count = result_count
        self.operands: list[Value] = []
        self.attrs: dict[str, Any] = {}
        self.result_types: list[t.Type] | None = None
        self.regions: list[Region] = []


class Parser(Reader):
    """Reads ops; `values` holds the values visible at the cursor by name, `defined` their names in order."""

    __slots__ = ("defined", "values")

    def __init__(self, file: SourceFile) -> None:
        super().__init__(file)
        self.values: dict[str, Value] = {}
        self.defined: list[str] = []

    # -- ops -----------------------------------------------------------------------------------------

    def op(self) -> Op:
        first = self.at
        names = self._result_names() if self.kinds[first] == "value" else []
        name_at = self.at
        is_generic = self.kinds[name_at] == "string"
        written = self.word() if is_generic else self.take("ident", "an op")
        op_class = self._op_class(written, name_at)
        draft = Draft(op_class, written, sum(count for _, count, _ in names))
        mark = len(self.defined)
        if is_generic:
            self._generic_op(draft)
        elif op_class.form.__class__ is assembly.OwnForm:
            op_class.form.read(self, draft)
        else:
            for part in assembly.form_of(op_class).parts:
                if isinstance(part, str):
                    self._literal(part)
                else:
                    _FIELD_PARSERS[part.kind](self, draft, part)
        self.forget_from(mark)
        op = self._build(draft, first, name_at)
        self._define_results(op, names, first)
        self._skip_location()
        return op

    def _op_class(self, written: str, at: int) -> type[Op]:
        found = REGISTRY.get(SPELLINGS.get(written, written))
        if found is None:
            self.fail(f"there is no op '{written}'", "ir-syntax", at)
        return found

    def _build(self, draft: Draft, first: int, name_at: int) -> Op:
        if draft.result_types is None:
            draft.result_types = assembly.infer_results(
                draft.op_class, draft.operands, draft.attrs, draft.result_count
            )
            if draft.result_types is None:
                self.fail(f"'{draft.op_class.op_name}' needs its result type", at=name_at)
        defaults = assembly.attribute_defaults(draft.op_class)
        return draft.op_class(
            draft.operands,
            draft.result_types,
            {**defaults, **draft.attrs} if defaults else draft.attrs,
            draft.regions,
            self.span_from(first),
        )

    def _literal(self, text: str) -> None:
        for char in text:
            if char != " ":
                self.expect(char)

    def _skip_location(self) -> None:
        if self.texts[self.at] == "loc" and self.texts[self.at + 1] == "(":
            self.at += 1
            self.raw_brackets()

    # -- values ----------------------------------------------------------------------------------------

    def operand(self) -> Value:
        text = self.take("value", "a value such as '%0'")
        value = self.values.get(text)
        if value is None:
            self.fail(f"there is no value {text} here", "ir-syntax", self.at - 1)
        return value

    def operand_list(self) -> list[Value]:
        """`%a, %b`, or nothing, also where the next op's results (`%a =`, `%a:2 =`) follow."""
        if self.kinds[self.at] != "value" or self._starts_op():
            return []
        values = [self.operand()]
        while self.accept(","):
            values.append(self.operand())
        return values

    def _starts_op(self) -> bool:
        following = self.texts[self.at + 1]
        return following == "=" or (following == ":" and self.kinds[self.at + 2] == "number")

    def _result_names(self) -> list[tuple[str, int, int]]:
        """`%a, %b:2 =`: (name, how many results, token number) each."""
        names = []
        while True:
            at = self.at
            name = self.take("value", "a value such as '%0'")
            names.append((name, self.integer() if self.accept(":") else 1, at))
            if not self.accept(","):
                break
        self.expect("=")
        return names

    def _define_results(self, op: Op, names: list[tuple[str, int, int]], at: int) -> None:
        expected = sum(count for _, count, _ in names)
        if names and expected != len(op.results):  # unused results need no name
            self.fail(f"'{op.op_name}' has {len(op.results)} results, not {expected}", at=at)
        position = 0
        for name, count, name_at in names:
            results = op.results[position : position + count]
            position += count
            if results:
                results[0].name = _source_name(name)
            if count == 1:
                self.define(name, results[0], name_at)
            else:
                for i, result in enumerate(results):
                    self.define(f"{name}#{i}", result, name_at)

    def define(self, name: str, value: Value, at: int) -> None:
        if name in self.values:
            self.fail(f"the value {name} is already defined", "ir-syntax", at)
        self.values[name] = value
        self.defined.append(name)

    def forget_from(self, mark: int) -> None:
        """Leaves a scope: names defined since `len(self.defined)` was `mark` are gone."""
        for name in self.defined[mark:]:
            del self.values[name]
        del self.defined[mark:]

    # -- regions ---------------------------------------------------------------------------------------

    def region(self, keeps_names: bool = False) -> Region:
        """`(%x: T) { ops }`, the arguments being optional. `keeps_names`: its values stay visible after it."""
        mark = len(self.defined)
        region = Region()
        if self.accept("("):
            self.region_arguments(region)
        self.ops_in_braces(region)
        if not keeps_names:
            self.forget_from(mark)
        return region

    def region_arguments(self, region: Region) -> None:
        """`%x: T, %y)`: an argument without a type has the implied one; without a name only its type is given."""
        while not self.accept(")"):
            if region.args:
                self.expect(",")
            at = self.at
            if self.kinds[at] == "value":
                name = self.take("value", "an argument")
                type = None if self.accept(":") else implied_type()
                if type is None:
                    type = self.type()
                self.define(name, region.add_argument(type, _source_name(name)), at)
            else:
                region.add_argument(self.type())

    def ops_in_braces(self, region: Region) -> None:
        opening = self.at
        self.expect("{")
        if self.kinds[self.at] == "caret":
            self.at += 1
            if self.accept("("):
                self.region_arguments(region)
            self.expect(":")
        while not self.accept("}"):
            if self.kinds[self.at] == "end":
                self.fail("this '{' is never closed", at=opening)
            region.append(self.op())

    def attributes(self) -> dict[str, Any]:
        """An attribute dictionary, if one stands here, with or without the word `attributes`."""
        if self.texts[self.at] == "attributes":
            self.at += 1
            return self.dictionary()
        return self.dictionary() if self.is_dictionary() else {}

    # -- the generic form ------------------------------------------------------------------------------

    def _generic_op(self, draft: Draft) -> None:
        """`"name"(%a) ({ … }) {k = v} : (T) -> U`."""
        at = self.at
        self.expect("(")
        draft.operands = self.operand_list()
        self.expect(")")
        if self.accept("("):
            draft.regions.append(self.region())
            while self.accept(","):
                draft.regions.append(self.region())
            self.expect(")")
        draft.attrs = self.attributes()
        self.expect(":")
        type = self.function_type()
        self.check_types(draft.operands, type.inputs, at)
        draft.result_types = list(type.results)
        form = draft.op_class.form
        if form.__class__ is assembly.OwnForm and form.read_generic is not None:
            form.read_generic(draft)

    def check_types(self, values: Sequence[Value], types: Sequence[t.Type], at: int) -> None:
        if len(values) != len(types):
            self.fail(f"{len(values)} values but {len(types)} types", "ir-syntax", at)
        for value, type in zip(values, types, strict=True):
            if value.type is not type:
                self.fail(f"a value has type {value.type}, not {type}", "ir-syntax", at)


def _source_name(text: str) -> str | None:
    name = text[1:]
    return None if name.isdigit() else name


# -- fields of templates -----------------------------------------------------------------------------------


def _operand(parser: Parser, draft: Draft, field: assembly.Field) -> None:
    if field.prefix.startswith(","):
        parser.expect(",")
    draft.operands.append(parser.operand())


def _operands(parser: Parser, draft: Draft, field: assembly.Field) -> None:
    if field.prefix.startswith(",") and not parser.accept(","):
        return
    draft.operands.extend(parser.operand_list())


def _attr(parser: Parser, draft: Draft, field: assembly.Field) -> None:
    if field.prefix and parser.kinds[parser.at] != "number":
        return
    draft.attrs[field.name] = parser.value()


def _word(parser: Parser, draft: Draft, field: assembly.Field) -> None:
    draft.attrs[field.name] = parser.word()


def _path(parser: Parser, draft: Draft, field: assembly.Field) -> None:
    if parser.texts[parser.at] == "[":
        draft.attrs[field.name] = parser.value()


def _attrs(parser: Parser, draft: Draft, field: assembly.Field) -> None:
    if draft.op_class.region_names or parser.texts[parser.at] != "{":
        draft.attrs.update(parser.attributes())
    else:
        draft.attrs.update(parser.dictionary())


def _results(parser: Parser, draft: Draft, field: assembly.Field) -> None:
    if draft.result_count and parser.accept(":"):
        draft.result_types = parser.type_list()


def _arrow_results(parser: Parser, draft: Draft, field: assembly.Field) -> None:
    draft.result_types = parser.result_types() if parser.accept("->") else []


def _operand_types(parser: Parser, draft: Draft, field: assembly.Field) -> None:
    at = parser.at
    if parser.accept(":"):
        position = draft.op_class.operand_names.index(field.name)
        types = parser.type_list()
        parser.check_types(draft.operands[position : position + len(types)], types, at)


def _all_types(parser: Parser, draft: Draft, field: assembly.Field) -> None:
    at = parser.at
    if parser.accept(":"):
        is_list = parser.texts[parser.at] == "("  # `T, U -> V` stands for `(T, U) -> V`
        inputs = parser.types_in_parentheses() if is_list else parser.type_list()
        parser.expect("->")
        parser.check_types(draft.operands, inputs, at)
        draft.result_types = parser.result_types()


def _signature(parser: Parser, draft: Draft, field: assembly.Field) -> None:
    at = parser.at
    if parser.accept(":"):
        type = parser.function_type()
        arguments = draft.operands[len(draft.op_class.operand_names) - 1 :]
        parser.check_types(arguments, type.inputs, at)
        draft.result_types = list(type.results)
        if "signature" in draft.op_class.attr_names:
            draft.attrs["signature"] = type


def _region(parser: Parser, draft: Draft, field: assembly.Field) -> None:
    keeps_names = draft.op_class.shares_scope
    draft.regions.append(parser.region(keeps_names))


def _labelled_region(parser: Parser, draft: Draft, field: assembly.Field) -> None:
    if parser.accept(field.prefix):
        _region(parser, draft, field)
    else:
        draft.regions.append(Region())


_FIELD_PARSERS: Final[dict[str, Callable[[Parser, Draft, assembly.Field], None]]] = {
    "operand": _operand,
    "operands": _operands,
    "attr": _attr,
    "word": _word,
    "path": _path,
    "attrs": _attrs,
    ":results": _results,
    ":results?": _results,
    "->results": _arrow_results,
    ":types": _operand_types,
    ":signature": _signature,
    ":all": _all_types,
    "region": _region,
    "labelled": _labelled_region,
}
