# Tuples are unpacked, nothing else: not numbers, vectors or lists.
def main():
    var a, b = 1  # expect-error: found one value of type 'Int'
    var c, d = SIMD[DType.int32, 2](1)  # expect-error: found one value of type
    var l: List[Int] = [1, 2]
    var e, f = l  # expect-error: found one value of type 'List[Int]'
    var g, h = (1, 2)
    g, h = l  # expect-error: found one value of type 'List[Int]'
    print(g, h)
