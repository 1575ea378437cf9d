"""`ember run model.mef`: what a compiled model takes and gives, or its results for arrays out of files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ember.engine.mef import read_mef
from ember.engine.model import Model
from ember.engine.program import Program, TensorSpec


def run_mef(path: str, files: list[str]) -> None:
    """Prints the signature, or with `.npy` and `.npz` files of inputs and weights the results; `ValueError` if they do not fit."""
    program = read_mef(path)
    if not files:
        print(signature(program))
        return
    inputs, named = arrays_of_files(files)
    weights = {spec.name: named[spec.name] for spec in program.weights if spec.name in named}
    inputs += [named[spec.name] for spec in program.inputs[len(inputs) :] if spec.name in named]
    for spec, result in zip(program.outputs, Model(program, weights).execute(*inputs), strict=True):
        print(f"{spec.name} = {result!r}")


def signature(program: Program) -> str:
    """Inputs, results and weights, one a line."""
    lines = [f"model {program.name}"]
    for what, specs in (("input", program.inputs), ("result", program.outputs), ("weight", program.weights)):  # fmt: skip
        lines += [f"  {what} {spec.name}: {spec}{_remark(spec, program)}" for spec in specs]
    return "\n".join([*lines, f"  {len(program.kernel_summaries)} kernels"])


def _remark(spec: TensorSpec, program: Program) -> str:
    if spec.is_buffer:
        return " (changed in place)"
    return " (inside)" if spec.name in program.inside and spec in program.weights else ""


def arrays_of_files(files: list[str]) -> tuple[list[Any], dict[str, Any]]:
    """Arrays in order, and those that have names."""
    import numpy as np

    inputs: list[Any] = []
    named: dict[str, Any] = {}
    for name in files:
        try:
            loaded = np.load(Path(name), allow_pickle=False)
        except (OSError, ValueError) as problem:
            raise ValueError(f"'{name}' holds no arrays: {problem}") from None
        if isinstance(loaded, np.ndarray):
            inputs.append(loaded)
        else:
            named.update(loaded)
    return inputs, named
