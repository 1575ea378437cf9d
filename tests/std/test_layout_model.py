"""The library's layout algebra does what an independent model says, for random layouts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import layout_model as model
from forked import run_program

from ember.support.options import Options

PROGRAM = Path(__file__).parent / "layout" / "algebra_checks.mojo"
ROUNDS = 150


def checks(rng: random.Random) -> Iterator[tuple[str, model.Layout, str, list[int]]]:
    """What to compute, its two operands, and the offsets of the result."""
    anything = model.random_layout(rng)
    yield "offsets", anything, "", model.offsets(anything)
    yield "coalesce", anything, "", model.offsets(anything)
    compact = model.random_compact(rng)
    count = model.size(compact.shape)
    yield "right_inverse", compact, "", list(range(count))
    tiler = model.random_tiler(rng, count)
    if model.size(tiler.shape) > 1:
        row = model.Layout(count, rng.randint(1, 5))
        yield "composition", row, str(tiler), model.composed(row, tiler)
        yield "logical_divide", row, str(tiler), _divided(row, tiler)
    yield "composition", model.Layout(count, 3), str(compact), _scaled(model.offsets(compact), 3)
    yield from _of_spread(rng)
    yield from _of_matrices(rng)


def _of_spread(rng: random.Random) -> Iterator[tuple[str, model.Layout, str, list[int]]]:
    """Complement, product and left inverse of a layout without overlaps."""
    spread = model.random_spread(rng)
    own = model.offsets(spread)
    limit = max(own) + 1
    rest = model.left_out(spread, limit)
    # A complement goes on until it has passed the limit.
    yield "complement", spread, str(limit), rest
    yield "left_inverse", spread, "", list(range(len(own)))
    spread = model.random_spread(rng, [1, 2])  # then any power of two divides the room between
    own = model.offsets(spread)
    times = rng.choice([1, 2, 4])
    around = model.left_out(spread, len(own) * times)
    repeated = [base + o for base in _first(around, spread, times) for o in own]
    yield "logical_product", spread, f"{times}:1", repeated


def _first(around: list[int], spread: model.Layout, count: int) -> list[int]:
    """The first `count` offsets of a complement, however far it must go."""
    limit = 2 * (max(model.offsets(spread)) + 1)
    while len(around) < count:
        around = model.left_out(spread, limit)
        limit *= 2
    return around[:count]


def _of_matrices(rng: random.Random) -> Iterator[tuple[str, model.Layout, str, list[int]]]:
    """Tiles of matrices."""
    rows, columns = rng.choice([2, 4, 6, 8]), rng.choice([3, 4, 8])
    stride = (columns, 1) if rng.random() < 0.5 else (1, rows)
    matrix = model.Layout((rows, columns), stride)
    tile = tuple(rng.choice([d for d in range(1, n + 1) if n % d == 0]) for n in (rows, columns))
    expected = [
        (i * tile[0] + y) * stride[0] + (j * tile[1] + x) * stride[1]
        for j in range(columns // tile[1])
        for i in range(rows // tile[0])
        for x in range(tile[1])
        for y in range(tile[0])
    ]
    yield "zipped_divide", matrix, f"{model.spell(tile)}:(1,{tile[0]})", expected
    block = rng.choice([model.Layout((2, 3), (3, 1)), model.Layout((2, 2), (1, 2))])
    blocks = model.Layout((rows, columns), (1, rows))
    area = model.size(block.shape)
    height, width = (d for d in model.leaves(block.shape))
    yield (
        "blocked_product",
        block,
        str(blocks),
        [
            (i + j * rows) * area + model.offset(block, y + x * height)
            for j in range(columns)
            for x in range(width)
            for i in range(rows)
            for y in range(height)
        ],
    )


def _divided(row: model.Layout, tiler: model.Layout) -> list[int]:
    """Tile by tile: every tile is the tiler moved on to the least place that no tile before it has."""
    step = row.stride
    assert isinstance(step, int)
    places = model.offsets(tiler)
    return [
        (base + p) * step for base in model.left_out(tiler, model.size(row.shape)) for p in places
    ]


def _scaled(values: list[int], factor: int) -> list[int]:
    return [value * factor for value in values]


def test_algebra_agrees_with_the_model(tmp_path: Path) -> None:
    rng = random.Random(20)
    lines = [
        f"{what}|{layout}|{other}|{','.join(map(str, expected))}"
        for _ in range(ROUNDS)
        for what, layout, other, expected in checks(rng)
    ]
    path = tmp_path / "checks.txt"
    path.write_text("\n".join(lines) + "\n")
    done = run_program(PROGRAM, Options(opt_level=1), [str(path)])
    assert done.code == 0, done.stderr
    assert done.stdout == f"{len(lines)} checks, 0 wrong\n"
