"""Formatter and Formattable, where code of 2024 looks for them."""

from std.format import Formattable, Formatter
