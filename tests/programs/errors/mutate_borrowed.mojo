# Calling a mutating method on an immutable argument.
def fill(xs: List[Int]):
    xs.append(1)  # expect-error: mut


def main():
    fill(List[Int]())
