"""The formatter: tokens and comments of a file to the same tokens and comments in the house style.

lines.py      the file as logical lines with their comments and blank lines
spacing.py    where a space stands between two tokens of a line
layout.py     long lines broken at brackets and operators
format.py     the whole file, and the check that nothing but layout changed
"""
