# edition: 2025
# def declares names by assignment; errors need no raises.
def compute(n: Int) -> Int:
    total = 0
    i = 0
    while i < n:
        total += i
        i += 1
    if total > 100:
        raise Error("too much")
    return total


def main():
    print(compute(10))
    try:
        print(compute(100))
    except e:
        print("caught", e)
    x = 5
    y = x * 2
    print(x, y)
