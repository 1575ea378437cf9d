"""IR to text: `print_op` gives the custom form (see `assembly.py`) or MLIR's generic form.

The text is deterministic and keeps the source names of values: `%x`, made unique as `%x_0`; values without a name are
numbered, `%0`; the results of an op with several are `%0#0`, `%0#1`, and it is printed as `%0:2 = …`. Each outermost
function numbers its values from 0. Printing never fails, so that broken IR can be looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ember.ir import assembly
from ember.ir.nodes import Op, Region, Value
from ember.ir.reader import implied_type
from ember.ir.text_values import (
    key,
    quote,
    results_text,
    signature_text,
    type_text,
    value_text,
    word,
)
from ember.support.patterns import lazy
from ember.support.source import Span

INDENT: Final = "  "


def print_op(op: Op, generic: bool = False, locations: bool = False) -> str:
    """The text of an op with everything inside it, one line per op, without a final newline."""
    printer = _GenericPrinter(locations) if generic else Printer(locations)
    printer.print_op(op, "")
    return "".join(printer.out)


class Printer:
    """Prints the custom form: collects pieces of text in `out`, knows the names given so far."""

    __slots__ = ("_counter", "_in_function", "_suffixes", "_used", "locations", "names", "out")

    def __init__(self, locations: bool = False) -> None:
        self.out: list[str] = []
        self.locations = locations
        self.names: dict[Value, str] = {}
        self._used: set[str] = set()
        self._suffixes: dict[str, int] = {}
        self._counter = 0
        self._in_function = False

    # -- ops and regions -----------------------------------------------------------------------------

    def print_op(self, op: Op, indent: str) -> None:
        if op.is_function and not self._in_function and not _is_in_value(op):
            self._print_outermost_function(op, indent)
            return
        self.print_results(op)
        self.print_name_and_body(op, indent)
        self.print_location(op)

    def _print_outermost_function(self, op: Op, indent: str) -> None:
        saved = self._used, self._suffixes, self._counter
        self._used, self._suffixes, self._counter = set(), {}, 0
        self._in_function = True
        self.print_op(op, indent)
        self._in_function = False
        self._used, self._suffixes, self._counter = saved

    def print_results(self, op: Op) -> None:
        results = op.results
        if not results:
            return
        first = self.name(results[0])
        if len(results) == 1:
            self.out.append(first + " = ")
        else:
            self.out.append(f"{first[: first.index('#')]}:{len(results)} = ")

    def print_name_and_body(self, op: Op, indent: str) -> None:
        form = op.form
        self.out.append(op.op_name)
        if form.__class__ is assembly.OwnForm:
            form.write(self, op, indent)
            return
        for part in assembly.form_of(op.__class__).parts:
            if isinstance(part, str):
                self.out.append(part)
            else:
                _FIELD_PRINTERS[part.kind](self, op, part, indent)

    def print_location(self, op: Op) -> None:
        if self.locations and op.loc is not None:
            self.out.append(f" loc({location_text(op.loc)})")

    def print_region(self, region: Region, indent: str) -> None:
        """` (%x: T) {`, the ops, `}`; arguments of the implied type stand without it."""
        if region.args:
            self.out.append(" (" + self.arguments(region.args) + ")")
        self.print_block(region, indent)

    def print_block(self, region: Region, indent: str) -> None:
        self.out.append(" {\n")
        self.print_ops(region, indent + INDENT)
        self.out.append(indent + "}")

    def print_ops(self, region: Region, indent: str) -> None:
        op = region.first
        while op is not None:
            self.out.append(indent)
            self.print_op(op, indent)
            self.out.append("\n")
            op = op.next

    def arguments(self, args: Sequence[Value]) -> str:
        implied = implied_type()
        return ", ".join(
            self.name(arg) if arg.type is implied else f"{self.name(arg)}: {type_text(arg.type)}"
            for arg in args
        )

    # -- names -----------------------------------------------------------------------------------------

    def name(self, value: Value) -> str:
        found = self.names.get(value)
        return found if found is not None else self._give_name(value)

    def name_list(self, values: Sequence[Value]) -> str:
        return ", ".join([self.name(value) for value in values])

    def _give_name(self, value: Value) -> str:
        owner = value.owner
        names = self.names
        if isinstance(owner, Op) and len(owner.results) > 1:
            base = "%" + self._unique(owner.results[0].name)
            for i, result in enumerate(owner.results):
                names[result] = f"{base}#{i}"
        elif isinstance(owner, Region) and value.name is None:
            names[value] = "%" + self._unique(f"arg{value.index}")
        else:
            names[value] = "%" + self._unique(value.name)
        return names.setdefault(value, "%<<removed>>")

    def _unique(self, wanted: str | None) -> str:
        used = self._used
        if wanted is None or (base := _sanitized(wanted)) is None:
            name = str(self._counter)
            self._counter += 1
            return name
        name = base
        while name in used:
            suffix = self._suffixes.get(base, 0)
            self._suffixes[base] = suffix + 1
            name = f"{base}_{suffix}"
        used.add(name)
        return name

    # -- attributes and types ----------------------------------------------------------------------------

    def print_result_types(self, op: Op) -> None:
        """` : T, U`, or nothing without results."""
        if op.results:
            self.out.append(" : " + ", ".join([type_text(v.type) for v in op.results]))

    def attribute_dictionary(self, op: Op, hidden: frozenset[str]) -> str:
        """`{key = value, …}` without hidden attributes and those that have their default; "" when none is left."""
        if not op.attrs:
            return ""
        items = [
            f"{key(name)} = {value_text(value)}"
            for name, value in _written_attributes(op)
            if name not in hidden
        ]
        return "{" + ", ".join(items) + "}" if items else ""


class _GenericPrinter(Printer):
    """Prints MLIR's generic form, which needs no knowledge of the dialects."""

    __slots__ = ()

    def print_name_and_body(self, op: Op, indent: str) -> None:
        out = self.out
        out.append(f'"{op.op_name}"({self.name_list(op.operands)})')
        if op.regions:
            out.append(" (")
            for i, region in enumerate(op.regions):
                out.append(", {\n" if i else "{\n")
                if region.args:
                    args = ", ".join(f"{self.name(a)}: {type_text(a.type)}" for a in region.args)
                    out.append(f"{indent}^bb0({args}):\n")
                self.print_ops(region, indent + INDENT)
                out.append(indent + "}")
            out.append(")")
        items = [
            f"{key(name)} = {value_text(value, generic=True)}"
            for name, value in _written_attributes(op)
        ]
        if items:
            out.append(" {" + ", ".join(items) + "}")
        out.append(
            " : " + signature_text([v.type for v in op.operands], [v.type for v in op.results])
        )


