# Calling a raising function in a non-raising one.
def risky() raises -> Int:
    return 1


def main():
    print(risky())  # expect-error: rais
