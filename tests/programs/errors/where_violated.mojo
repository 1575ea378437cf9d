# A where clause that cannot hold.
def pick[i: Int]() -> Int where i < 3:
    return i


def main():
    print(pick[7]())  # expect-error: pick