def _is_in_value(op: Op) -> bool:
    """Whether a function stands inside an op that makes a value, as a function type does: other names are visible there."""
    parent = op.parent_op
    return parent is not None and bool(parent.results)


def location_text(loc: object) -> str:
    """`"file":line:column` of a source span, or the text of any other location."""
    if isinstance(loc, Span):
        return f"{quote(loc.file.path)}:{loc.line}:{loc.column}"
    return quote(str(loc))


_UNNAMEABLE = lazy(r"[^A-Za-z0-9_$.]")


def _sanitized(name: str) -> str | None:
    """The name with characters that cannot stand in the text replaced; None for a number or nothing."""
    if not name or name.isdigit():
        return None
    name = _UNNAMEABLE.sub("_", name)
    return name if not name[0].isdigit() else "_" + name


def _written_attributes(op: Op) -> list[tuple[str, Any]]:
    """Attributes that do not have their default: declared ones in their order, then others as they were added."""
    attrs = op.attrs
    defaults = assembly.attribute_defaults(op.__class__)
    declared = [(name, attrs[name]) for name in op.attr_names if name in attrs]
    written = [(name, value) for name, value in declared if not _is_default(name, value, defaults)]
    if len(declared) < len(attrs):
        written += [(name, value) for name, value in attrs.items() if name not in defaults]
    return written


def _is_default(name: str, value: Any, defaults: dict[str, Any]) -> bool:
    if name not in defaults:
        return False
    default = defaults[name]
    return value is None or (value.__class__ is default.__class__ and bool(value == default))


# -- fields of templates ---------------------------------------------------------------------------------


