"""Modules and names: finding them, extensions, and what a module offers as plain data."""
