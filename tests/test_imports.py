"""The layers of the compiler: who may import whom, and no cycles. Read from the source, nothing is imported."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent
PACKAGE = REPOSITORY / "ember"

STAGES = ("syntax", "lower", "elab", "opt", "codegen")

MAY_IMPORT: dict[str, set[str]] = {
    "support": set(),
    "ir": {"support"},
    "dialects": {"support", "ir"},
    "runtime": {"support"},
    "dtype": {"support"},
    "driver": {"support", "runtime", "dtype"},
    **{stage: {"support", "ir", "dialects"} for stage in STAGES},
    "interpreter": {"support", "ir", "dialects"},
    "ownership": {"support", "ir", "dialects"},
    "elab": {"support", "ir", "dialects", "interpreter", "ownership"},
    "opt": {"support", "ir", "dialects", "ownership"},
    "showing": {"support", "ir"},
    "loading": {"support", "dialects", "syntax", "lower", "showing"},
    "elaborating": {"support", "dialects", "elab", "opt", "loading", "showing"},
    "stages": {"support", "ir", "dialects", "opt", "codegen", "showing"},
    "compiler": {
        *("support", "ir", "dialects", "elab", "codegen"),
        *("loading", "showing", "elaborating", "stages"),
    },
    "queries": {"support", "elab", "elaborating", "compiler"},
    "outputs": {"support", "ir", "codegen", "syntax", "loading", "compiler"},
    "service": {"support", "elab", "compiler", "outputs", "queries"},
    "tools": {
        "support",
        "ir",
        "dialects",
        "runtime",
        *STAGES,
        "loading",
        "elaborating",
        "compiler",
        "queries",
        "service",
    },
    "cli": {"support", "runtime", "service", "tools", "engine", "graph", "pipelines"},
    "engine": {"support", "runtime", "dtype", "driver"},
    "graph": {"support", "ir", "dialects", "runtime", "dtype", "driver", "engine", "service"},
    "experimental": {"dtype", "driver", "engine", "graph"},
    "nn": {"dtype", "driver", "graph"},
    "pipelines": {"support", "runtime", "dtype", "driver", "graph", "nn", "binding", "engine"},
    "torch": {"dtype", "driver", "engine", "graph", "service"},
    "as_max": set(),
    "binding": {"support", "runtime", "service"},
    "importer": {"support", "runtime", "binding"},
    "__main__": {"cli", "support"},
    "__init__": {"binding"},
}
"""What each folder, or module beside the folders, may import, besides itself and `ember` for the version."""

ALSO = {("lower", "ember.syntax.tree")}
"""Lowering consumes the syntax tree, so it knows its node classes."""

ROOMS = (
    "model",
    "messages",
    "modules",
    "type_facts",
    "resolution",
    "instances",
    "builtins",
    "bodies",
    "elaborator",
)
"""The rooms of `elab/`, each on those before it."""

GRAPH_ROOMS = (
    "api",
    "importers",
    "passes",
    "fusion",
    "mojo_source",
    "plan",
    "mojo_source.host",
    "building",
    "compile",
)
"""The same for `graph/`: kernels are written before the host program is planned, which is written last."""

APART = {
    "ember.codegen.text.": ("ember.codegen.llvm.",),
    "ember.codegen.llvm.": ("ember.codegen.text.", "ember.dialects", "ember.ir"),
}
"""Rooms of one folder that know nothing of each other: one writes LLVM's text, the other drives LLVM."""

ONLY_IN = {
    "onnx": {"graph"},
    "llvmlite": {"codegen", "runtime"},
    "torch": {"torch"},
    "numpy": {"experimental", "runtime", "dtype", "driver", "engine", "graph", "nn", "pipelines"},
}


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(REPOSITORY).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


MODULES = dict(modules())


