# The body of an asynchronous function runs when it is awaited, not when it is called.
from std.runtime._asyncrt import create_raising_task, create_task


struct Noisy(Movable):
    var name: String

    def __init__(out self, var name: String):
        self.name = name^

    def __del__(deinit self):
        print("end of", self.name)


async def add(a: Int, b: Int) -> Int:
    print("adding", a, b)
    return a + b


async def greet(name: String, var other: String):
    print("hello", name, "and", other)


async def take(var noisy: Noisy) -> Int:
    print("took", noisy.name)
    return noisy.name.byte_length()


async def fails(x: Int) raises -> Int:
    if x > 2:
        raise Error("too big")
    return x


async def count(mut n: Int):
    n += 1


async def steps() raises -> Int:
    var first = add(1, 2)
    print("called")
    var sum = await first^
    var n = 5
    var counting = count(n)
    print("n is", n)
    await counting^
    print("n is", n)
    var name = String("x") + "y"
    var greeting = greet(name, "z")
    print("not yet")
    await greeting^
    var taking = take(Noisy("one"))
    print("made")
    sum += await taking^
    _ = take(Noisy("two"))
    print("dropped")
    try:
        _ = await fails(7)
    except e:
        print(e)
    return sum + await fails(1)


def main() raises:
    var task = create_task(add(3, 4))
    print("started")
    print(task^.wait())
    print(create_raising_task(steps()).wait())
