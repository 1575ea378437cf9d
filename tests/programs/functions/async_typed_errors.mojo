# Asynchronous functions with errors of a type of their own, and with closures as arguments.
@fieldwise_init
struct Missing(Copyable, Writable):
    var name: String


async def find(n: Int) raises Missing -> Int:
    if n > 2:
        raise Missing("a text that is too long to be stored in place")
    return n


async def twice(n: Int) raises -> Int:
    return await find(n) + await find(n + 1)


async def call[F: def() -> Int](var f: F) -> Int:
    return f() + 1


async def read[F: def() -> Int](f: F) -> Int:
    return f() + 2


def main() raises:
    try:
        print(find(1).__await__())
        print(find(3).__await__())
    except e:
        print(e.name)
    try:
        print(twice(1).__await__())
        print(twice(2).__await__())
    except e:
        print(e)
    var text = String("a text that is too long to be stored in place")

    def length() {var text} -> Int:
        return text.byte_length()

    var reading = read(length)
    print(reading^.__await__())
    var calling = call(length^)
    text += "!"
    print(calling^.__await__(), text.byte_length())
    var dropped = call(lambda () {var text} -> Int: text.byte_length())
    _ = dropped^
