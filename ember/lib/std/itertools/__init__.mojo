"""Iterators made of iterators."""

from std.iter import chain
from std.itertools.itertools import count, cycle, drop, drop_while, product, repeat, take, take_while
