"""`import ember.importer`, and Python imports `.mojo` files: `import name` finds `name.mojo` on `sys.path`.

The file must define `PyInit_name`, usually with `std.python.bindings.PythonModuleBuilder`. It is compiled the first time and
whenever it, or something it imports, has changed. What is wrong with it is told by an ImportError.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

__all__ = ["MojoFinder", "MojoLoader", "install"]

_SUFFIXES = (".mojo", ".🔥")


class MojoLoader(Loader):
    """Loads one `.mojo` file."""

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = path

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Compiles the file and lets it make its module."""
        from ember.binding.modules import MissingInit, described, load_module
        from ember.runtime.loader import LoadError
        from ember.support.diagnostics import CompileError
        from ember.support.options import Options

        short = self.name.rpartition(".")[2]
        options = Options(needs_main=False, jobs=os.cpu_count() or 1)
        try:
            return load_module(self.path, short, options)
        except CompileError as failure:
            text = f"'{self.path}' does not compile:\n{described(failure)}"
            raise ImportError(text, name=self.name, path=self.path) from None
        except MissingInit:
            text = (
                f"'{self.path}' has no function 'PyInit_{short}'; add '@export def PyInit_{short}() -> PythonObject:', "
                "which makes the module with PythonModuleBuilder, or call single functions with ember.compile"
            )
            raise ImportError(text, name=self.name, path=self.path) from None
        except LoadError as problem:
            text = f"cannot load '{self.path}': {problem}"
            raise ImportError(text, name=self.name, path=self.path) from problem

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is left to do: the module was made complete."""

    def get_source(self, name: str) -> str:
        """The text of the file."""
        return Path(self.path).read_text("utf-8")


class MojoFinder(MetaPathFinder):
    """Finds `name.mojo` where Python looks for `name.py`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The file for a module's name, if there is one."""
        short = fullname.rpartition(".")[2]
        for folder in sys.path if path is None else path:
            for suffix in _SUFFIXES:
                file = os.path.join(folder or os.getcwd(), short + suffix)
                if os.path.isfile(file):
                    return spec_from_file_location(
                        fullname, file, loader=MojoLoader(fullname, file)
                    )
        return None


def install() -> None:
    """Lets `import` find `.mojo` files, before all others; once is enough."""
    if not any(isinstance(finder, MojoFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, MojoFinder())


install()
