"""Mojo code inside a Python process: modules that Python imports, and functions that Python calls.

`modules.py` compiles and loads, `adapters.py` writes the Mojo code between Python and a plain Mojo function, `functions.py`
is `ember.compile`. `ember.importer` is the hook for `import`.
"""
