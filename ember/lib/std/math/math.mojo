"""The names of std.math, by their module."""

from std.math import *
