"""A small model of layout algebra, by brute force: a layout is the list of its offsets.

A layout is a pair (shape, stride) of nested tuples. Everything is defined by what the operations promise, not by how they
compute it, so that it can disagree with the library.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

Nested: TypeAlias = "int | tuple[Nested, ...]"


class Layout(NamedTuple):
    """A shape and a stride of the same nesting."""

    shape: Nested
    stride: Nested

    def __str__(self) -> str:
        return f"{spell(self.shape)}:{spell(self.stride)}"


def spell(value: Nested) -> str:
    """Text without blanks, as the checked program reads it."""
    if isinstance(value, int):
        return str(value)
    return "(" + ",".join(map(spell, value)) + ")"


def leaves(value: Nested) -> list[int]:
    if isinstance(value, int):
        return [value]
    return [leaf for item in value for leaf in leaves(item)]


def size(shape: Nested) -> int:
    result = 1
    for leaf in leaves(shape):
        result *= leaf
    return result


def offsets(layout: Layout) -> list[int]:
    """The offset of every coordinate, the leftmost dimension running fastest."""
    shape, stride = leaves(layout.shape), leaves(layout.stride)
    places = itertools.product(*(range(dimension) for dimension in reversed(shape)))
    return [sum(c * s for c, s in zip(reversed(place), stride, strict=True)) for place in places]


def offset(layout: Layout, index: int) -> int:
    """The offset of a number; past the end the last dimension goes on."""
    shape, stride = leaves(layout.shape), leaves(layout.stride)
    result = 0
    for dimension, step in zip(shape[:-1], stride[:-1], strict=True):
        result += index % dimension * step
        index //= dimension
    return result + index * stride[-1]


def composed(a: Layout, b: Layout) -> list[int]:
    """What the composition must give."""
    return [offset(a, place) for place in offsets(b)]


def left_out(layout: Layout, limit: int) -> list[int]:
    """The complement: the increasing offsets that tile 0 … limit - 1 together with the layout's own, if any do."""
    own = sorted(offsets(layout))
    chosen: list[int] = []
    covered: set[int] = set()
    for place in range(limit):
        if place not in covered:
            chosen.append(place)
            covered.update(place + o for o in own)
    return chosen


# -- random layouts ------------------------------------------------------------------------------------


def random_shape(rng: random.Random, depth: int = 2) -> Nested:
    if depth == 0 or rng.random() < 0.5:
        return rng.choice([1, 2, 2, 3, 4, 4, 6, 8])
    return tuple(random_shape(rng, depth - 1) for _ in range(rng.randint(1, 3)))


def with_leaves(shape: Nested, values: list[int]) -> Nested:
    """The nesting of a shape with other integers, taken from the front of `values`."""
    if isinstance(shape, int):
        return values.pop(0)
    return tuple(with_leaves(item, values) for item in shape)


def random_layout(rng: random.Random) -> Layout:
    """Any strides: gaps, overlaps, zeros."""
    shape = random_shape(rng)
    return Layout(shape, with_leaves(shape, [rng.randint(0, 20) for _ in leaves(shape)]))


def random_compact(rng: random.Random) -> Layout:
    """A layout that reaches each of its offsets once, without gaps, its dimensions in any order."""
    shape = random_shape(rng)
    return Layout(shape, with_leaves(shape, _strides(rng, leaves(shape), [1])))


def random_spread(rng: random.Random, gaps: Sequence[int] = (1, 2, 3)) -> Layout:
    """A layout without overlaps, with gaps that a complement can fill."""
    shape = random_shape(rng)
    return Layout(shape, with_leaves(shape, _strides(rng, leaves(shape), gaps)))


def _strides(rng: random.Random, shape: list[int], gaps: Sequence[int]) -> list[int]:
    strides = [0] * len(shape)
    order = list(range(len(shape)))
    rng.shuffle(order)
    step = 1
    for place in order:
        step *= rng.choice(gaps)
        strides[place] = step
        step *= shape[place]
    return strides


def random_tiler(rng: random.Random, count: int) -> Layout:
    """A contiguous tile, or every n-th place, of a row of `count` places, that divides it."""
    tile = rng.choice([d for d in range(1, count + 1) if count % d == 0])
    step = rng.choice([d for d in range(1, count // tile + 1) if count // tile % d == 0])
    return Layout(tile, step)
