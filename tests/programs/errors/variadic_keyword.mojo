def total(*args: Int) -> Int:
    return len(args)


def show[*Ts: Writable](*args: *Ts):
    pass


def texts(var *args: String) -> Int:
    return len(args)


def main():
    print(total(args=1))  # expect-error: it has no argument named 'args'
    show(args=1)  # expect-error: it has no argument named 'args'
    print(texts(args="x"))  # expect-error: it has no argument named 'args'
