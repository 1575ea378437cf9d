# StaticTuple from utils, passed inout and indexed in an unrolled loop.
from utils import StaticTuple

alias N = 4


fn double_all(inout t: StaticTuple[Int, N]):
    @parameter
    for i in range(N):
        t[i] = t[i] * 2


fn main():
    var t = StaticTuple[Int, N](1, 2, 3, 4)
    double_all(t)
    var total = 0
    for i in range(N):
        total += t[i]
    print(total, t[0], t[3], len(t))
