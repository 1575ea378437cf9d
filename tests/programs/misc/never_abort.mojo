# A function returning Never on one path.
def fail(msg: String) raises -> Never:
    raise Error(msg)


def check(n: Int) raises -> Int:
    if n < 0:
        fail("negative")
    return n


def main() raises:
    print(check(4))
    try:
        print(check(-1))
    except e:
        print(e)
