"""Graphs that were written as IR text: in `mo`, of kernels in `mogg`, or as a host program in `mgp`."""

from __future__ import annotations

from pathlib import Path

from ember.dialects import mgp, mo, mo_control, mo_effects, mo_images, mo_indexing, mogg, rmo  # noqa: F401
from ember.dialects.mgp_staged import StagedModel
from ember.ir.nodes import Op
from ember.ir.parser import parse_module
from ember.ir.verifier import verify


def graphs_of_file(path: Path | str) -> Op:
    """The module of the graphs in a file; `ValueError` where it cannot be read or holds none."""
    if Path(path).exists() and not Path(path).is_file():  # a device or a pipe has no end
        raise ValueError(f"'{path}' is no file")
    try:
        text = Path(path).read_text("utf-8")
    except OSError as problem:
        raise ValueError(f"'{path}' cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"'{path}' is no text") from None
    module = parse_module(text, str(path), mo.Module)
    verify(module)
    if not isinstance(module.regions[0].last, mo.Graph | mgp.Model | StagedModel):
        raise ValueError(f"'{path}' holds no graph")
    return module
