"""Syntax tree -> `lit`: `lower_module` is the stage's entry.

def f(x: Int) -> Int:          kgen.generator {name = "f", …} … { (%x):
    var y = x + 1                  %y = lit.var {name = "y", kind = "var"}
    return y                       lit.init %y, (lit.binary "+" %x, 1)
                                   lit.return %y }
"""

from __future__ import annotations

from typing import Any

from ember.dialects import lit
from ember.ir.nodes import Region
from ember.lower import aliases, blocks, displays, expressions, functions, statements, targets
from ember.lower.context import Lowering
from ember.lower.declarations import lower_declaration
from ember.lower.unused import warn_unused_imports
from ember.support.diagnostics import DiagnosticSink
from ember.syntax import tree

RULE_MODULES = (aliases, blocks, displays, expressions, functions, statements, targets)
"""Importing these fills the rule tables."""


def lower_module(
    module: tree.Module, module_name: str, sink: DiagnosticSink, warns: bool = False
) -> lit.Module:
    """The module's `lit` form; what is wrong with it, and with `warns` what may be, is reported to `sink`."""
    body = Region()
    lowering = Lowering(module.edition, sink, body, warns)
    for node in module.body:
        _lower_safely(lowering, node)
    if warns and not sink.has_errors:
        warn_unused_imports(module, body, sink)
    attrs: dict[str, Any] = {
        "name": module_name,
        "path": module.span.file.path,
        "edition": module.edition.value,
    }
    if lowering.inner_imports:
        attrs["inner_imports"] = tuple(lowering.inner_imports)
    return lit.Module((), (), attrs, (body,), module.span)


def _lower_safely(lowering: Lowering, node: tree.Stmt) -> None:
    """Absurdly deep nesting is the program's fault, not ours: say so and go on."""
    region, scope = lowering.region, lowering.scope
    try:
        lower_declaration(lowering, node)
    except RecursionError:
        lowering.region, lowering.scope = region, scope
        lowering.error("nested-too-deeply", node.span, "this is nested too deeply; split it up")
