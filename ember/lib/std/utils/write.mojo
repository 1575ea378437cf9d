"""Writable and Writer, where code of 2025 looks for them."""

from std.format import Writable, Writer, write_sequence_to as write_args
