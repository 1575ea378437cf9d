"""`ember doc`: the reference of Mojo modules from their docstrings, and the examples in it as tests.

files.py      which files are modules, and what they are called
extract.py    syntax tree to `model.py`: what a reader may know about a module
prose.py      the text of a docstring to sections, paragraphs, lists and code
links.py      which page and anchor a name leads to
markdown.py, html.py, data.py     the model as pages
output.py     a folder of pages that replaces nothing but its own earlier output
check.py      names without a docstring or an example
examples.py   the examples as programs
"""
