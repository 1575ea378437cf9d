def listed():
    comptime k = wrong  # expect-error: 'wrong' is not defined

    def f() {imm}:
        print(k)

    f()


def unlisted():
    comptime k = mistaken  # expect-error: 'mistaken' is not defined

    def f():
        print(k)

    f()


def variable():
    var k = missing  # expect-error: 'missing' is not defined

    def f() {var k} -> Int:
        return k

    print(f())


def main():
    pass
