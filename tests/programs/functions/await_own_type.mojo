# What can be awaited is any type with __await__; a variable is used up only if that takes its value.
@fieldwise_init
struct Later(ImplicitlyCopyable, Movable):
    var value: Int

    def __await__(self) -> Int:
        return self.value * 2


async def add(a: Int, b: Int) -> Int:
    return a + b


async def main_part() -> Int:
    var x = Later(4)
    var y = Later(5)
    var sum = (await x) + (await y)
    swap(x, y)
    sum += await x
    var work = add(1, 2)
    return sum + await work


def main():
    print(main_part().__await__())
