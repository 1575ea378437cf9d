# What stands under a condition that is always true is reached, so it may return for the whole function.
def answer() -> Int:
    if True:
        return 42


def main():
    print(answer())
