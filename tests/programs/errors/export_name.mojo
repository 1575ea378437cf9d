@export(1)  # expect-error: '@export' takes the name of the symbol as a string
def one() -> Int:
    return 1


@export("")  # expect-error: '@export' takes the name of the symbol as a string
def none() -> Int:
    return 2


def main():
    pass
