"""Every declaration of the library that the compiler knows by name: found once, compared by identity.

A user's own struct `Never`, trait `Movable` or function `len` is another declaration, and means nothing to the compiler.
No other file of the stage writes such a name (`tests/elab/test_library_names.py`).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from ember.elab.model.declarations import StructDecl, TraitDecl
from ember.elab.model.types import FunctionRef, ParamValue, StructT, TraitT
from ember.support.diagnostics import CompileError, error

if TYPE_CHECKING:
    from ember.elab.modules.names import Names

Found = TypeVar("Found")


_PRELUDE: Final = "std.prelude"
_SIMULATOR: Final = "std.gpu._simulator"


class _Entry(Generic[Found]):
    """A name of a module. Looked at for the first time, it becomes an attribute of the table."""

    def __init__(self, name: str, module: str = _PRELUDE) -> None:
        self.name: Final = name
        self.module: Final = module
        self.attribute = ""

    def __set_name__(self, owner: type[Library], attribute: str) -> None:
        self.attribute = attribute

    def __get__(self, library: Library, owner: type[Library]) -> Found:
        found = self.of(library.member(self.module, self.name))
        if found is None:
            message = f"the library defines no {self.kind} '{self.name}' in '{self.module}'"
            raise CompileError(error("missing-library-name", None, message))
        library.__dict__[self.attribute] = found
        return found

    kind = "name"

    def of(self, value: ParamValue | None) -> Found | None:
        raise NotImplementedError


class _Type(_Entry[StructT]):
    """A struct without parameters, as a type."""

    kind = "type"

    def of(self, value: ParamValue | None) -> StructT | None:
        return value if isinstance(value, StructT) else None


class _Struct(_Entry[StructDecl]):
    kind = "struct"

    def of(self, value: ParamValue | None) -> StructDecl | None:
        decl = getattr(value, "decl", None)
        return decl if isinstance(decl, StructDecl) else None


class _Trait(_Entry[TraitDecl]):
    kind = "trait"

    def of(self, value: ParamValue | None) -> TraitDecl | None:
        return value.decls[0] if isinstance(value, TraitT) else None


class _Generic(_Entry[ParamValue]):
    """A struct with parameters, under its own name or another."""

    kind = "struct"

    def of(self, value: ParamValue | None) -> ParamValue | None:
        return value


class _Function(_Entry[FunctionRef]):
    kind = "function"

    def of(self, value: ParamValue | None) -> FunctionRef | None:
        return value if isinstance(value, FunctionRef) else None


class Library:
    """The table of one program."""

    bool = _Type("Bool")
    int = _Type("Int")
    int32 = _Type("Int32")
    int_literal = _Type("IntLiteral")
    float_literal = _Type("FloatLiteral")
    string_literal = _Type("StringLiteral")
    string = _Type("String")
    none = _Type("NoneType")
    never = _Type("Never")
    error = _Type("Error")

    origin = _Struct("Origin")
    tuple = _Struct("Tuple")
    list = _Struct("List")
    array = _Struct("Array")
    row = _Struct("_Row", "std.collections._row")
    table = _Struct("_Table", "std.collections._row")
    set = _Struct("Set")
    dict = _Struct("Dict")
    slice = _Struct("Slice")
    contiguous_slice = _Struct("ContiguousSlice")
    text_parts = _Struct("TString")
    type_list = _Struct("TypeList")
    parameter_list = _Struct("ParameterList")
    variadic_list = _Struct("VariadicList")
    owned_variadic_list = _Struct("OwnedVariadicList")
    variadic_pack = _Struct("VariadicPack")
    owned_variadic_pack = _Struct("OwnedVariadicPack")
    keyword_arguments = _Generic("OwnedKwargsDict")
    coroutine = _Struct("Coroutine")
    raising_coroutine = _Struct("RaisingCoroutine")

    any_type = _Trait("AnyType")
    deinitable = _Trait("Deinitable")
    movable = _Trait("Movable")
    copyable = _Trait("Copyable")
    implicitly_copyable = _Trait("ImplicitlyCopyable")
    register_passable = _Trait("RegisterPassable")
    trivial_register_passable = _Trait("TrivialRegisterPassable")

    length = _Function("len")
    start = _Function("__ember_start", "std.builtin._startup")
    start_raising = _Function("__ember_start_raising", "std.builtin._startup")
    assertion_failed = _Function("_check_failed", "std.builtin.debug_assert")
    note_place = _Function("note_place", f"{_SIMULATOR}.check")
    note_access = _Function("access", f"{_SIMULATOR}.check")
    note_shared = _Function("shared", f"{_SIMULATOR}.check")
    note_local = _Function("local", f"{_SIMULATOR}.check")

    def __init__(self, names: Names) -> None:
        self._names = names

    def member(self, module: str, name: str) -> ParamValue | None:
        """What a name means in a module of the library."""
        prelude = self._names.prelude
        home = prelude if module == _PRELUDE else self._names.find_module(module, 0, prelude)
        return self._names.member(home, name) if home is not None else None

    def simulated_instruction(self, name: str) -> FunctionRef | None:
        """What stands for an instruction of NVIDIA GPUs on the simulated device."""
        found = self.member(f"{_SIMULATOR}.nvvm", name)
        return found if isinstance(found, FunctionRef) else None

    @cached_property
    def lifecycle_traits(self) -> frozenset[TraitDecl]:
        """What a type may have without saying so, by what its values can do as wholes."""
        return frozenset(
            (
                self.any_type,
                self.deinitable,
                self.movable,
                self.copyable,
                self.implicitly_copyable,
                self.register_passable,
                self.trivial_register_passable,
            )
        )
