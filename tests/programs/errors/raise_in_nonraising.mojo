# A function that raises must say so.
def work():
    raise Error("no")  # expect-error: rais


def main():
    work()
