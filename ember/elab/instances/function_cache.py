"""Functions of the library that an earlier compilation elaborated, found again instead of elaborated again.

An instance of a library function whose parameters are the library's own means the same in every program: for the same
library, target, definitions and edition. So its concrete code is kept, under its *identity*: the declaration and all
parameters spelled out. All functions of one such setting are one entry of the cache on disk; a function's bytes are
read only when something calls it, and functions that were inlined everywhere are never read. What most programs need
comes with an installation (`tools/pack_functions.py`).

Code names what it calls by symbol. A function from the cache is taken only if every symbol it mentions is free in this
program or stands for the same thing; the symbols are then reserved by promises, which become code when needed.
"""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING, Any, Final

from ember.dialects import kgen
from ember.dialects.constants import FrozenBlock, HeapRef, SymbolOffset
from ember.dialects.packed_functions import FORMAT, CannotPack, pack_op, unpack_op
from ember.dialects.types import Type
from ember.elab.instances.call_sites import resolve_call_sites
from ember.elab.model.declarations import Decl, FunctionDecl
from ember.elab.model.types import (
    BuiltinV,
    Const,
    FunctionRef,
    FunctionT,
    MlirT,
    OriginV,
    ParamValue,
    SourceType,
    StructGen,
    StructT,
    TraitT,
    Unbound,
)
from ember.elab.type_facts.facts import PackT
from ember.ir.nodes import Op, SymbolRef
from ember.support.cache import Cache, cache_key
from ember.support.dtype import DType
from ember.support.source import SourceFile

if TYPE_CHECKING:
    from ember.elab.elaborator import Program
    from ember.elab.instances.instances import Instance

LIMIT: Final = 20_000
"""How many functions of one setting are kept; beyond that, nothing more is stored."""

_Entry = tuple[str, bytes, bool, tuple[tuple[str, str], ...]]
"""Symbol, code, whether it may raise, and what it mentions: symbols with identities (of globals: their bytes' place)."""


class Promise:
    """A symbol that stands for a function or global of the cache, not read yet."""

    __slots__ = ("identity", "symbol")

    def __init__(self, symbol: str, identity: str) -> None:
        self.symbol = symbol
        self.identity = identity


class _NotCacheable(Exception):
    """A parameter belongs to the program, or to nothing that has a name."""


