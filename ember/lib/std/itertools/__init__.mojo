"""Iterators made of iterators."""

from std.itertools.itertools import chain, count, cycle, drop_while, product, repeat, take, take_while
