"""Random numbers."""

from std.random.philox import NormalRandom, Random
from std.random.random import (
    rand,
    randint,
    randn,
    randn_float64,
    random_float64,
    random_si64,
    random_ui64,
    seed,
    shuffle,
)
