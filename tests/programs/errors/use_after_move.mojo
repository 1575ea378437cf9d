# A value is used after it was transferred.
def take(var xs: List[Int]):
    print(len(xs))


def main():
    var xs = List[Int]()
    take(xs^)
    print(len(xs))  # expect-error: xs
