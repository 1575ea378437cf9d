"""Compile-time code runs here: concrete functions as Python, memory as blocks of bytes. Knows nothing of elaboration."""
