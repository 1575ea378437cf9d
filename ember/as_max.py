"""Makes `import max.graph` and its kind mean ours: for programs and tests that are written against that API.

    python -m ember.as_max program.py arguments     pytest -p ember.as_max     import ember.as_max

A name of the table stands for our module itself, so classes are the same under both names. Nothing else of the process changes:
`max(1, 2)` is Python's.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Final

MODULES: Final = {
    "max._mlir_context": "ember.graph.api.mlir",
    "max.driver": "ember.driver",
    "max.driver.buffer": "ember.driver",
    "max.dtype": "ember.dtype",
    "max.engine": "ember.engine",
    "max.engine.api": "ember.engine",
    "max.experimental": "ember.experimental",
    "max.experimental.torch": "ember.torch",
    "max.graph": "ember.graph",
    "max.graph.dim": "ember.graph.api.dims",
    "max.graph.graph": "ember.graph.api.graph",
    "max.graph.dtype_promotion": "ember.graph.api.dtype_promotion",
    "max.graph.ops": "ember.graph.api.ops",
    "max.graph.quantization": "ember.graph.api.quantization",
    "max.graph.shape": "ember.graph.api.dims",
    "max.graph.type": "ember.graph.api.types",
    "max.graph.value": "ember.graph.api.values",
    "max.graph.weight": "ember.graph.api.weights",
    "max.graph.weights": "ember.pipelines.weights",
    "max.mlir": "ember.graph.api.mlir",
    "max.mlir.dialects": "ember.graph.api.mlir",
    "max.nn": "ember.nn",
    "max.pipelines": "ember.pipelines",
    "max.torch": "ember.torch",
}
"""What a module is called there, and here; what lies under one lies under the other."""


def our_name(name: str) -> str | None:
    """The module of ours that a name of theirs stands for, if there is one."""
    head, tail = name, ""
    while head not in MODULES:
        head, _, last = head.rpartition(".")
        if not head:
            return None
        tail = f".{last}{tail}"
    found = MODULES[head] + tail
    if head == "max.graph.ops" and not _exists(found):
        return MODULES[head]  # theirs has a file for each op
    return found


class _Finder(MetaPathFinder):
    """Finds `max` and what lies under it."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name == "max":
            return ModuleSpec(name, _Package(), is_package=True)
        if not name.startswith("max."):
            return None
        ours = our_name(name)
        if ours is None or not _exists(ours):
            raise ModuleNotFoundError(f"ember has nothing that stands for '{name}'", name=name)
        return ModuleSpec(name, _Alias(ours), is_package=True)


def _exists(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


class _Package(Loader):
    """`max` itself: an empty package."""

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        module.__path__ = []


class _Alias(Loader):
    """A module that is one of ours."""

    def __init__(self, ours: str) -> None:
        self.ours = ours

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        ours = sys.modules[module.__name__] = import_module(self.ours)
        for name, there in MODULES.items():
            parent, _, last = name.rpartition(".")
            if parent == module.__name__ and there in sys.modules and not hasattr(ours, last):
                setattr(ours, last, sys.modules[there])  # `from max.graph import dim`


def install() -> None:
    """From now on `max` is ours, whatever is installed."""
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    for name in [name for name in sys.modules if name == "max" or name.startswith("max.")]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Finder())


def main() -> int:
    """Runs a program whose `max` is ours."""
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print("usage: python -m ember.as_max program.py [arguments]", file=sys.stderr)
        return 2
    program = Path(sys.argv[1])
    if not program.exists():
        print(f"error: there is no file '{program}'", file=sys.stderr)
        return 1
    sys.argv = sys.argv[1:]
    sys.path.insert(0, str(program.parent))
    runpy.run_path(str(program), run_name="__main__")
    return 0


install()

if __name__ == "__main__":
    sys.exit(main())
