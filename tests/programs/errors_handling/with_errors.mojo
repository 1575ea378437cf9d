# __exit__ with an error argument may swallow it.
struct Catcher:
    var swallow: Bool

    def __init__(out self, swallow: Bool):
        self.swallow = swallow

    def __enter__(self) -> Int:
        return 5

    def __exit__(self):
        print("clean exit")

    def __exit__(self, err: Error) -> Bool:
        print("exit with", err)
        return self.swallow


def main():
    try:
        with Catcher(True) as n:
            print(n)
            raise "swallowed"
        print("continues")
        with Catcher(False):
            raise "passes"
        print("unreachable")
    except e:
        print("outer", e)
    with Catcher(True):
        print("fine")
