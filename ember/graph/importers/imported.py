"""What importers give, and how they say what they cannot import."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ember.graph.api.graph import Graph

SMALL: Final = 64
"""Constants of so few elements are part of the graph; others are weights, whose memory is the model's own."""


class Imported(NamedTuple):
    """A graph, and the arrays of its weights by name: views of the model's memory."""

    graph: Graph
    weights: dict[str, Any]


class UnsupportedModel(ValueError):
    """What a model uses that graphs cannot say."""


def unsupported(what: str, found: Sequence[str]) -> UnsupportedModel:
    """One message with a line for everything that is not supported."""
    lines = "\n".join(f"  {line}" for line in found)
    return UnsupportedModel(f"the model uses {len(found)} {what} that are not supported:\n{lines}")
