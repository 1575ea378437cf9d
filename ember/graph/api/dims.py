"""Dimensions and shapes as users write them: `Dim(4)`, `Dim("batch")`, `Dim("n") * 2`, `Shape([n, 8])`.

A `Dim` is a name for a normalised size (`dialects/dimensions.py`); its class says what kind it is: a number, a symbol,
or an expression of symbols.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import SupportsIndex, TypeAlias

from ember.dialects import dimensions as d
from ember.dialects.dimensions import Dimension

_NAME = re.compile(r"[A-Za-z_]\w*\Z", re.ASCII)
_LIMIT = 1 << 63


class Dim:
    """A size of a tensor. `Dim(value)` takes a number, a name, an expression or another `Dim`."""

    __slots__ = ("size",)
    size: Dimension

    def __new__(cls, value: DimLike) -> Dim:
        found = value if isinstance(value, Dim) else of_size(_size(value))
        if not isinstance(found, cls):
            raise TypeError(f"{value!r} makes no {cls.__name__}")
        return found

    def __init__(self, value: DimLike) -> None:
        """Made by `__new__`; there is nothing left to do."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (of_size, (self.size,))

    # -- arithmetic ------------------------------------------------------------------------------

    def __add__(self, other: DimLike) -> Dim:
        if not _is_like(other):
            return NotImplemented
        return of_size(self.size + _size(other))

    def __radd__(self, other: DimLike) -> Dim:
        if not _is_like(other):
            return NotImplemented
        return of_size(_size(other) + self.size)

    def __sub__(self, other: DimLike) -> Dim:
        if not _is_like(other):
            return NotImplemented
        return of_size(self.size - _size(other))

    def __rsub__(self, other: DimLike) -> Dim:
        if not _is_like(other):
            return NotImplemented
        return of_size(_size(other) - self.size)

    def __mul__(self, other: DimLike) -> Dim:
        if not _is_like(other):
            return NotImplemented
        return of_size(self.size * _size(other))

    def __rmul__(self, other: DimLike) -> Dim:
        if not _is_like(other):
            return NotImplemented
        return of_size(_size(other) * self.size)

    def __floordiv__(self, other: DimLike) -> Dim:
        if not _is_like(other):
            return NotImplemented
        return of_size(self.size // _size(other))

    def __rfloordiv__(self, other: DimLike) -> Dim:
        if not _is_like(other):
            return NotImplemented
        return of_size(_size(other) // self.size)

    def __neg__(self) -> Dim:
        return of_size(-self.size)

    # -- comparison and conversion ---------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dim | str | SupportsIndex) or isinstance(other, bool):
            return NotImplemented
        try:
            return self.size == _size(other)
        except (TypeError, ValueError):
            return False

    def __hash__(self) -> int:
        constant, symbol = self.size.constant, self.size.symbol
        return hash(constant if constant is not None else symbol or self.size)

    def __int__(self) -> int:
        raise TypeError(
            f"the dimension '{self}' is not known before the graph runs; int() takes static dimensions"
        )

    def __str__(self) -> str:
        return str(self.size)

    @property
    def parameters(self) -> Iterator[SymbolicDim]:
        """The symbols it depends on."""
        for name in self.size.symbols():
            found = of_size(d.symbol(name))
            assert isinstance(found, SymbolicDim)
            yield found

    def substitute(self, mapping: Mapping[str, DimLike]) -> Dim:
        """The same size with these symbols replaced."""
        return of_size(
            self.size.substitute({str(name): _size(value) for name, value in mapping.items()})
        )


class StaticDim(Dim):
    """A size that is a number."""

    __slots__ = ()

    @property
    def dim(self) -> int:
        value = self.size.constant
        assert value is not None
        return value

    def __int__(self) -> int:
        return self.dim

    def __index__(self) -> int:
        return self.dim

    def __repr__(self) -> str:
        return f"Dim({self.dim})"

    def __lt__(self, other: SupportsIndex) -> bool:
        return self.dim < other.__index__()

    def __le__(self, other: SupportsIndex) -> bool:
        return self.dim <= other.__index__()

    def __gt__(self, other: SupportsIndex) -> bool:
        return self.dim > other.__index__()

    def __ge__(self, other: SupportsIndex) -> bool:
        return self.dim >= other.__index__()


class SymbolicDim(Dim):
    """A size with a name; two of the same name in one graph are equal."""

    __slots__ = ()

    @property
    def name(self) -> str:
        name = self.size.symbol
        assert name is not None
        return name

    def __repr__(self) -> str:
        return f"Dim({self.name!r})"


class AlgebraicDim(Dim):
    """A size computed from others: `Dim("n") * 2`."""

    __slots__ = ()

    def __repr__(self) -> str:
        words = re.findall(r"[A-Za-z_]\w*|\d+|//|\S", str(self.size), re.ASCII)
        shown = [
            f"Dim({w!r})" if _NAME.match(w) else f"Dim({w})" if w.isdigit() else w for w in words
        ]
        return " ".join(shown).replace("( ", "(").replace(" )", ")")


DimLike: TypeAlias = Dim | str | SupportsIndex


def _is_like(value: object) -> bool:
    """Whether a value is a dimension, or else something whose own arithmetic decides."""
    return isinstance(value, Dim | str | SupportsIndex) and not isinstance(value, bool)


def of_size(size: Dimension) -> Dim:
    """The `Dim` of a size."""
    kind: type[Dim] = AlgebraicDim
    if size.constant is not None:
        kind = StaticDim
        _check_range(size.constant)
    elif size.symbol is not None:
        kind = SymbolicDim
    found = object.__new__(kind)
    found.size = size
    return found


def _size(value: DimLike) -> Dimension:
    if isinstance(value, Dim):
        return value.size
    if isinstance(value, str):
        if not _NAME.match(value):
            raise ValueError(
                f"{value!r} is no name of a dimension; names are letters, digits and '_', not a digit first"
            )
        return d.symbol(value)
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        number = value.__index__()
        _check_range(number)
        return d.constant(number)
    raise TypeError(f"a dimension is a number, a name or a Dim, not {type(value).__name__}")


def _check_range(number: int) -> None:
    if not -_LIMIT <= number < _LIMIT:
        raise ValueError(f"the dimension {d.short_number(number)} does not fit into 64 bits")


class Shape(list[Dim]):
    """The dimensions of a tensor, outermost first."""

    def __init__(self, dims: Iterable[DimLike] = ()) -> None:
        if isinstance(dims, str) or not isinstance(dims, Iterable):
            raise TypeError(f"a shape is a list of dimensions, not {dims!r}")
        super().__init__(Dim(dim) for dim in dims)

    @property
    def rank(self) -> int:
        return len(self)

    @property
    def static_dims(self) -> list[int]:
        """The dimensions that are numbers, without the others."""
        return [dim.dim for dim in self if isinstance(dim, StaticDim)]

    @staticmethod
    def is_static(shape: Iterable[DimLike]) -> bool:
        """Whether every dimension is a number."""
        return all(isinstance(Dim(dim), StaticDim) for dim in shape)

    @property
    def parameters(self) -> Iterator[SymbolicDim]:
        """The symbols that dimensions depend on, each once."""
        found = {name: None for dim in self for name in dim.parameters}
        return iter(found)

    @property
    def size(self) -> Dim:
        """How many elements a tensor of this shape has."""
        return of_size(d.product_of([dim.size for dim in self]))

    def __str__(self) -> str:
        return f"[{', '.join(map(str, self))}]"


ShapeLike: TypeAlias = Iterable[DimLike]
