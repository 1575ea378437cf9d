# The talk's program: the use after the transfer is the error.
fn give_away(owned x: List[Int]):
    print(len(x))


def reorder_and_process(owned x: List[Int]):
    sort(x)
    give_away(x^)
    print(x[0])  # expect-error: x


def main():
    reorder_and_process(List[Int](3, 1, 2))
