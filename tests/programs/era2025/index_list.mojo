# IndexList and Index from utils.
from utils import IndexList
from utils.index import Index


fn volume(shape: IndexList[3]) -> Int:
    return shape[0] * shape[1] * shape[2]


fn main():
    var a = IndexList[2](3, 4)
    print(a[0] + a[1])
    a[1] = 10
    print(a[1])
    print(volume(Index(2, 3, 4)))
