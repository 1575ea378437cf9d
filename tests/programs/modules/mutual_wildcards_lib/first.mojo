from .second import *
from .third import *


def one() -> Int:
    return two() - 1
