# A comptime assert that does not hold.
def check[n: Int]():
    comptime assert n < 10, "n must be below ten"


def main():
    check[50]()  # expect-error: n must be below ten
