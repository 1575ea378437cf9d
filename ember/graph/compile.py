"""The graph compiler: a graph in, a program out, one line per stage.

`mo` is prepared (`passes/`), grouped and fused into kernels (`fusion/`), planned into a host program (`plan/`), written as Mojo
(`mojo_source/`), compiled by the compile service (`building.py`).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from ember.dialects import mgp, mo, mogg
from ember.dialects.mgp_staged import StagedModel
from ember.dialects.mo_types import HOST, OpaqueType, ShapedType
from ember.dtype import DType
from ember.engine.program import KernelSpec, Program
from ember.graph.building import Built, Progress, Sources, build
from ember.graph.fusion.catalogue import Catalogue
from ember.graph.fusion.fuse import fuse
from ember.graph.fusion.groups import Grouping
from ember.graph.fusion.pack_weights import pack_weights
from ember.graph.mojo_source.host import HostSource
from ember.graph.mojo_source.kernel import KernelSource
from ember.graph.passes.pipeline import prepare
from ember.graph.plan.host import Host, Room, plan_host
from ember.graph.plan.reading import read_host
from ember.graph.plan.signature import input_specs, result_specs, spec_of
from ember.graph.plan.staged import plain_model
from ember.ir.nodes import Op, Region
from ember.runtime.devices import find_accelerator
from ember.support.cache import default_cache
from ember.support.programs import Dependencies

if TYPE_CHECKING:
    from ember.graph.api.kernels import KernelLibrary

HOST_FILE: Final = "host_program"
_HANDLE: Final[tuple[str, tuple[str, ...]]] = (DType.int64.name, ("1",))
"""What the word of a value of a Mojo type looks like to who watches a kernel."""


class Stages(NamedTuple):
    """What every stage made of a graph."""

    mo: Op
    grouping: Grouping | None
    """Which ops became one kernel; nothing where kernels were given."""
    mogg: Op
    host: Host
    source: HostSource

    @property
    def files(self) -> dict[str, KernelSource]:
        """Every Mojo file by name: the kernels, then the host program."""
        name = f"{HOST_FILE}_{self.mo.attrs['name']}"
        text, has_devices = self.source.text, bool(self.source.devices)
        return {**self.host.kernels, name: KernelSource(name, (), (), text, has_devices)}


class Compiled(NamedTuple):
    """A program, and every file and folder it depends on besides the graph."""

    program: Program
    dependencies: Dependencies


def compile_anew(
    graph: Op,
    library: KernelLibrary,
    generated: Path | str | None = None,
    is_fusing: bool = True,
    progress: Progress | None = None,
) -> Compiled:
    """A graph to a program, whatever the cache of models has; kernels that are known are not compiled again."""
    stages = translate(graph, library, is_fusing)
    accelerator = find_accelerator(default_cache())
    folder = Path(generated) if generated is not None else None
    _check_kernels(stages, folder)
    built = build(Sources(stages.files, folder, accelerator), progress)
    return Compiled(assemble(stages, built, accelerator), built.dependencies)


def translate(graph: Op, library: KernelLibrary, is_fusing: bool = True) -> Stages:
    """A graph to the text of its Mojo files, with everything in between; one of kernels begins there, and so does a host program."""
    if isinstance(graph, StagedModel):
        graph = plain_model(graph)
    _check_signature(graph)
    if isinstance(graph, mgp.Model):
        host = read_host(graph, tuple(str(path.resolve().parent) for path in library.paths))
        return Stages(graph, None, graph, host, HostSource(host))
    catalogue = Catalogue(library)
    if any(isinstance(op, mogg.Kernel) for op in graph.walk()):
        return _planned(graph, None, graph, catalogue)
    copy = _prepared(graph)
    pack_weights(copy, catalogue)
    grouping = Grouping(copy, catalogue, is_fusing)
    return _planned(copy, grouping, fuse(grouping), catalogue)


def _planned(graph: Op, grouping: Grouping | None, kernels: Op, catalogue: Catalogue) -> Stages:
    """From kernels to the text of the host program."""
    host = plan_host(kernels, catalogue)
    return Stages(graph, grouping, kernels, host, HostSource(host))


def _check_kernels(stages: Stages, folder: Path | None) -> None:
    """`ValueError` where a kernel has no text: a host program that was read names its kernels only."""
    for source in stages.host.kernels.values():
        if not source.text and (folder is None or not (folder / f"{source.name}.mojo").is_file()):
            raise ValueError(
                f"the host program '{stages.mo.attrs['name']}' launches '{source.name}', whose file is missing; "
                "'ember graph --emit mojo -o DIR' writes the kernels, and '--from-generated DIR' uses them"
            )


def _check_signature(graph: Op) -> None:
    """`ValueError` for inputs and results that no caller could give or take."""
    if isinstance(graph, mo.Graph) and not isinstance(graph.regions[0].last, mo.Output):
        raise ValueError(f"the graph '{graph.attrs['name']}' does not end in 'mo.output'")
    inputs, outputs = [arg.type for arg in graph.regions[0].args], graph.attrs["output_types"]
    for what, types in (("input", inputs), ("output", outputs)):
        for number, type in enumerate(types):
            if not isinstance(type, ShapedType | OpaqueType):
                raise ValueError(f"'{what}{number}' is a {type}; models take and give tensors, buffers and values of Mojo types")  # fmt: skip


def _prepared(graph: Op) -> Op:
    """A copy of a graph, with those it may call, after the passes."""
    original = graph.parent_op
    if original is None:
        body = Region()
        body.append(graph.clone({}))
        module: Op = mo.Module((), (), {}, (body,))
    else:
        module = original.clone({})
    (found,) = [op for op in module.regions[0] if op.attrs["name"] == graph.attrs["name"]]
    prepare(module)
    return found


def assemble(stages: Stages, built: Built, accelerator: str) -> Program:
    """Native code, and what its caller must know."""
    source, host = stages.source, stages.host
    model = host.model
    launches = [op for op in model.walk() if isinstance(op, mgp.Launch)]
    return Program(
        name=str(model.attrs["name"]),
        inputs=input_specs(model, host.origins),
        outputs=result_specs(model, host.origins),
        weights=tuple(spec_of(name, type) for name, type in source.weights),
        constants=tuple(host.constants),
        kept=tuple(_room(room) for room in host.kept),
        devices=tuple(source.devices),
        accelerator=accelerator if source.devices else "",
        guards=tuple(source.guards),
        frame_size=source.frame_size,
        objects=tuple(built.objects),
        units=tuple(built.units),
        kernel_summaries=tuple(str(op.attrs["summary"]) for op in launches),
        peak_memory=sum(plan.peak for plan in host.plans.values()),
        least_memory=sum(plan.bound for plan in host.plans.values()),
        found_results=source.found_results,
        kernels=tuple({op.attrs["kernel"]: _kernel(op) for op in launches}.values()),
    )


def _kernel(launch: Op) -> KernelSpec:
    tensors = []
    for value in launch.operands:
        if isinstance(value.type, ShapedType):
            tensors.append((DType(value.type.dtype.name).name, tuple(map(str, value.type.dims))))
        else:
            tensors.append(_HANDLE)
    attrs = launch.attrs
    return KernelSpec(
        attrs["kernel"],
        attrs["summary"],
        tuple(attrs["source"]),
        attrs["outputs"],
        tuple(tensors),
        tuple(attrs["sizes"]),
        attrs["device"] != HOST,
    )


def _room(room: Room) -> tuple[int, str, int | None]:
    """Bytes of a tensor, where they are, and which block is given back."""
    type = room.type
    assert isinstance(type, ShapedType)
    size = type.dtype.byte_size
    for dim in type.dims:
        assert dim.constant is not None
        size *= dim.constant
    return size, type.device, room.block