def layer(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


@cache
def imports(module: str) -> frozenset[tuple[str, bool]]:
    """What a module imports, and whether that happens when it is itself imported (not later, not for types only)."""
    found: set[tuple[str, bool]] = set()
    visit(ast.parse(MODULES[module].read_text()), True, found)
    return frozenset(found)


def visit(node: ast.AST, at_start: bool, found: set[tuple[str, bool]]) -> None:
    if isinstance(node, ast.Import):
        found.update((alias.name, at_start) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        for alias in node.names:
            dotted = f"{node.module}.{alias.name}"
            found.add((dotted if dotted in MODULES else node.module or "", at_start))
    is_later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    for child in ast.iter_child_nodes(node):
        visit(child, at_start and not is_later and not is_for_types(node, child), found)


def is_for_types(node: ast.AST, child: ast.AST) -> bool:
    """Whether a child stands under `if TYPE_CHECKING:`."""
    if not isinstance(node, ast.If):
        return False
    test = node.test
    named = (
        test.id
        if isinstance(test, ast.Name)
        else test.attr
        if isinstance(test, ast.Attribute)
        else ""
    )
    return named == "TYPE_CHECKING" and child in node.body


@pytest.mark.parametrize("module", MODULES)
def test_layers(module: str) -> None:
    allowed = MAY_IMPORT.get(layer(module))
    assert allowed is not None, f"say in MAY_IMPORT what '{layer(module)}' may import"
    for name, _ in imports(module):
        if name.split(".")[0] != "ember" or name == "ember":
            continue
        if layer(name) != layer(module) and (layer(module), name) not in ALSO:
            assert layer(name) in allowed, f"{module} must not import {name}"


@pytest.mark.parametrize("room", APART)
def test_rooms_stay_apart(room: str) -> None:
    found = [module for module in MODULES if module.startswith(room)]
    assert found
    for module in found:
        for name, _ in imports(module):
            assert not name.startswith(APART[room]), f"{module} must not import {name}"


def test_rooms_of_elaboration_import_in_one_direction() -> None:
    """A room reaches those after it through the program alone, whose type it may name."""
    for module in MODULES:
        if not module.startswith("ember.elab."):
            continue
        room = ROOMS.index(module.split(".")[2])
        for name, at_start in imports(module):
            if at_start and name.startswith("ember.elab."):
                assert ROOMS.index(name.split(".")[2]) <= room, f"{module} must not import {name}"


def test_rooms_of_the_graph_compiler_import_in_one_direction() -> None:
    for module in MODULES:
        room = graph_room(module)
        if room not in GRAPH_ROOMS:
            continue
        for name, at_start in imports(module):
            other = graph_room(name)
            if at_start and other in GRAPH_ROOMS:
                is_before = GRAPH_ROOMS.index(other) <= GRAPH_ROOMS.index(room)
                assert is_before, f"{module} must not import {name}"


def graph_room(module: str) -> str:
    parts = module.split(".")
    if parts[:2] != ["ember", "graph"] or len(parts) < 3:
        return ""
    return ".".join(parts[2:4]) if ".".join(parts[2:4]) in GRAPH_ROOMS else parts[2]


def test_the_ir_names_no_dialect() -> None:
    """`ir/` holds mechanisms: what ops and types of dialects are and do is said in their declarations."""
    from ember.dialects import hlcf, kgen, lit, pop  # noqa: F401  (their import fills the registry)
    from ember.ir.nodes import REGISTRY

    dialects = {name.split(".")[0] for name in REGISTRY}
    named = re.compile(rf"(?<![\w.])(?:{'|'.join(sorted(dialects))})\.\w")
    for path in sorted((PACKAGE / "ir").glob("*.py")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            assert named.search(line) is None, f"{path.name}:{number}: {line.strip()}"


@pytest.mark.parametrize("module", MODULES)
def test_heavy_packages_stay_where_they_belong(module: str) -> None:
    for name, _ in imports(module):
        places = ONLY_IN.get(name.split(".")[0])
        assert places is None or layer(module) in places, f"{module} must not import {name}"


def test_no_cycles() -> None:
    """Following imports that happen at import time never leads back."""
    done: set[str] = set()

    def follow(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, " -> ".join((*path[path.index(module) :], module))
        if module in done:
            return
        for name, at_start in sorted(imports(module)):
            if at_start and name in MODULES and name != "ember":
                follow(name, (*path, module))
        done.add(module)

    for module in MODULES:
        follow(module, ())


def test_importing_ember_is_light() -> None:
    script = (
        "import sys; before = set(sys.modules); import ember; print(len(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=REPOSITORY, check=True
    )
    assert int(done.stdout) <= 3


@pytest.mark.parametrize(
    "heavy", ["llvmlite", "ember.compiler", "ember.elab", "ember.syntax", "ember.ir"]
)
def test_the_command_line_starts_light(heavy: str) -> None:
    script = f"import sys, ember.cli, ember.tools.arguments, ember.runtime.jit; print({heavy!r} in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=REPOSITORY, check=True
    )
    assert done.stdout.strip() == "False"


def test_running_needs_one_package() -> None:
    """`make hello` installs LLVM and nothing else; the rest are extras."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    assert [re.split(r"[=<>]", name)[0] for name in project["dependencies"]] == ["llvmlite"]


WORDS = ("Place", "Scope", "Part", "Trace", "Rule", "Target", "Machine", "Host")
"""Words of the compiler that mean one thing each."""


@pytest.mark.parametrize("word", WORDS)
def test_a_word_means_one_thing(word: str) -> None:
    folders = (*STAGES, "support", "ir", "interpreter", "ownership")
    found = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for folder in folders
        for path in sorted((PACKAGE / folder).rglob("*.py"))
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and node.name.lstrip("_") == word
    ]
    assert len(found) <= 1, found
