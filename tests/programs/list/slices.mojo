# Slices of lists: contiguous ones are spans, strided ones are lists.
def main():
    var xs: List[Int] = [0, 1, 2, 3, 4, 5, 6]
    print(len(xs[1:4]), xs[1:4][0])
    for x in xs[2:5]:
        print(x, end=" ")
    print()
    print(List(xs[:3]), List(xs[4:]))
    print(xs[::2], xs[::-1], xs[5:1:-2])
    var s = xs[1:3]
    s[0] = 99
    print(xs)
