"""Where the boxes of a picture go: layers from top to bottom, few crossings, edges that avoid boxes.

Every box is in the layer below all that it needs. An edge over several layers gets a point in each layer between, which keeps its room
there. Boxes of a layer are ordered by the middle of their neighbours, then moved towards these as far as others let them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

_SIDE: Final = 26
_BETWEEN: Final = 46
_SWEEPS: Final = 10
_POINT: Final = 12
"""The room that an edge takes in a layer."""


class Size(NamedTuple):
    """Of a box."""

    width: float
    height: float


class Arrangement(NamedTuple):
    """The centre of each box, the way of each edge through points, and the size of it all."""

    centres: list[tuple[float, float]]
    ways: list[list[tuple[float, float]]]
    width: float
    height: float


def arrange(sizes: Sequence[Size], edges: Sequence[tuple[int, int]]) -> Arrangement:
    """Boxes by number; an edge leads from one to a later one."""
    return _Arranger(list(sizes), list(edges)).arrange()


class _Arranger:
    def __init__(self, sizes: list[Size], edges: list[tuple[int, int]]) -> None:
        self.sizes = sizes
        self.edges = edges
        self.count = len(sizes)
        self.layer = self._layers()
        self.above: list[list[int]] = [[] for _ in sizes]
        self.below: list[list[int]] = [[] for _ in sizes]
        self.chains = [self._chain(*edge) for edge in edges]
        self.rows: list[list[int]] = [[] for _ in range(max(self.layer, default=-1) + 1)]
        for node, layer in enumerate(self.layer):
            self.rows[layer].append(node)

    def _layers(self) -> list[int]:
        """As high as possible; what has as many edges below as above, or more, then goes down to what it is for."""
        layer = [0] * self.count
        before = [0] * self.count
        after: list[list[int]] = [[] for _ in range(self.count)]
        for start, end in sorted(self.edges, key=lambda edge: edge[1]):
            layer[end] = max(layer[end], layer[start] + 1)
            before[end] += 1
            after[start].append(end)
        for node in reversed(range(self.count)):
            if after[node] and len(after[node]) >= before[node]:
                layer[node] = min(layer[end] for end in after[node]) - 1
        return layer

    def _chain(self, start: int, end: int) -> list[int]:
        """An edge as boxes and points, each in the layer below the one before."""
        chain = [start]
        for layer in range(self.layer[start] + 1, self.layer[end]):
            chain.append(len(self.sizes))
            self.sizes.append(Size(_POINT, 0))
            self.layer.append(layer)
            self.above.append([])
            self.below.append([])
        chain.append(end)
        for one, other in zip(chain, chain[1:], strict=False):
            self.below[one].append(other)
            self.above[other].append(one)
        return chain

    def arrange(self) -> Arrangement:
        for sweep in range(_SWEEPS):
            self._sort(sweep % 2 == 0)
        across = self._across()
        down = self._down()
        centres = [(across[n], down[self.layer[n]]) for n in range(self.count)]
        ways = [[(across[n], down[self.layer[n]]) for n in chain] for chain in self.chains]
        width = max((across[n] + self.sizes[n].width / 2 for n in range(len(across))), default=0)
        height = down[-1] + self._height(len(self.rows) - 1) / 2 if down else 0
        return Arrangement(centres, ways, width, height)

    def _sort(self, is_down: bool) -> None:
        rows = self.rows if is_down else list(reversed(self.rows))
        place = {node: at for row in self.rows for at, node in enumerate(row)}
        for row in rows:
            middle = {}
            for at, node in enumerate(row):
                near = self.above[node] if is_down else self.below[node]
                middle[node] = sum(place[n] for n in near) / len(near) if near else at
            row.sort(key=middle.__getitem__)
            place.update({node: at for at, node in enumerate(row)})

    def _across(self) -> list[float]:
        """How far to the right everything is."""
        at = [0.0] * len(self.sizes)
        for row in self.rows:
            self._spread(row, at, [0.0] * len(row))
        for sweep in range(_SWEEPS):
            for row in self.rows if sweep % 2 else reversed(self.rows):
                wanted = []
                for node in row:
                    near = self.above[node] + self.below[node]
                    wanted.append(sum(at[n] for n in near) / len(near) if near else at[node])
                self._spread(row, at, wanted)
        left = min((at[n] - self.sizes[n].width / 2 for n in range(len(at))), default=0)
        return [x - left for x in at]

    def _spread(self, row: list[int], at: list[float], wanted: list[float]) -> None:
        """Everybody where it wants to be, pushed apart evenly to both sides."""
        right, left = list(wanted), list(wanted)
        for i in range(1, len(row)):
            right[i] = max(right[i], right[i - 1] + self._distance(row[i - 1], row[i]))
        for i in range(len(row) - 2, -1, -1):
            left[i] = min(left[i], left[i + 1] - self._distance(row[i], row[i + 1]))
        for i, node in enumerate(row):
            at[node] = (left[i] + right[i]) / 2

    def _distance(self, one: int, other: int) -> float:
        return (self.sizes[one].width + self.sizes[other].width) / 2 + _SIDE

    def _height(self, row: int) -> float:
        return max((self.sizes[n].height for n in self.rows[row]), default=0)

    def _down(self) -> list[float]:
        """The middle of each layer."""
        down: list[float] = []
        end = 0.0
        for row in range(len(self.rows)):
            height = self._height(row)
            down.append(end + height / 2)
            end += height + _BETWEEN
        return down
