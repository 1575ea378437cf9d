"""Elaboration: from parametric `lit` modules to one concrete `kgen` module.

`Program` holds everything known about the program being compiled, and the services that keep what they found; each is one idea in
one file, and reaches the others through the program. What keeps nothing is functions that take the frame, or the program.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ember.dialects import kgen, lit, pop
from ember.dialects import types as t
from ember.dialects.exact_spans import header
from ember.elab.bodies import (
    calls,
    comprehensions,
    expressions,
    flow,
    match_statements,
    raising,
    recovery,
    rules,
    series,
    statements,
)
from ember.elab.builtins import functions as builtins
from ember.elab.instances import closures
from ember.elab.instances.callables import Callables
from ember.elab.instances.comptime import Comptime
from ember.elab.instances.conformances import check_self, field_that_stays, unlike
from ember.elab.instances.definitions import Definitions
from ember.elab.instances.exports import export_functions
from ember.elab.instances.function_cache import FunctionCache, Promise
from ember.elab.instances.instances import Instance, Instances
from ember.elab.instances.offload import Offload
from ember.elab.model.declarations import (
    ExtensionDecl,
    FunctionDecl,
    ModuleDecl,
    Scope,
    StructDecl,
    TraitDecl,
)
from ember.elab.model.frame import Frame
from ember.elab.model.library import Library
from ember.elab.model.settings import Settings, no_devices
from ember.elab.model.types import FunctionRef, SourceType, StructT, TypeTable
from ember.elab.model.values import Argument, Rvalue
from ember.elab.modules.names import Names
from ember.elab.modules.redefinitions import check_redefinitions
from ember.elab.resolution.conversions import Conversions
from ember.elab.resolution.interiors import Interiors, check_interiors
from ember.elab.resolution.members import Members
from ember.elab.resolution.overloads import Overloads
from ember.elab.resolution.referents import check_origins
from ember.elab.resolution.value_hooks import Lifecycle
from ember.elab.type_facts.facts import Facts
from ember.elab.type_facts.signatures import Signatures, check_conditions
from ember.ir.nodes import Op, Region, SymbolRef
from ember.support.diagnostics import CompileError, Diagnostic, Note, error
from ember.support.target import NVPTX64, Target

_ONLY_IF_CALLED = ("comptime-assert", "missing-instruction")
"""Mistakes of functions that do not count while nobody calls them."""


RULES = (comprehensions, expressions, flow, match_statements, raising, series, statements)
"""The modules that register rules for the ops of bodies."""


class Program:
    """One compilation: its modules, its instances, and the services that elaborate them."""

    # what rooms ask of those after them, which they cannot import
    closure_value = staticmethod(closures.closure_value)
    referenced_closure = staticmethod(closures.referenced_closure)
    bind_builtin = builtins.bind_builtin
    pack_item = staticmethod(builtins.pack_item)
    type_attribute = staticmethod(builtins.type_attribute)
    call = staticmethod(calls.call)
    call_function = staticmethod(calls.call_function)
    call_method = staticmethod(calls.call_method)
    construct = staticmethod(calls.construct)
    emit_call = staticmethod(calls.emit_call)
    emit_indirect = staticmethod(calls.emit_indirect)
    emit_instance = staticmethod(calls.emit_instance)
    as_condition = staticmethod(expressions.as_condition)
    chosen = staticmethod(expressions.chosen)
    region_values = staticmethod(rules.region_values)
    value_of = staticmethod(rules.value_of)
    run_body = staticmethod(recovery.run_body)
    run_nested = staticmethod(recovery.run_nested)
    return_nothing = staticmethod(statements.return_nothing)

    def __init__(self, settings: Settings, host: Program | None = None) -> None:
        self.settings = settings
        self.target = settings.target
        self.defines = settings.defines
        self.sink = settings.sink
        self.budgets = settings.budgets
        self.accelerator = settings.accelerator
        self.sim_check = settings.sim_check
        self.comptime_output = settings.comptime_output
        self.block_closures: set[Any] = (
            set()
        )  # closures of the host that reach this device as blocks
        self.host = host  # the program whose kernels this one is made of
        self.output = kgen.Module((), (), {}, (Region(),))
        self.current_loc: Any = None
        self.main: Any = None
        self.unrolled_rounds = 0  # of compile-time loops so far
        self.fed_subscripts: dict[
            Op, lit.Subscript | None
        ] = {}  # `fed_subscript` keeps what it found
        self.explained: set[Diagnostic] = set()  # errors that say how the program got there
        self.types: TypeTable = host.types if host is not None else TypeTable()
        self.facts = Facts(self)
        self.instances = Instances(self)
        self.comptime = Comptime(self)
        self.signatures = Signatures(self)
        self.overloads = Overloads(self)
        self.conversions = Conversions(self)
        self.members = Members(self)
        self.lifecycle = Lifecycle(self)
        self.callables = Callables(self)
        modules = host.names.modules if host is not None else None
        self.names: Names = Names(
            self,
            settings.load,
            settings.library,
            settings.search,
            builtins.builtin_names(),
            modules,
        )
        self.library = Library(self.names)
        self._only_checks = False  # whether only functions that nobody calls are left
        self.functions = FunctionCache(self, settings.cache, settings.fingerprint)
        self.definitions: Definitions = Definitions(self)
        self.offload: Offload = Offload(
            self, settings.compile_device, settings.prepare_device, settings.per_kernel
        )

    # -- small questions -------------------------------------------------------------------------

    @property
    def asserts_enabled(self) -> bool:
        return self.defines.get("ASSERT") in ("all", "warn")

    def empty_scope(self) -> Scope:
        return Scope(self.names.prelude, {})

    def is_nothing(self, type: SourceType) -> bool:
        """Whether a result of this type is no result at all."""
        return self.facts.is_register(type) and self.facts.ir_type(type) is t.NONE

    def complete(self, func: kgen.Func, interiors: Interiors | None = None) -> None:
        """A function is written: its values' lives end where they must, and what may be said shorter is."""
        before = self.sink.error_count
        if interiors is not None:
            check_interiors(func, interiors, self.sink)
        self.settings.complete(func, self.sink)
        if self.sink.error_count > before:
            func.set_attr("broken", True)

    def target_fact(self, name: str, target: Target | None = None) -> str | int:
        """A fact about a target, the one compiled for unless it is given, by name."""
        target = target or self.target
        triple = NVPTX64 if target.simulates else target.triple
        facts: dict[str, str | int] = {
            "triple": triple,
            "arch": triple.split("-")[0],
            "os": "linux" if "linux" in triple else "unknown",
            "simd_bits": target.simd_bits,
            "cpu": target.simulates or target.cpu,
            "features": "" if target.simulates else target.features,
            "accelerator": self.accelerator,
            "simulated": int(bool(target.simulates)),
            "sim_check": int(self.sim_check),
        }
        return facts[name]

    def device_program(self, target: Target) -> Program:
        """A program for the kernels of another target: the same declarations, looked at afresh."""
        cache = self.settings.cache if self.functions.is_on else None
        settings = self.settings._replace(
            target=target,
            cache=cache,
            compile_device=no_devices,
            prepare_device=no_devices,
            per_kernel=False,
        )
        device = Program(settings, host=self)
        device.main = self.main
        device.callables.share_signatures(self.callables)
        device.instances.prefix = "device " if target.simulates else ""
        return device

    def declare_global(self, name: str, type: t.Type) -> None:
        """A zero-initialised global variable, declared once; objects that are linked together have it in common."""
        if name in self.instances.by_symbol:
            return
        attrs = {
            "name": name,
            "type": type,
            "value": None,
            "constant": False,
            "linkage": "weak",
            "alignment": 0,
        }
        op = kgen.Global((), (), attrs)
        self.instances.by_symbol[name] = op
        self.output.body.append(op)

    # -- elaboration -----------------------------------------------------------------------------

    def elaborate(self, path: str, *, needs_main: bool) -> kgen.Module:
        """Elaborates a source file and everything it uses; `offload.resolve` then puts the code of kernels in."""
        module = self.main = self.names.main_module(path)
        self._check_imports(module)
        main = module.members.get("main")
        if isinstance(main, list):
            self.guarded(self._entry_point, main[0])
        elif needs_main:
            message = f"'{Path(path).name}' has no 'main' function to run; {_without_main(module)}"
            raise CompileError(error("no-main", module.op.loc if module.op else None, message))
        export_functions(self, module)
        self.instances.drain()
        self.offload.drain()
        self._only_checks = True
        self._every_function(module)
        self.instances.drain()
        self.offload.drain()
        self.definitions.check_nested()
        self.definitions.check_module(module)
        self.sink.raise_if_errors()
        hooks = {hook.name for hook in self.offload.hooks}  # called by code that is put in later
        symbols = self.instances.by_symbol
        self._collect(
            [
                name
                for name, found in symbols.items()
                if name in hooks
                or not isinstance(found, Promise)
                and self._ir_of(found).attrs.get("linkage") == "export"
            ]
        )
        if self.offload.hooks:
            self.output.set_attr("device_hooks", self.offload.hooks)
        self.offload.check_simulated()
        for program in (self, *self.offload.devices.values()):
            program.functions.save()
        return self.output

    def check_library(self, path: str) -> list[Diagnostic]:
        """What is wrong with generic functions of the library, asked on behalf of a file."""
        self.main = self.names.main_module(path)
        return self.definitions.of_library()

    def slice(self, kernels: tuple[str, ...]) -> kgen.Module:
        """A module of these kernels and what they need, apart from the program."""
        self._collect(list(kernels))
        module = kgen.Module((), (), {}, (Region(),))
        for op in self.output.body:
            module.body.append(op.clone({}))
        return module

    def _collect(self, pending: list[str]) -> None:
        """Puts into the output what these symbols need, and nothing else."""
        reached: dict[str, None] = dict.fromkeys(pending)
        while pending:
            for op in self._ir_of(self._symbol(pending.pop())).walk():
                attrs = op.attrs
                for key in ("callee", "symbol", "value"):
                    value = attrs.get(key)
                    if value is None or value.__class__ is int:
                        continue
                    for name in _symbols_in(value):
                        if name not in reached:
                            reached[name] = None
                            pending.append(name)
        for op in self.output.body:
            op.remove()
        for name in reached:
            found = self._symbol(name)
            if isinstance(found, Instance):
                self.instances.settle_call_sites(found)
            self.output.body.append(self._ir_of(found))

    def _symbol(self, name: str) -> Any:
        """A function or global of the program, or of a simulated device's kernels."""
        found = self.instances.by_symbol.get(name)
        if isinstance(found, Promise):
            return self.functions.keep(found)
        return found if found is not None else self.offload.linked(name)

    @staticmethod
    def _ir_of(found: Any) -> Op:
        return found.func if isinstance(found, Instance) else found

    def guarded(self, action: Callable[..., object], *arguments: object) -> None:
        """Runs a step whose mistakes are reported without stopping the others."""
        try:
            action(*arguments)
        except CompileError as failure:
            self.report(failure)

    def report(self, failure: CompileError) -> None:
        """Keeps a mistake for later, so that others are found too. What a function asserts, and which machine it is
        for, is no mistake as long as nobody calls it: a kernel that is launched must not suit the host.
        """
        if self._only_checks and failure.diagnostics:
            found = [d for d in failure.diagnostics if d.code not in _ONLY_IF_CALLED]
            if not found:
                return
            failure = CompileError(*found)
        self.sink.absorb(failure)

    def _check_imports(self, module: ModuleDecl) -> None:
        for name in list(module.imports):
            self.guarded(self.names.member, module, name)
        if not module.means.has_old_functions:
            check_redefinitions(self, module)

    def _entry_point(self, decl: FunctionDecl) -> None:
        """The C `main`: the library's start-up function around the program's `main`."""
        signature = self.signatures.with_holes(decl, None)
        if signature.raises and signature.error is not self.library.error:
            message = "the errors of 'main' are of type 'Error'; write 'raises' without a type"
            raise CompileError(error("error-type-mismatch", decl.loc, message))
        start = self.library.start_raising if signature.raises else self.library.start
        inputs = (t.IntegerType(32), t.POINTER)
        func = self.exported("main", inputs, (t.IntegerType(32),), decl)
        frame = Frame(self, self.empty_scope(), func)
        frame.loc = decl.loc
        self.current_loc = decl.loc
        word = self.library.int32
        count = Rvalue(word, frame.pure(pop.Cast, (func.body.args[0],), self.facts.ir_type(word)))
        pointer_type = self.signatures.with_holes(start.decls[0], None).args[1].type
        vector = Rvalue(pointer_type, func.body.args[1])
        function = FunctionRef(start.decls, None, (FunctionRef((decl,)),))
        result = self.call_function(frame, function, [Argument(count), Argument(vector)])
        ssa = self.conversions.ssa(frame, result)
        frame.emit(kgen.Return, (frame.pure(pop.Cast, (ssa,), t.IntegerType(32)),))
        self.complete(func)

    def exported(
        self,
        symbol: str,
        inputs: tuple[t.Type, ...],
        results: tuple[t.Type, ...],
        decl: FunctionDecl,
    ) -> kgen.Func:
        func = kgen.Func(
            (),
            (),
            {
                "name": symbol,
                "type": t.FunctionType(inputs, results),
                "linkage": "export",
                "inline": "",
                "is_declaration": False,
                "source_name": decl.qualified_name,
            },
            (Region(inputs),),
            decl.loc,
        )
        self.instances.by_symbol[symbol] = func
        self.output.body.append(func)
        return func

    def _every_function(self, module: ModuleDecl) -> None:
        """Elaborates functions without parameters even if nobody calls them, so that mistakes are found."""
        for member in list(module.members.values()):
            if isinstance(member, list):
                self.guarded(self._check_distinct, member)
                for decl in member:
                    self.guarded(self._check_function, decl, None)
            elif isinstance(member, StructDecl) and not member.params:
                owner = StructT(member, ())
                self.guarded(self._check_conformances, owner, member)
                self.guarded(self.facts.ir_type, owner)
                self._every_method(member, owner)
        for extension in module.extensions:
            if not extension.target.params:
                owner = StructT(extension.target, ())
                self.guarded(self._check_conformances, owner, extension)
                self._every_method(extension, owner)

    def _every_method(self, holder: StructDecl | ExtensionDecl, owner: StructT) -> None:
        for functions in list(holder.functions.values()):
            for decl in functions:
                self.guarded(self._check_function, decl, owner)

    def _check_distinct(self, overloads: list[FunctionDecl]) -> None:
        """Two functions of one name must differ in their arguments or parameters."""
        seen: dict[tuple[object, ...], FunctionDecl] = {}
        for decl in overloads:
            if decl.params or decl.where:
                continue
            signature = self.signatures.with_holes(decl, None)
            key = tuple(
                (a.info.name if a.info.keyword_only else "", a.info.variadic, a.type)
                for a in signature.args
            )
            if key in seen:
                note = Note("the first one is here", seen[key].loc)
                message = f"'{decl.name}' is defined twice with the same arguments"
                raise CompileError(error("duplicate-function", decl.loc, message, [note]))
            seen[key] = decl

    def _check_conformances(self, type: StructT, holder: StructDecl | ExtensionDecl) -> None:
        """A struct has every function and associated name that the traits require which a header names."""
        self._check_defaults(type, holder)
        for trait in self.facts.traits_by(type, holder):
            missing = [
                name
                for name, functions in trait.functions.items()
                if not any(f.has_body for f in functions) and not type.decl.methods(name)
            ]
            missing += [
                name
                for name, alias in trait.aliases.items()
                if alias.value is None and not type.decl.alias(name)
            ]
            missing = [name for name in missing if self.members.type_member(type, name) is None]
            if trait in self.library.lifecycle_traits or type.decl.module.means.conforms_by_members:
                continue
            if self.names.is_library(trait.module):  # constructors are made, associated names found
                missing = [n for n in missing if n in trait.functions and n != "__init__"]
            for names, what in (
                (missing, "does not define"),
                (unlike(self, type, trait), "has another form of"),
            ):
                if names:
                    listed = ", ".join(f"'{name}'" for name in names)
                    message = f"'{type.decl.name}' says it has the trait '{trait.name}' but {what} {listed}"
                    notes = [self._requirement(trait, name) for name in names]
                    raise CompileError(error("missing-requirement", holder.loc, message, notes))
        wrong = field_that_stays(self, type) if isinstance(holder, StructDecl) else None
        if wrong is not None:
            raise CompileError(wrong)

    def _check_defaults(self, type: StructT, holder: StructDecl | ExtensionDecl) -> None:
        """No two traits offer a method of their own for the same call."""
        found: dict[str, tuple[TraitDecl, FunctionDecl]] = {}
        traits = sorted(self.facts.traits_by(type, holder), key=lambda trait: trait.name)
        for trait in traits:
            if self.names.is_library(trait.module):
                continue
            for name, functions in trait.functions.items():
                if type.decl.methods(name):
                    continue
                for function in functions:
                    if function.has_body:
                        self._check_default(type, holder, trait, function, found)

    def _check_default(
        self,
        type: StructT,
        holder: StructDecl | ExtensionDecl,
        trait: TraitDecl,
        function: FunctionDecl,
        found: dict[str, tuple[TraitDecl, FunctionDecl]],
    ) -> None:
        other, first = found.setdefault(header(function.loc), (trait, function))
        parents = (*self.facts.with_parents(trait), *self.facts.with_parents(other))
        if parents.count(trait) + parents.count(other) > 2 or trait is other:
            return  # one of them refines the other
        message = (
            f"'{type.decl.name}' gets '{function.name}' from the traits '{other.name}' and "
            f"'{trait.name}'; define it in '{type.decl.name}'"
        )
        notes = [Note("one is here", first.loc), Note("the other one is here", function.loc)]
        raise CompileError(error("conflicting-defaults", holder.loc, message, notes))

    @staticmethod
    def _requirement(trait: TraitDecl, name: str) -> Note:
        """What a trait asks for, as it is written there."""
        functions = trait.functions.get(name)
        if functions:
            return Note(f"required: {header(functions[0].loc)}", functions[0].loc)
        return Note(f"required: {trait.aliases[name].loc.text.strip()}", trait.aliases[name].loc)

    def _check_function(self, decl: FunctionDecl, owner: StructT | None) -> None:
        check_conditions(decl)
        if decl.params or not decl.has_body or decl.where:
            return
        self.current_loc = decl.loc
        holes = self.signatures.with_holes(decl, owner)
        if owner is not None and not decl.is_static and holes.args:
            check_self(owner, holes)
        check_origins(self, holes)
        if not holes.auto:
            signature = self.signatures.concrete(decl, owner, {})
            self.instances.get(decl, owner, {}, signature)


def _symbols_in(value: Any) -> list[str]:
    """The names of functions and globals in an attribute's value."""
    if isinstance(value, SymbolRef):
        return [value.name]
    if isinstance(value, tuple):
        return [name for item in value for name in _symbols_in(item)]
    return []


def _without_main(module: ModuleDecl) -> str:
    """What to do with a file that has no `main`."""
    names = [name for name, found in module.members.items() if isinstance(found, list)]
    if not module.members:
        return "it is empty: write 'def main():' and, below it, what the program does"
    from difflib import get_close_matches  # costs start-up time

    near = get_close_matches("main", [name for name in names if name.lower() != "main"], 1, 0.7)
    near = [name for name in names if name.lower() == "main"] or near
    if near:
        return f"did you mean '{near[0]}' to be it?"
    if any(name.startswith("test_") for name in names):
        return "add 'def main():', or call its tests with 'ember test'"
    return "add 'def main():', or import it from a file that has one"
