"""Texts and what converts them, where code of 2024 looks for them."""

from std.collections.string.conversion import ascii, atof, atol, chr, ord
from std.collections.string.string import String