class FunctionCache:
    """The library's functions as bytes, by identity."""

    def __init__(self, program: Program, cache: Cache | None, fingerprint: bytes) -> None:
        self.program = program
        self.hits = 0
        self._cache = cache
        self._fingerprint = fingerprint
        self._library = str(program.names.library)
        self._entries: dict[str, _Entry] | None = None if cache is not None else {}
        self._extensions: set[str] = set()
        self._promised: dict[str, _Entry] = {}
        self._new: dict[str, _Entry] = {}
        self._files: dict[str, SourceFile] = {}
        self._decls: dict[Decl, str] = {}
        self._types: dict[StructT, str] = {}
        self._made: dict[str, str] = {}  # identities of functions that no declaration stands for

    @property
    def is_on(self) -> bool:
        return self._cache is not None

    def set_apart(self, extension: str) -> None:
        """For a program that a module of the library extends: its functions are kept with those of programs extended alike."""
        if self._entries is None:
            self._extensions.add(extension)
        elif extension not in self._extensions:
            self.switch_off()

    def switch_off(self) -> None:
        """For a program in which functions of the library may mean something else; what was promised is kept."""
        self._promised = self._entries or {}
        self._cache, self._entries = None, {}

    # -- identities ------------------------------------------------------------------------------

    def identity(
        self, decl: FunctionDecl, owner: ParamValue | None, params: dict[str, ParamValue]
    ) -> str | None:
        """What an instance is, in words that mean the same in every program; None for a program's own."""
        if not self.is_on or decl.scope is not None:
            return None
        try:
            parts = ",".join([self._value(value) for value in params.values()])
            of = self._value(owner) if owner is not None else ""
            return f"{self._decl(decl)}|{of}|{parts}"
        except _NotCacheable:
            return None

    def _identity_of_made(self, what: str, type: SourceType) -> str | None:
        """The same for a function the compiler makes itself, such as a type's destructor."""
        if not self.is_on:
            return None
        try:
            return f"{what} {self._value(type)}"
        except _NotCacheable:
            return None

    def _decl(self, decl: Decl) -> str:
        found = self._decls.get(decl)
        if found is None:
            module = decl.module
            if not module.path.startswith(self._library) or decl.loc is None:
                raise _NotCacheable
            found = self._decls[decl] = f"{module.name}.{decl.name}@{decl.loc.start}"
        return found

    def _value(self, value: ParamValue) -> str:
        if isinstance(value, StructT):
            found = self._types.get(value)
            if found is None:
                found = self._types[value] = (
                    f"{self._decl(value.decl)}[{','.join(map(self._value, value.args))}]"
                )
            return found
        if isinstance(value, Const):
            return f"{self._value(value.type)}={_raw(value.raw)}"
        if isinstance(value, OriginV):
            return f"origin{value.mutable:d}{value.tracked:d}"
        if isinstance(value, tuple):
            return f"({','.join(map(self._value, value))})"
        if isinstance(value, MlirT):
            inner = self._value(value.element) if value.element is not None else ""
            return f"{value.ir}:{inner}"
        if isinstance(value, PackT):
            return f"pack{self._value(value.elements)}"
        if isinstance(value, TraitT):
            return "&".join(sorted(map(self._decl, value.decls)))
        if isinstance(value, FunctionRef):
            return self._function(value)
        if isinstance(value, StructGen):
            return f"{self._decl(value.decl)}<{','.join(map(self._value, value.args))}>"
        if isinstance(value, BuiltinV) and not value.keywords:
            return f"{value.name}[{','.join(map(self._value, value.bound))}]"
        if isinstance(value, FunctionT) and value.decl is None:
            args = ",".join(f"{a.convention}{a.variadic} {self._value(a.type)}" for a in value.args)
            error = self._value(value.error) if value.error is not None else ""
            flags = (
                f"{value.result_ref:d}{value.thin:d}{value.capturing:d}{value.abi}{value.params}"
            )
            return f"def({args})->{self._value(value.result)}!{error}{flags}"
        if isinstance(value, Unbound):
            return repr(value)
        raise _NotCacheable

    def _function(self, value: FunctionRef) -> str:
        if value.keywords or any(decl.scope is not None for decl in value.decls):
            raise _NotCacheable
        of = self._value(value.owner) if value.owner is not None else ""
        names = "+".join(map(self._decl, value.decls))
        return f"{names}|{of}|{','.join(map(self._value, value.bound))}"

    # -- finding ---------------------------------------------------------------------------------

    def find(self, identity: str) -> tuple[str, kgen.Func, bool] | None:
        """Symbol, code and effect of a function, if the cache has it and its names are free here."""
        entry = self._stored().get(identity)
        if entry is None:
            return None
        symbol, _, raised, mentions = entry
        if not all(self._is_free(s, i) for s, i in ((symbol, identity), *mentions)):
            return None
        known = self.program.instances.by_symbol
        for mentioned, other in mentions:
            if mentioned not in known:
                known[mentioned] = Promise(mentioned, other)
        if isinstance(known.get(symbol), kgen.Func):
            func = known[symbol]
        else:
            func = self._read(entry)
        assert isinstance(func, kgen.Func)
        self.hits += 1
        return symbol, func, raised

    def _is_free(self, symbol: str, identity: str) -> bool:
        found = self.program.instances.by_symbol.get(symbol)
        if found is None:
            return True
        if isinstance(found, Promise):
            return found.identity == identity
        if isinstance(found, kgen.Global):
            return identity.startswith("global ")
        if isinstance(found, kgen.Func):
            return self._made.get(symbol) == identity
        return bool(found.identity == identity)

    def keep(self, promise: Promise) -> Op:
        """The code a promise stands for; what it mentions becomes promises."""
        stored = self._promised or self._stored()
        entry = stored.get(promise.identity) or self._new[promise.identity]
        known = self.program.instances.by_symbol
        op = known[promise.symbol] = self._read(entry)
        for symbol, identity in entry[3]:
            if symbol not in known:
                known[symbol] = Promise(symbol, identity)
        self._made[promise.symbol] = promise.identity
        if op.take_attr("call_sites"):
            resolve_call_sites(op.regions[0].first, op.loc)
        return op

    def _read(self, entry: _Entry) -> Op:
        return unpack_op(entry[1], self._source)

    def _source(self, path: str) -> SourceFile:
        found = self._files.get(path)
        if found is None:
            found = self._files[path] = SourceFile.read(path)
        return found

    def _stored(self) -> dict[str, _Entry]:
        if self._entries is None:
            assert self._cache is not None
            data = self._cache.get(self._key())
            self._entries = marshal.loads(data) if data is not None else {}
        return self._entries

    def _key(self) -> bytes:
        program = self.program
        main = program.main.edition if program.main is not None else ""
        settings = (
            program.target.cache_key,
            sorted(program.defines.items()),
            program.accelerator,
            program.sim_check,
            main,
            program.instances.prefix,
        )
        return cache_key(
            "functions",
            FORMAT,
            self._fingerprint,
            self._library,
            repr(settings),
            *sorted(self._extensions),
        )

    # -- remembering -----------------------------------------------------------------------------

    def remember(self, instance: Instance) -> None:
        """Keeps a function just elaborated, before anything else is done to it."""
        identity = instance.identity
        if identity is None or instance.is_volatile or instance.closures:
            return
        self._remember(identity, instance.symbol, instance.func, instance.raised)

    def find_made(self, what: str, type: SourceType) -> str | None:
        """The symbol of a function the compiler made itself in an earlier compilation."""
        identity = self._identity_of_made(what, type)
        found = self.find(identity) if identity is not None else None
        if identity is None or found is None:
            return None
        symbol, func, _ = found
        self.program.instances.by_symbol[symbol] = func
        self._made[symbol] = identity
        return symbol

    def remember_made(self, what: str, type: SourceType, func: kgen.Func) -> None:
        """Keeps a function the compiler made itself."""
        identity = self._identity_of_made(what, type)
        if identity is not None:
            self._made[func.name] = identity
            self._remember(identity, func.name, func, False)

    def _remember(self, identity: str, symbol: str, func: kgen.Func, raised: bool) -> None:
        if "#" in symbol:  # the name depends on what else the program has
            return
        try:
            code, symbols = pack_op(func)
            mentions = tuple(sorted(map(self._mention, symbols)))
            self._new[identity] = (symbol, code, raised, mentions)
        except (CannotPack, _NotCacheable):
            return

    def _mention(self, symbol: str) -> tuple[str, str]:
        found = self.program.instances.by_symbol.get(symbol)
        if isinstance(found, Promise):
            return symbol, found.identity
        if "#" in symbol:
            raise _NotCacheable
        if isinstance(found, kgen.Global):
            identity = f"global {symbol}"
            if identity not in self._stored() and identity not in self._new:
                code, symbols = pack_op(found)
                mentions = tuple(sorted(map(self._mention, symbols)))
                self._new[identity] = (symbol, code, False, mentions)
            return symbol, identity
        made = self._made.get(symbol) if isinstance(found, kgen.Func) else None
        identity = made or getattr(found, "identity", None) or ""
        if not identity:
            raise _NotCacheable
        return symbol, identity

    def save(self) -> None:
        """Writes what is new, if all that it mentions is there, too."""
        if self._cache is None or not self._new:
            return
        merged = dict(self._stored())
        for identity, entry in self._new.items():
            merged.setdefault(identity, entry)
        _drop_incomplete(merged)
        if len(merged) <= LIMIT:
            self._cache.put(self._key(), marshal.dumps(merged))


