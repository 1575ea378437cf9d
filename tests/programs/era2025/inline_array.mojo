# InlineArray of the 2025 library.
from collections import InlineArray


fn main():
    var a = InlineArray[Int, 4](fill=0)
    for i in range(4):
        a[i] = i * 3
    var total = 0
    for i in range(len(a)):
        total += a[i]
    print(total, a[3])
    var b = InlineArray[Float64, 2](1.5, 2.5)
    print(b[0] + b[1])
