"""How elaboration is written: what holds no state is functions, and ops find their rules in tables."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from ember.dialects import lit
from ember.elab.bodies.rules import EVALUATORS, EXECUTORS
from ember.elab.elaborator import Program
from ember.ir.nodes import REGISTRY

FOLDER = Path(__file__).parent.parent.parent / "ember" / "elab"
CLASSES = [
    (path, node)
    for path in sorted(FOLDER.rglob("*.py"))
    for node in ast.parse(path.read_text()).body
    if isinstance(node, ast.ClassDef)
]
INSIDE = {
    *(lit.Module, lit.StructDecl, lit.TraitDecl, lit.ExtensionDecl, lit.Generator, lit.Alias),
    *(lit.Field, lit.Param, lit.Arg, lit.Decorator, lit.Conformance, lit.Where),
    *(lit.Case, lit.Pattern, lit.Yield),
}
"""Ops that are read as parts of others, and declarations."""


def assigned(initializer: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(initializer):
        targets = (
            node.targets
            if isinstance(node, ast.Assign)
            else [node.target]
            if isinstance(node, ast.AnnAssign)
            else []
        )
        for target in targets:
            if isinstance(target, ast.Attribute):
                yield target.attr


@pytest.mark.parametrize(
    ("path", "node"), CLASSES, ids=[f"{path.stem}.{node.name}" for path, node in CLASSES]
)
def test_a_class_holds_something(path: Path, node: ast.ClassDef) -> None:
    """A class that knows the program alone would be functions that take it, or the frame."""
    for function in node.body:
        if isinstance(function, ast.FunctionDef) and function.name == "__init__":
            fields = set(assigned(function))
            assert fields != {"program"}, f"{path.name}: '{node.name}' holds no state"


def test_every_op_of_a_body_has_one_rule() -> None:
    ops = {op for name, op in REGISTRY.items() if name.startswith("lit.")}
    assert Program  # its module imports those that register rules
    assert not EVALUATORS.keys() & EXECUTORS.keys()
    assert ops - INSIDE == (EVALUATORS.keys() | EXECUTORS.keys())
