"""Traits of what converts to floats."""

from std.builtin.value import Floatable, FloatableRaising