def _print_operand(printer: Printer, op: Op, field: assembly.Field, indent: str) -> None:
    position = op.operand_names.index(field.name)
    missing = position >= len(op.operands)
    text = "%<<missing>>" if missing else printer.name(op.operands[position])
    printer.out.append(field.prefix + text)


def _print_operands(printer: Printer, op: Op, field: assembly.Field, indent: str) -> None:
    values = op.operands[len(op.operand_names) - 1 :]
    if values:
        printer.out.append(field.prefix + printer.name_list(values))


def _print_attr(printer: Printer, op: Op, field: assembly.Field, indent: str) -> None:
    default = assembly.attribute_defaults(op.__class__)[field.name]
    value = op.attrs.get(field.name, default)
    if field.prefix and _is_default(field.name, value, {field.name: default}):
        return
    printer.out.append(field.prefix + value_text(default if value is None else value))


def _print_word(printer: Printer, op: Op, field: assembly.Field, indent: str) -> None:
    value = op.attrs.get(field.name) or ""
    printer.out.append(
        field.prefix + (word(value) if isinstance(value, str) else value_text(value))
    )


def _print_path(printer: Printer, op: Op, field: assembly.Field, indent: str) -> None:
    value = op.attrs.get(field.name)
    if value:
        printer.out.append(value_text(value))


def _print_attrs(printer: Printer, op: Op, field: assembly.Field, indent: str) -> None:
    text = printer.attribute_dictionary(op, assembly.form_of(op.__class__).named_attrs)
    if text:
        printer.out.append(" " + text)


def _print_results(printer: Printer, op: Op, field: assembly.Field, indent: str) -> None:
    printer.print_result_types(op)


def _print_unexpected_results(printer: Printer, op: Op, field: assembly.Field, indent: str) -> None:
    types = [v.type for v in op.results]
    if types != assembly.infer_results(op.__class__, op.operands, op.attrs, len(types)):
        printer.out.append(" : " + ", ".join(map(type_text, types)))


def _print_arrow_results(printer: Printer, op: Op, field: assembly.Field, indent: str) -> None:
    if op.results:
        printer.out.append(" -> " + results_text([v.type for v in op.results]))


def _print_operand_types(printer: Printer, op: Op, field: assembly.Field, indent: str) -> None:
    position = op.operand_names.index(field.name)
    is_list = position == len(op.operand_names) - 1 and "operands" in op.variadic_groups
    values = op.operands[position:] if is_list else op.operands[position : position + 1]
    if values:
        printer.out.append(" : " + ", ".join([type_text(v.type) for v in values]))


def _print_all_types(printer: Printer, op: Op, field: assembly.Field, indent: str) -> None:
    text = signature_text([v.type for v in op.operands], [v.type for v in op.results])
    printer.out.append(" : " + text)


def _print_signature(printer: Printer, op: Op, field: assembly.Field, indent: str) -> None:
    arguments = op.operands[len(op.operand_names) - 1 :]
    text = signature_text([v.type for v in arguments], [v.type for v in op.results])
    printer.out.append(" : " + text)


def _print_region_field(printer: Printer, op: Op, field: assembly.Field, indent: str) -> None:
    position = op.region_names.index(field.name)
    if position < len(op.regions):
        printer.print_region(op.regions[position], indent)


def _print_labelled_region(printer: Printer, op: Op, field: assembly.Field, indent: str) -> None:
    position = op.region_names.index(field.name)
    if position >= len(op.regions):
        return
    region = op.regions[position]
    if region.first is not None or region.args:
        printer.out.append(" " + field.prefix)
        printer.print_region(region, indent)


_FIELD_PRINTERS: Final[dict[str, Callable[[Printer, Op, assembly.Field, str], None]]] = {
    "operand": _print_operand,
    "operands": _print_operands,
    "attr": _print_attr,
    "word": _print_word,
    "path": _print_path,
    "attrs": _print_attrs,
    ":results": _print_results,
    ":results?": _print_unexpected_results,
    "->results": _print_arrow_results,
    ":types": _print_operand_types,
    ":signature": _print_signature,
    ":all": _print_all_types,
    "region": _print_region_field,
    "labelled": _print_labelled_region,
}
