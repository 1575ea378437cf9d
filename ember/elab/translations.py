"""Functions as Python text for the interpreter: what `translator.py` writes by the rules that ops declare."""

from __future__ import annotations

from ember.dialects import kgen
from ember.elab.translator import Environment, Source, Translator


def translate(func: kgen.Func, environment: Environment) -> Source:
    """The Python text of a function named `translated`."""
    return Translator(func, environment).source()
