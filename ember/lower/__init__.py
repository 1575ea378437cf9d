"""Syntax tree -> `lit`."""

from ember.lower.module import lower_module

__all__ = ["lower_module"]
