"""The pipeline: `.mojo` source to native code, one line per stage, for the program and for its kernels.

`objects` is the whole way. `elaborate` makes one concrete module of the program (`loading.py` reads, parses and lowers its
files, `elaborating.py` says what elaboration needs); `code` is the rest, the same for the program and for the kernels that
elaboration finds: its stages are in `stages.py`. `outputs.py` stops earlier or links, as `ember build --emit` asks, `queries.py` asks
about a file; `showing.py` prints and saves what the stages make.
"""

from __future__ import annotations

from pathlib import Path

from ember.codegen.llvm.host import host_target
from ember.codegen.support_functions import LEVEL, missing_objects
from ember.dialects import kgen
from ember.elab.elaborator import Program
from ember.elab.instances.offload import DeviceRequest
from ember.elaborating import INSTALLED_FUNCTIONS, all_mistakes, kept_functions, new_program
from ember.ir.passes import count
from ember.loading import Loader
from ember.showing import Showing
from ember.stages import Stages, Unit
from ember.support.cache import Cache
from ember.support.diagnostics import DiagnosticSink
from ember.support.fingerprint import LIBRARY
from ember.support.options import Options
from ember.support.target import Target
from ember.support.trace import Trace


class Compilation:
    """One source file on its way to native code."""

    def __init__(
        self, path: str, options: Options, trace: Trace | None = None, cache: Cache | None = None
    ) -> None:
        self.path = path
        self.options = options
        self.target = options.target if options.target is not None else host_target()
        self.trace = trace if trace is not None else Trace()
        self.cache = cache
        """Keeps the objects of parts that do not change."""
        self.sink = DiagnosticSink(policy=options.warnings, quiet_folder=str(LIBRARY))
        self.showing = Showing(path, options)
        self.loader = Loader(path, options, self.sink, self.trace, cache, self.showing)
        self.stages = Stages(path, options, self.trace, cache, self.showing)

    # -- the way ---------------------------------------------------------------------------------

    def objects(self) -> list[bytes]:
        """Source to native code: one object, or several that belong together when the program is big."""
        code = self.code(Unit(self.elaborate(), self.target))
        return code + support_objects(code, self.target, self.cache)

    def _compile_device(self, request: DeviceRequest) -> dict[str, bytes]:
        """Kernels of the program, to one text or object each: the same way."""
        self.showing.sliced(request.host, request.module, request.target.cpu)
        code = self.code(Unit(request.module, request.target, request.kernels, request.kind))
        return dict(zip(request.kernels, code, strict=True))

    def code(self, unit: Unit) -> list[bytes]:
        """Concrete IR to code."""
        self.stages.optimize(unit)
        texts = self.stages.texts(unit)
        return self.stages.native(unit, texts)

    def elaborate(self) -> kgen.Module:
        """Parametric to concrete IR: everything the program needs, instantiated and checked."""
        with self.trace.stage("elaborate") as stage:
            program = self.program(kept_functions(self.cache))
            module = self.elaborated(program)
            stage.add("ops", count(module))
            if program.functions.hits:
                stage.add("cache hits", program.functions.hits)
        with all_mistakes(program, self.options, self.sink):
            program.offload.resolve()  # each kernel through `code`, its result a constant of the module
        self.showing.stage("elaborate", module)
        return module

    def concrete(self) -> kgen.Module:
        """A part of the way: source to optimised concrete IR."""
        unit = Unit(self.elaborate(), self.target)
        self.stages.optimize(unit)
        return unit.module

    # -- what elaboration needs ------------------------------------------------------------------

    def program(self, functions: Cache | None) -> Program:
        """What elaborates the file; functions of the library are kept in `functions`."""
        devices = (self._compile_device, self.stages.prepare_device)
        return new_program(self.options, self.target, self.loader, self.sink, functions, *devices)

    def elaborated(self, program: Program) -> kgen.Module:
        """The concrete module of the file, where kernels are still asked for."""
        with all_mistakes(program, self.options, self.sink):
            return program.elaborate(self.path, needs_main=self.options.needs_main)


def support_objects(
    objects: list[bytes], target: Target, cache: Cache | None = None
) -> list[bytes]:
    """The functions of our library that these objects, or such functions, need beside them."""
    kept = (cache or Cache(None)).in_front_of(INSTALLED_FUNCTIONS)
    return missing_objects(
        objects, target, kept, lambda source: support_file(source, target, cache).concrete()
    )


def support_file(source: Path, target: Target, cache: Cache | None) -> Compilation:
    """A file of such functions (`codegen/support_functions.py`)."""
    options = Options(LEVEL, target=target, defines={"ASSERT": "none"}, needs_main=False)
    return Compilation(str(source), options, cache=cache)
