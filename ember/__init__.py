"""Ember: a Mojo-language compiler in readable Python."""

from __future__ import annotations

__version__ = "0.1.0"
