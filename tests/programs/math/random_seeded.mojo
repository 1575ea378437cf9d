# random functions stay in range.
from std.random import random_float64, random_si64, random_ui64, seed


def main():
    seed(42)
    var ok = True
    for _ in range(100):
        var f = random_float64(0, 1)
        if f < 0 or f > 1:
            ok = False
        var i = random_si64(-5, 5)
        if i < -5 or i > 5:
            ok = False
        if random_ui64(0, 3) > 3:
            ok = False
    print(ok)
