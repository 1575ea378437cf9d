"""Sessions: where graphs and files become loaded models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Protocol

from ember.driver import CPU, Device
from ember.engine.arguments import device_at
from ember.engine.debugging import DebugSwitches
from ember.engine.exported import export_program, given_program
from ember.engine.mef import read_mef
from ember.engine.model import Model
from ember.engine.program import Program
from ember.engine.settings import SessionSettings


class Compilable(Protocol):
    """What a session asks of a graph: to become a program."""

    def compiled(
        self, custom_extensions: Iterable[Path | str] = (), generated: Path | str | None = None
    ) -> Program: ...


class InferenceSession(SessionSettings):
    """Loads models: `InferenceSession().load(graph).execute(x)`.

    `num_threads` is taken, as programs for MAX give it, and changes nothing: kernels share all processors.
    """

    debug: ClassVar = DebugSwitches()
    """What every session has its models check and print."""

    def __init__(
        self,
        devices: Iterable[Device] = (),
        num_threads: int | None = None,
        *,
        custom_extensions: Iterable[Path | str] | None = None,
        precompiled_mefs: Path | str | Iterable[Path | str] | None = None,
        export_mefs: Path | str | None = None,
    ) -> None:
        """`export_mefs`: a folder that gets the file of every graph compiled here; `precompiled_mefs`: folders whose files are used, and nothing is compiled."""
        if isinstance(devices, Device):
            raise TypeError(f"a session has a list of devices; give it [{devices!r}]")
        self.devices: list[Device] = list(dict.fromkeys([*devices, CPU()]))
        for device in self.devices:
            if not isinstance(device, Device):
                raise TypeError(f"a session has devices, such as CPU() or Accelerator(), not {device!r}")  # fmt: skip
        if isinstance(custom_extensions, str | Path):
            raise TypeError(f"a list of paths is needed, not the path '{custom_extensions}'")
        self.custom_extensions = list(custom_extensions or ())
        given = precompiled_mefs or ()
        self._given: list[Path | str] = [given] if isinstance(given, str | Path) else list(given)
        self._export = Path(export_mefs) if export_mefs is not None else None

    def load(
        self,
        model: Compilable | Path | str,
        *,
        custom_extensions: Iterable[Path | str] | None = None,
        weights_registry: Mapping[str, Any] | None = None,
        tile_based_fusion: bool = False,
        generated: Path | str | None = None,
    ) -> Model:
        """A graph, or the file of a compiled one, ready to run; `weights_registry` has an array for each weight by name.

        With `generated`, the files of kernels that are found in this folder are used in place of those the compiler writes.
        `tile_based_fusion` is taken, as programs for MAX give it, and changes nothing.
        """
        program = self.compile(model, custom_extensions=custom_extensions, generated=generated)
        return self.init(program, weights_registry)

    def compile(
        self,
        model: Compilable | Path | str,
        *,
        custom_extensions: Iterable[Path | str] | None = None,
        tile_based_fusion: bool = False,
        generated: Path | str | None = None,
    ) -> Program:
        """The program of a graph; `init` loads it."""
        if isinstance(model, str | Path):
            return read_mef(model)
        if not hasattr(model, "compiled"):
            raise TypeError(f"a graph or the path of a compiled model is loaded, not {model!r}")
        if self._given:
            return given_program(model, self._given)
        if generated is not None and not Path(generated).is_dir():
            raise ValueError(f"there is no folder '{generated}' with generated files")
        extensions = [*self.custom_extensions, *(custom_extensions or ())]
        program = model.compiled(extensions, generated)
        if self._export is not None:
            export_program(model, program, self._export)
        return program

    def load_all(
        self,
        model: Any,
        *,
        custom_extensions: Iterable[Path | str] | None = None,
        weights_registry: Mapping[str, Any] | None = None,
        tile_based_fusion: bool = False,
    ) -> dict[str, Model]:
        """The graphs of a module that nobody calls, or one graph or file, each loaded, by name."""
        several = [model]
        if not isinstance(model, str | Path) and hasattr(model, "__iter__"):
            several = [graph for graph in model if not graph.is_subgraph]
        given = {"custom_extensions": custom_extensions, "weights_registry": weights_registry}
        models = [self.load(one, **given) for one in several]  # type: ignore[arg-type]
        return {model.name: model for model in models}

    def init_all(
        self, compiled: Program, *, weights_registry: Mapping[str, Any] | None = None
    ) -> dict[str, Model]:
        """The same for what `compile` gave."""
        return {compiled.name: self.init(compiled, weights_registry)}

    def init(self, compiled: Program, weights_registry: Mapping[str, Any] | None = None) -> Model:
        """A compiled program, loaded."""
        if not isinstance(compiled, Program):
            raise TypeError(f"what 'compile' or 'read' gave is loaded, not {compiled!r}")
        missing = [p for p in compiled.devices if device_at(p) not in self.devices]
        if missing:
            raise ValueError(
                f"the model '{compiled.name}' uses {missing[0]}, which the session does not have; "
                "give it 'InferenceSession(devices=[Accelerator()])'"
            )
        return Model(compiled, weights_registry, self.debug.inspector())
