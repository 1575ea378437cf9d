# Array: fixed size, fill, display, iteration.
def total(xs: Array[Int, 4]) -> Int:
    var t = 0
    for x in xs:
        t += x
    return t


def main():
    var a: Array[Int, 4] = [1, 2, 3, 4]
    print(a, len(a), a[2])
    a[0] = 100
    print(total(a))
    var b = Array[Float64, 3](fill=1.5)
    print(b)
    var c = a.copy()
    c[1] = 0
    print(a[1], c[1])
    var d = [7, 8, 9]
    print(len(d), d)
    for i in range(len(b)):
        b[i] *= Float64(i)
    print(b)
    print(3 in a, 55 in a)
