"""Strategies: where the values of property tests come from.

`Int.strategy()` (and that of every other `SIMD` type), `Bool.strategy()`, `String.strategy()`, `List[T].strategy(of)` are
there. A strategy of one's own is a struct with the trait `Strategy`.
"""

from std.testing.prop.strategy.strategy import Strategy
from std.testing.prop.strategy.list_strategy import *
from std.testing.prop.strategy.simd_strategy import *
from std.testing.prop.strategy.string_strategy import *