def _drop_incomplete(entries: dict[str, _Entry]) -> None:
    """Takes out what mentions something that is not there, until nothing does."""
    users: dict[str, list[str]] = {}
    missing = []
    for identity, entry in entries.items():
        for _, mentioned in entry[3]:
            users.setdefault(mentioned, []).append(identity)
            if mentioned not in entries:
                missing.append(mentioned)
    while missing:
        for user in users.get(missing.pop(), ()):
            if entries.pop(user, None) is not None:
                missing.append(user)


def stable_text(value: Any) -> str | None:
    """A compile-time value in words that only an equal one has, if it has such."""
    try:
        return _raw(value)
    except _NotCacheable:
        return None


def _raw(value: Any) -> str:
    """A compile-time value in words that only an equal one has."""
    if isinstance(value, (bool, int, bytes, str)):
        return repr(value)
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, (HeapRef, SymbolOffset)) or value.__class__ is tuple:
        return f"{value.__class__.__name__}({','.join(map(_raw, value))})"
    if isinstance(value, FrozenBlock):
        parts = ",".join(f"{offset}:{_raw(target)}" for offset, target in value.slots)
        return f"block({value.data!r},{value.alignment},{value.is_static},{parts})"
    if isinstance(value, DType):
        return value.name
    if isinstance(value, (Type, SymbolRef)) or value is None:
        return f"{value.__class__.__name__}:{value}"
    raise _NotCacheable
