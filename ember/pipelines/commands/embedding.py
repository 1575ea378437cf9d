"""`ember embed`: texts as vectors, one JSON list per line."""

from __future__ import annotations

import argparse
import json

from ember.pipelines.commands.texts import input_lines
from ember.pipelines.embedding import Embedder
from ember.pipelines.fetching import located


def embed(arguments: argparse.Namespace) -> int:
    """Prints the vectors of the texts, or of the input's lines."""
    texts = arguments.texts or [line.rstrip("\n") for line in input_lines()]
    for row in Embedder(located(arguments.model)).embed(texts):
        print(json.dumps([round(float(x), 6) for x in row]))
    return 0
