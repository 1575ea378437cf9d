# expect-exit: 1 Unhandled exception caught during execution: bad thing 7
# An error that leaves main is reported on stderr and gives exit status 1.
def work(n: Int) raises -> Int:
    if n > 5:
        raise Error("bad thing ", n)
    return n


def main() raises:
    print(work(3))
    print(work(7))
    print("unreachable")
