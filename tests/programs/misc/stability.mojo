@stable(since="1.0")
comptime N = 4


@stable
struct Store:
    @stable(since="1.0")
    def __init__(out self):
        pass

    @unavailable("use nothing")
    def old(self) -> Int:
        ...


@stable(since="1.0")
trait Named:
    ...


def main():
    _ = Store()
    print(N)
