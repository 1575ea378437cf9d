"""Syntax tree -> `lit`."""

from ember.lower.functions import are_confined, unread_declarations
from ember.lower.module import lower_module

__all__ = ["are_confined", "lower_module", "unread_declarations"]
