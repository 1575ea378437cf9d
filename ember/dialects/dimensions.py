"""Sizes of tensors as expressions: polynomials with integer coefficients over symbols and quotients.

    n * 2 + 4        (n + 1) // 2        m * n // 4

Every operation gives the normal form at once, so two sizes are provably equal when their forms are, and a size is a
dictionary key. Division truncates, as that of the language does for signed numbers. Symbols stand for sizes, which are
never negative; a symbol that is divided by is taken not to be zero, since nothing is asked of an empty tensor's shape.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from math import gcd
from typing import Final, TypeAlias

Factor: TypeAlias = "tuple[str | Quotient, int]"
"""A symbol or quotient, and its power."""

Monomial: TypeAlias = tuple[Factor, ...]
"""A product of factors, sorted; the empty one is 1."""


class Quotient:
    """A division that does not come out even, or cannot be seen to: an atom of polynomials."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: Dimension, denominator: Dimension) -> None:
        self.numerator: Final = numerator
        self.denominator: Final = denominator

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Quotient):
            return NotImplemented
        return self.numerator == other.numerator and self.denominator == other.denominator

    def __hash__(self) -> int:
        return hash((self.numerator, self.denominator))

    def __str__(self) -> str:
        return f"{_operand(self.numerator)} // {_operand(self.denominator)}"


class Dimension:
    """A size: its terms in normal form. Immutable; `==` and `hash` compare forms."""

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: Mapping[Monomial, int]) -> None:
        kept = [(product, factor) for product, factor in terms.items() if factor]
        kept.sort(key=lambda term: _order(term[0]))
        self.terms: Final[tuple[tuple[Monomial, int], ...]] = tuple(kept)
        self._hash = hash(self.terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dimension) and self.terms == other.terms

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Dimension({self})"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Dimension, (dict(self.terms),))

    @property
    def constant(self) -> int | None:
        """The number it is; None where it depends on symbols."""
        if not self.terms:
            return 0
        product, factor = self.terms[0]
        return factor if not product else None

    @property
    def symbol(self) -> str | None:
        """The name it is; None where it is anything else."""
        match self.terms:
            case (((((str() as name), 1),), 1),):
                return name
            case _:
                return None

    def symbols(self) -> Iterator[str]:
        """Every name in it, in order of appearance, each once."""
        yield from dict.fromkeys(self._symbols())

    def _symbols(self) -> Iterator[str]:
        for product, _ in self.terms:
            for atom, _ in product:
                if isinstance(atom, str):
                    yield atom
                else:
                    yield from atom.numerator._symbols()
                    yield from atom.denominator._symbols()

    def __neg__(self) -> Dimension:
        return Dimension({product: -factor for product, factor in self.terms})

    def __add__(self, other: Dimension) -> Dimension:
        total = dict(self.terms)
        for product, factor in other.terms:
            total[product] = total.get(product, 0) + factor
        return Dimension(total)

    def __sub__(self, other: Dimension) -> Dimension:
        return self + -other

    def __mul__(self, other: Dimension) -> Dimension:
        total: dict[Monomial, int] = {}
        for mine, by in self.terms:
            for theirs, times in other.terms:
                product = _multiply(mine, theirs)
                total[product] = total.get(product, 0) + by * times
        return Dimension(total)

    def __floordiv__(self, other: Dimension) -> Dimension:
        return _divide(self, other)

    def substitute(self, values: Mapping[str, Dimension]) -> Dimension:
        """The same size with some symbols replaced."""
        return _rebuild(self, lambda name: values.get(name) or symbol(name))

    def evaluate(self, values: Mapping[str, int]) -> int:
        """The number it is for these sizes; `KeyError` where one is missing."""
        found = _rebuild(self, lambda name: constant(values[name])).constant
        assert found is not None
        return found

    def __str__(self) -> str:
        if not self.terms:
            return "0"
        text = ""
        for product, factor in self.terms:
            shown = _term(product, abs(factor) if text else factor)
            text += f"{' - ' if factor < 0 else ' + '}{shown}" if text else shown
        return text


def constant(value: int) -> Dimension:
    """A known size."""
    return Dimension({(): value})


def symbol(name: str) -> Dimension:
    """A size that is known when the program runs."""
    return Dimension({((name, 1),): 1})


def product_of(sizes: list[Dimension]) -> Dimension:
    """How many elements a tensor of these sizes has."""
    return reduce(lambda left, right: left * right, sizes, ONE)


# -- division --------------------------------------------------------------------------------------------


def _divide(number: Dimension, by: Dimension) -> Dimension:
    if not by.terms:
        raise ZeroDivisionError("a dimension cannot be divided by zero")
    left, right = number.constant, by.constant
    if left is not None and right is not None:
        size = abs(left) // abs(right)
        return constant(size if (left < 0) == (right < 0) else -size)
    exact = _exact(number, by)
    if exact is not None:
        return exact
    smaller, divisor = _cancel(number, by)
    if divisor != by:
        return _divide(smaller, divisor)
    if right is not None and right > 0:
        whole, rest = _split(number, by)
        if whole.terms:
            return whole + _divide(rest, by)
        inner = _only_quotient(number)
        if inner is not None and (inner.denominator.constant or 0) > 0:
            return _divide(inner.numerator, inner.denominator * by)
    return Dimension({((Quotient(number, by), 1),): 1})


