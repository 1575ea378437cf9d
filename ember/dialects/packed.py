"""`lit` modules as bytes, for the cache: reading them back costs a fraction of parsing and lowering the text.

Most of a library module is never looked at. So the parts of each declaration are packed on their own, and a region that
is read back stays packed until somebody asks for its first or last op.
"""

from __future__ import annotations

import marshal
from typing import Any, Final

from ember.dialects import lit
from ember.dialects.types import ANY
from ember.ir.nodes import REGISTRY, Op, Region, Value, new_op
from ember.support.source import SourceFile, Span

FORMAT: Final = "1"
"""Changes when the packed form does."""

_MARSHAL_VERSION: Final = 4
"""One that every Python we support reads."""
_HOLDERS: Final = (lit.Module, lit.StructDecl, lit.TraitDecl, lit.ExtensionDecl)
_OpForm = tuple[
    str, tuple[int, ...], tuple[str | None, ...], dict[str, Any], int, int, tuple[Any, ...]
]


class CannotPack(Exception):
    """The module holds something that has no packed form."""


def pack_module(module: lit.Module) -> bytes:
    """The bytes of a module; `CannotPack` if it holds what only exists in memory."""
    try:
        return marshal.dumps(_pack_op(module, {}, packs_regions=True), _MARSHAL_VERSION)
    except (ValueError, KeyError, AttributeError, RecursionError) as problem:
        raise CannotPack(str(problem)) from problem


def unpack_module(data: bytes, file: SourceFile) -> lit.Module:
    """The module of some bytes, with places in `file`, whose text must be what the module was made from."""
    module = _unpack_op(marshal.loads(data), [], file)
    assert isinstance(module, lit.Module)
    module.set_attr("path", file.path)
    return module


# -- packing ---------------------------------------------------------------------------------------


def _pack_op(op: Op, numbers: dict[Value, int], packs_regions: bool) -> _OpForm:
    operands = tuple(numbers[operand] for operand in op.operands)
    names = tuple(result.name for result in op.results)
    inside = isinstance(op, _HOLDERS)
    regions = tuple([_pack_region(r, numbers, packs_regions, inside) for r in op.regions])
    for result in op.results:
        numbers[result] = len(numbers)
    span = op.loc
    return (op.op_name, operands, names, dict(op.attrs), span.start, span.end, regions)


def _pack_region(
    region: Region, numbers: dict[Value, int], is_apart: bool, holds_declarations: bool
) -> Any:
    """Names of the arguments and the ops, or their bytes where the region is packed apart."""
    if is_apart:
        numbers = {}  # nothing outside can be meant: other names are looked up, not values
    for argument in region.args:
        numbers[argument] = len(numbers)
    ops = [_pack_op(op, numbers, is_apart and holds_declarations) for op in region]
    names = tuple(argument.name for argument in region.args)
    return (names, marshal.dumps(ops, _MARSHAL_VERSION) if is_apart and ops else ops)


# -- unpacking -------------------------------------------------------------------------------------


def _unpack_op(form: _OpForm, values: list[Value], file: SourceFile) -> Op:
    name, operands, names, attrs, start, end, packed = form
    regions = tuple([_unpack_region(region, values, file) for region in packed])
    op = new_op(
        REGISTRY[name], [values[i] for i in operands], attrs, regions, Span(file, start, end)
    )
    for result_name in names:
        values.append(op.add_result(ANY, result_name))
    return op


def _unpack_region(
    form: tuple[tuple[str | None, ...], Any], values: list[Value], file: SourceFile
) -> Region:
    names, ops = form
    if ops.__class__ is bytes:
        return _PackedRegion(names, ops, file)
    region = Region()
    for name in names:
        values.append(region.add_argument(ANY, name))
    for op in ops:
        region.append(_unpack_op(op, values, file))
    return region


_FIRST: Final[Any] = Region.__dict__["first"]
_LAST: Final[Any] = Region.__dict__["last"]


class _PackedRegion(Region):
    """A region whose ops are still bytes; becomes an ordinary one when its ops are asked for.

    Until then the slot of the first op holds the bytes.
    """

    __slots__ = ()

    def __init__(self, names: tuple[str | None, ...], ops: bytes, file: SourceFile) -> None:
        self.args = [Value(ANY, self, i, name) for i, name in enumerate(names)] if names else []
        self.parent = None
        _FIRST.__set__(self, (ops, file))

    def _unpack(self) -> None:
        ops, file = _FIRST.__get__(self)
        self.__class__ = Region  # type: ignore[assignment]
        self.first = self.last = None
        values = self.args.copy()
        for op in marshal.loads(ops):
            self.append(_unpack_op(op, values, file))

    @property
    def first(self) -> Op | None:
        self._unpack()
        return self.first

    @first.setter
    def first(self, op: Op | None) -> None:
        _FIRST.__set__(self, op)

    @property
    def last(self) -> Op | None:
        self._unpack()
        return self.last

    @last.setter
    def last(self, op: Op | None) -> None:
        _LAST.__set__(self, op)
