def total(ref a: List[Int]) -> Int:
    var s = 0
    for x in a:
        s += x
    return s

def total2(a: List[Int]) -> Int:
    var s = 0
    for x in a:
        s += x
    return s

def pairs(ref a: List[Int], ref b: List[Int]) -> Int:
    var s = 0
    for x, y in zip(a, b):
        s += x * y
    return s

def main():
    print(total2([1, 2, 3]))
    print(total([1, 2, 3]))
    var a: List[Int] = [1, 2, 3]
    var b: List[Int] = [1, 2, 3]
    print(pairs(a, b))
