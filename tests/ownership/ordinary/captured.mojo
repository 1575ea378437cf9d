# Captures keep what they refer to, and copies of closures have their own.
def call[F: def() -> Int](f: F) -> Int:
    return f()


def main():
    var l: List[String] = ["one", "two and a long tail that lives on the heap"]
    var p = Pointer(to=l[1])

    def by_pointer() {var p} -> Int:
        return p[].byte_length()

    print(call(by_pointer))
    var n = 3

    def inner() {var n} -> Int:
        return n

    def outer() {var inner} -> Int:
        return inner() + 1

    print(call(outer))
