"""Many graphs compiled as two files: all their kernels in one, all their host programs in another; a kernel is compiled once for all.

A kernel's file costs more to begin than to compile, so thousands of graphs are compiled this way. What is compiled is the text that `session.load`
would compile, but for the names of functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ember.engine import Model
from ember.engine import model as engine_model
from ember.graph import Graph
from ember.graph.building import Built
from ember.graph.compile import Stages, assemble, translate
from ember.runtime.devices import find_accelerator
from ember.runtime.jit import LoadedObject, load_object
from ember.service import Request, Service
from ember.support.cache import default_cache
from ember.support.options import Options
from ember.support.rendering import render

_EXPORT = re.compile(r'@export\("(ember_\w+)"')
_DEF = re.compile(r"^def (run|end)\(", re.MULTILINE)
_IMPORT = re.compile(r"^from (\S+) import (.+)$", re.MULTILINE)


class _Shared:
    """The functions of one host program among those of many."""

    def __init__(self, image: LoadedObject, number: int) -> None:
        self._loaded = image
        self.number = number

    def function(self, name: str, *types: Any) -> Any:
        return self._loaded.function(f"{name}_{self.number}", *types)

    def address(self, name: str) -> int:
        return self._loaded.address(f"{name}_{self.number}")

    @property
    def image(self) -> Any:
        return self._loaded.image

    def keep(self) -> None:
        """It is kept already."""


class Together:
    """Compiles graphs many at a time, and remembers kernels."""

    def __init__(self, folder: Path, opt_level: int = 1) -> None:
        self.folder = folder
        self.opt_level = opt_level
        self.accelerator = find_accelerator(default_cache())
        self.known: dict[str, int] = {}
        """Where kernels are that were compiled before."""
        self._count = 0

    def models(self, graphs: Iterable[tuple[Graph, bool, dict[str, Any]]]) -> list[Model]:
        """A model for each graph, fused or not, with its weights."""
        given = list(graphs)
        stages = [translate(graph.op, graph.kernel_library, fused) for graph, fused, _ in given]
        texts = {name: source for one in stages for name, source in one.host.kernels.items()}
        new = {name: source for name, source in texts.items() if name not in self.known}
        has_devices = any(one.source.devices for one in stages)
        if new:
            renamed = [_DEF.sub(rf"def \1_{n}(", source.text) for n, source in enumerate(new.values())]  # fmt: skip
            include = {folder for source in new.values() for folder in source.include}
            for part in _without_clashes(renamed):
                image = self._loaded(part, include, has_devices)
                ends = [f"{name}_end" for name in new]
                self.known |= {name: image.address(name) for name in (*new, *ends) if f'"{name}"' in part}  # fmt: skip
        hosts = [_host(one, number) for number, one in enumerate(stages)]
        (text,) = _without_clashes(hosts)
        image = self._loaded(text, set(), has_devices)
        return [self._model(one, image, n, given[n][2]) for n, one in enumerate(stages)]

    def _model(self, stages: Stages, image: LoadedObject, number: int, weights: dict[str, Any]) -> Model:  # fmt: skip
        program = assemble(stages, Built([], [], ()), self.accelerator)
        before = engine_model.load_object
        engine_model.load_object = lambda *objects, **named: _Shared(image, number)  # type: ignore[assignment,return-value]
        try:
            return Model(program, weights)
        finally:
            engine_model.load_object = before

    def _loaded(self, text: str, include: set[str], has_devices: bool) -> LoadedObject:
        self._count += 1
        path = self.folder / f"together_{self._count}.mojo"
        path.write_text(text, "utf-8")
        options = Options(
            opt_level=self.opt_level,
            needs_main=False,
            include=[Path(folder) for folder in sorted(include)],
            accelerator=self.accelerator if has_devices else "",
        )
        reply = Service().answer(Request(str(path), options))
        if reply.has_failed:
            raise ValueError("\n".join(render(d) for d in reply.diagnostics if d.is_error))
        image = load_object(*reply.value, known=self.known)
        image.keep()
        return image


def _host(stages: Stages, number: int) -> str:
    """A host program whose functions have names of their own."""
    text = _EXPORT.sub(rf'@export("\1_{number}"', stages.source.text)
    return re.sub(r"^def (\w+)\(", rf"def \1_{number}(", text, flags=re.MULTILINE)


def _without_clashes(texts: list[str]) -> list[str]:
    """As few files as there can be where a name is imported from one module alone; what all have stands at the top, once."""
    files: list[tuple[dict[str, str], list[str], list[str]]] = []
    for text in texts:
        names = {name.strip(): m[1] for m in _IMPORT.finditer(text) for name in m[2].split(",")}
        fitting = [file for file in files if all(file[0].get(n, m) == m for n, m in names.items())]
        if not fitting:
            fitting = [({}, [], [])]
            files += fitting
        homes, heads, bodies = fitting[0]
        homes.update(names)
        head, _, body = text.partition("\n@export(")
        heads += [line for line in head.split("\n") if line.startswith("comptime ")]
        bodies.append(f"@export({body}")
    return [
        "\n".join(
            [
                *(f"from {home} import {name}" for name, home in sorted(homes.items())),
                *dict.fromkeys(heads),
                *bodies,
            ]
        )
        for homes, heads, bodies in files
    ]
