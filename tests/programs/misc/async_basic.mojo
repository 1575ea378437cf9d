# async def and await through a task.
from std.runtime._asyncrt import create_task


async def add(a: Int, b: Int) -> Int:
    return a + b


async def twice(x: Int) -> Int:
    var y = await add(x, x)
    return y


def main():
    var task = create_task(twice(21))
    print(task.wait())
