"""Syntax tree -> `lit`."""

from ember.lower.functions import are_in_bodies
from ember.lower.module import lower_module

__all__ = ["are_in_bodies", "lower_module"]
