"""`ember import model.onnx -o model.mef`: a model of another framework, compiled, and its weights beside it or inside."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ember.engine.mef import write_mef
from ember.graph.importers.imported import Imported
from ember.support.output import replacing


def import_model(path: str, out: str, is_one_file: bool = False) -> list[Path]:
    """Writes the compiled model, and an archive of its weights if it has any, or one file with both; `ValueError` says why it cannot."""
    source = Path(path)
    target = Path(out or f"{source.stem}.mef")
    imported = _read(source)
    program = imported.graph.compiled()
    write_mef(program, target, imported.weights if is_one_file else None)
    if not imported.weights or is_one_file:
        return [target]
    archive = target.with_suffix(".npz")
    _write(archive, imported.weights)
    return [target, archive]


def _read(path: Path) -> Imported:
    if path.suffix == ".onnx":
        from ember.graph.importers.onnx import from_onnx

        return from_onnx(path)
    if path.suffix == ".pt2":
        from ember.graph.importers.exported import from_torch

        return from_torch(path)
    raise ValueError(f"'{path}' is neither a '.onnx' nor a '.pt2' file; a '.pt' file of PyTorch is no program: write one with 'torch.export.save'")  # fmt: skip


def _write(path: Path, weights: Mapping[str, Any]) -> None:
    import numpy as np

    with replacing(path) as file:
        np.savez(file, **weights)
