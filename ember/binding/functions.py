"""`ember.compile`: the functions of a `.mojo` file as Python callables."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ember.binding.modules import MODULE_NAME, initialized, remembered
from ember.support.diagnostics import CompileError, error
from ember.support.options import Options

if TYPE_CHECKING:
    from ember.service import Interface, Reply

Function = Callable[..., Any]


class Functions(Mapping[str, Function]):
    """The functions of a file by name, also as attributes."""

    def __init__(self, path: str, functions: dict[str, Function], missing: dict[str, str]) -> None:
        self._path = path
        self._functions = functions
        self._missing = missing

    def __getitem__(self, name: str) -> Function:
        found = self._functions.get(name)
        if found is None:
            raise KeyError(self._reason(name))
        return found

    def __getattr__(self, name: str) -> Function:
        try:
            return self._functions[name]
        except KeyError:
            raise AttributeError(self._reason(name)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)

    def __repr__(self) -> str:
        return f"<functions of '{self._path}': {', '.join(self._functions)}>"

    def _reason(self, name: str) -> str:
        if name in self._missing:
            return f"'{name}' of '{self._path}' cannot be called from Python: {self._missing[name]}"
        return f"'{self._path}' has no function '{name}'"


def compile_functions(path: str | os.PathLike[str], opt_level: int = 3) -> Functions:
    """Compiles a file; what is wrong with it is told by a `CompileError`, whose text is the diagnostics."""
    source = os.fspath(path)
    folder = Path(source).absolute().parent
    options = Options(
        opt_level=opt_level, include=[folder], needs_main=False, jobs=os.cpu_count() or 1
    )
    _check_name(source)
    head, *objects = remembered(
        "python-functions", source, options, lambda: _compile(source, options)
    )
    missing: dict[str, str] = json.loads(head)
    if not objects:
        return Functions(source, {}, missing)
    module = initialized(objects, MODULE_NAME)
    functions = {n: f for n, f in vars(module).items() if not n.startswith("_")}
    return Functions(source, functions, missing)


def _check_name(source: str) -> None:
    stem = Path(source).stem
    if not stem.isidentifier():
        message = f"'{stem}' is not a name that can be imported; rename '{source}'"
        raise CompileError(error("bad-module-name", None, message))


def _compile(source: str, options: Options) -> tuple[list[bytes], list[Reply]]:
    """First what the file offers, then the functions that Python calls."""
    from ember.binding.adapters import adapter_module
    from ember.binding.modules import made
    from ember.support.fingerprint import LIBRARY

    first = made(source, options, "interfaces")
    offered, missing = _divided(first.value)
    head = json.dumps(missing).encode()
    if not offered:
        return [head], [first]
    uses_python = any(p.startswith(str(LIBRARY / "std" / "python")) for p in first.sources)
    with tempfile.TemporaryDirectory(prefix="ember-adapters-") as folder:
        adapters = Path(folder, "ember_adapters.mojo")
        adapters.write_text(
            adapter_module(Path(source).stem, offered, uses_python), encoding="utf-8"
        )
        objects = made(str(adapters), options, "objects").value
    return [head, *objects], [first]


def _divided(interfaces: list[Interface]) -> tuple[list[Interface], dict[str, str]]:
    """Those that Python can call, and why it cannot call the others."""
    from ember.binding.adapters import Unsupported, check

    offered: list[Interface] = []
    missing: dict[str, str] = {}
    for interface in interfaces:
        try:
            check(interface)
        except Unsupported as problem:
            missing[interface.name] = str(problem)
        else:
            offered.append(interface)
    return offered, missing
