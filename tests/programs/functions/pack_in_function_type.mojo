# A function type whose arguments are a pack takes functions of these arguments.
def call[*Ts: AnyType](f: def(*args: *Ts) thin -> Int, *args: *Ts) -> Int:
    return f(*args)


def add(a: Int, b: Int) -> Int:
    return a + b


def size(s: String, more: Bool) -> Int:
    return s.byte_length() + (1 if more else 0)


def main():
    print(call(add, 1, 2), call(size, String("abc"), True))