def _exact(number: Dimension, by: Dimension) -> Dimension | None:
    """The quotient of polynomials where nothing is left over."""
    lead, lead_factor = by.terms[0]
    found, rest = ZERO, number
    while rest.terms:
        product, factor = rest.terms[0]
        quotient = _without(product, lead)
        if quotient is None or factor % lead_factor:
            return None
        step = Dimension({quotient: factor // lead_factor})
        found, rest = found + step, rest - step * by
        if rest.terms and _order(rest.terms[0][0]) <= _order(product):
            return None
    return found


def _cancel(number: Dimension, by: Dimension) -> tuple[Dimension, Dimension]:
    """Both without the number and the atoms that divide every term of either."""
    terms = (*number.terms, *by.terms)
    factor = gcd(*(factor for _, factor in terms))
    powers = dict(terms[0][0])
    for product, _ in terms[1:]:
        others = dict(product)
        powers = {atom: min(n, others[atom]) for atom, n in powers.items() if atom in others}
    shared = Dimension({tuple(sorted(powers.items(), key=_factor_order)): factor})
    if shared == ONE:
        return number, by
    smaller, divisor = _exact(number, shared), _exact(by, shared)
    assert smaller is not None and divisor is not None
    return smaller, divisor


def _split(number: Dimension, by: Dimension) -> tuple[Dimension, Dimension]:
    """`number // by` is the first plus what is left `// by`; only where no term is negative, as division truncates."""
    divisor = by.constant
    assert divisor is not None
    if not _is_natural(number):
        return ZERO, number
    whole = {product: factor // divisor for product, factor in number.terms}
    rest = {product: factor % divisor for product, factor in number.terms}
    return Dimension(whole), Dimension(rest)


def _is_natural(size: Dimension) -> bool:
    """Whether no part of it can be negative, whatever the symbols are."""
    return all(
        factor > 0
        and all(
            isinstance(atom, str) or (_is_natural(atom.numerator) and _is_natural(atom.denominator))
            for atom, _ in product
        )
        for product, factor in size.terms
    )


def _only_quotient(number: Dimension) -> Quotient | None:
    match number.terms:
        case (((((Quotient() as quotient), 1),), 1),):
            return quotient
        case _:
            return None


# -- products --------------------------------------------------------------------------------------------


def _multiply(left: Monomial, right: Monomial) -> Monomial:
    powers = dict(left)
    for atom, power in right:
        powers[atom] = powers.get(atom, 0) + power
    return tuple(sorted(powers.items(), key=_factor_order))


def _without(product: Monomial, divisor: Monomial) -> Monomial | None:
    """`product / divisor`; None where it is no product."""
    powers = dict(product)
    for atom, power in divisor:
        left = powers.get(atom, 0) - power
        if left < 0:
            return None
        powers[atom] = left
    return tuple((atom, power) for atom, power in powers.items() if power)


def _order(product: Monomial) -> tuple[object, ...]:
    """Higher degrees first, then by name; the constant comes last."""
    return (-sum(power for _, power in product), tuple(map(_factor_order, product)))


def _factor_order(factor: Factor) -> tuple[bool, str, int]:
    atom, power = factor
    return (not isinstance(atom, str), str(atom), -power)


def _rebuild(size: Dimension, value_of: Callable[[str], Dimension]) -> Dimension:
    total = ZERO
    for product, factor in size.terms:
        term = constant(factor)
        for atom, power in product:
            if isinstance(atom, str):
                value = value_of(atom)
            else:
                value = _rebuild(atom.numerator, value_of) // _rebuild(atom.denominator, value_of)
            for _ in range(power):
                term = term * value
        total = total + term
    return total


# -- text ------------------------------------------------------------------------------------------------


def _term(product: Monomial, factor: int) -> str:
    if not product:
        return str(factor)
    atoms = [
        _atom(atom, len(product) > 1 or power > 1 or factor != 1)
        for atom, power in product
        for _ in range(power)
    ]
    if factor == 1:
        return " * ".join(atoms)
    if factor == -1:
        return "-" + " * ".join(atoms)
    return " * ".join([*atoms, str(factor)])


def _atom(atom: str | Quotient, in_product: bool) -> str:
    return f"({atom})" if in_product and isinstance(atom, Quotient) else str(atom)


def _operand(size: Dimension) -> str:
    text = str(size)
    return text if size.symbol is not None or (size.constant or -1) >= 0 else f"({text})"


_OPERATORS: Final[dict[type[ast.operator], Callable[[Dimension, Dimension], Dimension]]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.FloorDiv: lambda left, right: left // right,
}


def parse_dimension(text: str) -> Dimension:
    """Reads what `str` writes; `ValueError` where the text is no size."""
    try:
        return _read(ast.parse(text.strip(), mode="eval").body)
    except SyntaxError:
        raise ValueError(f"'{text}' is no dimension") from None


def _read(node: ast.expr) -> Dimension:
    match node:
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            return constant(value)
        case ast.Name(id=name):
            return symbol(name)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_read(inner)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
            return _OPERATORS[type(operator)](_read(left), _read(right))
        case _:
            raise ValueError(f"'{ast.unparse(node)}' is no dimension")


ZERO: Final = constant(0)
ONE: Final = constant(1)


def short_number(value: int) -> str:
    """A whole number for a message: of a long one, where it begins and how long it is."""
    text = str(abs(value)) if abs(value) < 1 << 8000 else ""
    if not text:
        return f"of {value.bit_length()} bits"
    return (
        str(value) if len(text) <= 40 else f"{'-' * (value < 0)}{text[:20]}… ({len(text)} digits)"
    )
