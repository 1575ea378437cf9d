"""`ember embed`: texts as vectors, one JSON list per line."""

from __future__ import annotations

import argparse
import json
import sys

from ember.pipelines.commands.texts import input_lines
from ember.pipelines.embedding import Embedder
from ember.pipelines.fetching import located


def embed(arguments: argparse.Namespace) -> int:
    """Prints the vectors of the texts, or of the input's lines."""
    texts = arguments.texts or [line.rstrip("\n") for line in input_lines()]
    embedder = Embedder(located(arguments.model))
    if not embedder.says_how:
        print("ember: note: the model does not say how its rows become a vector (1_Pooling/config.json); their mean is taken", file=sys.stderr)  # fmt: skip
    for row in embedder.embed(texts):
        print(json.dumps([round(float(x), 6) for x in row]))
    return 0
