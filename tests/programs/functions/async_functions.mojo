from std.runtime._asyncrt import create_task, _run, create_raising_task, TaskGroup
from std.builtin._coroutine import Coroutine

async def add(a: Int, b: Int) -> Int:
    return a + b

async def both(left: Int, right: Int) -> Int:
    var l = create_task(add(left, 1))
    var r = create_task(add(right, 2))
    return await l + await r

async def text() raises -> String:
    return String("hello")

async def fails(x: Int) raises -> Int:
    if x > 2:
        raise Error("too big")
    return x

async def nothing(name: String):
    print("hi", name)

def take(var c: Coroutine[Int, ...]) -> Int:
    return _run(c^)

def make(x: Int) -> Coroutine[Int, origin_of()._mlir_origin]:
    var z = x * x

    @__copy_capture(z)
    @__parameter
    async def writer() -> Int:
        return z

    return writer()

def closures():
    @__parameter
    async def plus[lhs: Int](rhs: Int) -> Int:
        return lhs + rhs

    @__parameter
    async def two(a: Int, b: Int) -> Int:
        return await plus[5](a) + await plus[2](b)

    print(_run(two(10, 20)))

def main() raises:
    print(_run(both(3, 4)))
    var t = create_raising_task(text())
    print(t^.wait())
    try:
        print(create_raising_task(fails(1)).wait())
        print(create_raising_task(fails(7)).wait())
    except e:
        print(e)
    var g = TaskGroup()
    g.create_task(nothing("ember"))
    g.wait()
    closures()
    print(take(make(4)))
