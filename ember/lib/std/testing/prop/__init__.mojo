"""Property tests: a property is checked for many random values, and what breaks it is made as small as possible."""

from std.testing.prop.random import Rng
from std.testing.prop.runner import PropTest, PropTestConfig
from std.testing.prop.strategy import *
