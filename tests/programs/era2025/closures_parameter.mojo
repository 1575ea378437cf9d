# @parameter closures capture by use; capturing function parameters.
fn apply[func: fn(Int) capturing -> None](n: Int):
    for i in range(n):
        func(i)


fn map_sum[func: fn(Int) -> Int](n: Int) -> Int:
    var t = 0
    for i in range(n):
        t += func(i)
    return t


fn square(x: Int) -> Int:
    return x * x


fn main():
    var total = 0

    @parameter
    fn add(i: Int):
        total += i

    apply[add](5)
    print(total)
    print(map_sum[square](4))
    var scale = 3

    @parameter
    fn scaled(i: Int):
        print(i * scale, end=" ")

    apply[scaled](3)
    print()
