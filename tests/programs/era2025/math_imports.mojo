# from math import and friends.
from math import ceil, exp, floor, log, pi, sin, sqrt
from bit import pop_count
from utils.numerics import inf, isnan, nan


fn main():
    print(sqrt(16.0), floor(2.7), ceil(2.1))
    print(exp(0.0), log(1.0), sin(0.0))
    print(pi)
    print(pop_count(255))
    print(inf[DType.float32](), isnan(nan[DType.float64]()))
