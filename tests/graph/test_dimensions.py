"""Sizes as expressions: the normal form means what was written, and what is equal is seen to be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ember.dialects.dimensions import Dimension, constant, parse_dimension, symbol

NAMES = ("m", "n", "k")


def truncated(left: int, right: int) -> int:
    return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)


Tree = tuple[str, "Tree", "Tree"] | str | int

trees = st.recursive(
    st.sampled_from(NAMES) | st.integers(-9, 9),
    lambda inner: st.tuples(st.sampled_from("+-*/"), inner, inner),
    max_leaves=8,
)


def build(tree: Tree) -> Dimension:
    if isinstance(tree, int):
        return constant(tree)
    if isinstance(tree, str):
        return symbol(tree)
    operator, left, right = tree[0], build(tree[1]), build(tree[2])
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case _:
            return left // right


def value(tree: Tree, sizes: dict[str, int]) -> int:
    if isinstance(tree, int):
        return tree
    if isinstance(tree, str):
        return sizes[tree]
    left, right = value(tree[1], sizes), value(tree[2], sizes)
    match tree[0]:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case _:
            return truncated(left, right)


@settings(deadline=None)
@given(trees, st.fixed_dictionaries({name: st.integers(1, 50) for name in NAMES}))
def test_the_normal_form_has_the_value_of_what_was_written(
    tree: Tree, sizes: dict[str, int]
) -> None:
    try:
        expected = value(tree, sizes)
        size = build(tree)
    except ZeroDivisionError:
        return
    assert size.evaluate(sizes) == expected


@settings(deadline=None)
@given(trees)
def test_text_reads_back(tree: Tree) -> None:
    try:
        size = build(tree)
    except ZeroDivisionError:
        return
    assert parse_dimension(str(size)) == size


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("n * 0", "0"),
        ("(n * 4) // 4", "n"),
        ("(n + 4) - 4", "n"),
        ("n - n", "0"),
        ("-7 // 2", "-3"),
        ("2 * n", "n * 2"),
        ("(2 * n + 1) // 2", "n"),
        ("n // 2 // 3", "n // 6"),
        ("n // 2 * 2", "(n // 2) * 2"),
        ("n * m // n", "m"),
        ("(4 * n + 2) // 6", "(n * 2 + 1) // 3"),
        ("(n + m) * (n - m) // (n + m)", "-m + n"),
        ("(n - 3) // 2 + 1", "(n - 3) // 2 + 1"),
        ("((n - 9) // 2 * 2 + 1) // 2", "(((n - 9) // 2) * 2 + 1) // 2"),
    ],
)
def test_normal_forms(written: str, normal: str) -> None:
    assert str(parse_dimension(written)) == normal


def test_what_is_no_size() -> None:
    with pytest.raises(ZeroDivisionError):
        symbol("n") // constant(0)
    for text in ("n +", "f(n)", "1.5", "True", "n % 2"):
        with pytest.raises(ValueError, match="is no dimension"):
            parse_dimension(text)
