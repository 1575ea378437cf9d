"""TString, under the name of its own module."""

from std.collections.string.string import TString
