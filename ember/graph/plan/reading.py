"""A host program that was written as text: `mgp.model` in, and what its text says about memory and kernels.

The kernels it launches are files of their own, which `ember graph --emit mojo -o DIR` writes; only their names are in the text.
"""

from __future__ import annotations

from ember.dialects import mgp
from ember.dialects.mo_types import HOST
from ember.graph.mojo_source.kernel import KernelSource
from ember.graph.plan.host import Host, Room, launches
from ember.graph.plan.memory import Plan, typical
from ember.ir.nodes import Op


def read_host(model: Op, include: tuple[str, ...]) -> Host:
    """The host program of a text; its kernels have no text yet. `include`: where modules are looked for that they import."""
    kernels = {op.attrs["kernel"]: _kernel(op, include) for op in launches(model)}
    constants = {op.attrs["number"]: op.attrs["value"] for op in model.walk() if isinstance(op, mgp.Constant)}  # fmt: skip
    kept = {op.attrs["number"]: Room(op.results[0].type) for op in model.walk() if isinstance(op, mgp.Kept)}  # fmt: skip
    plans = {op.attrs["device"]: _plan(op) for op in model.walk() if isinstance(op, mgp.Arena)}
    for what, found in (("mgp.constant", constants), ("mgp.kept", kept)):
        if set(found) != set(range(len(found))):
            raise ValueError(f"the numbers of '{what}' are {sorted(found)}, and must be those from 0 to {len(found) - 1}")  # fmt: skip
    if sum(isinstance(op, mgp.Init) for op in model.regions[0]) != 1:
        raise ValueError("the model needs one 'mgp.init', which may be empty")
    if HOST not in plans:
        raise ValueError(f"the model has no 'mgp.arena' of {HOST}")
    return Host(
        model,
        kernels,
        [constants[n] for n in range(len(constants))],
        [kept[n] for n in range(len(kept))],
        plans,
        {},
    )


def _kernel(launch: Op, include: tuple[str, ...]) -> KernelSource:
    attrs = launch.attrs
    return KernelSource(attrs["kernel"], attrs["sizes"], include, "", attrs["device"] != HOST)


def _plan(arena: Op) -> Plan:
    blocks = list(arena.attrs["blocks"])
    peak = sum(max(map(typical, sizes)) for sizes in blocks)
    return Plan([], blocks, peak, peak)
