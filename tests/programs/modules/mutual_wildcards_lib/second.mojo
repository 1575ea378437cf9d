from .first import *


def two() -> Int:
    return three() - 1
