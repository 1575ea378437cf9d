"""A package with a module that is named as its function."""
