# @parameter for unrolls a loop.
fn power[n: Int](x: Int) -> Int:
    var r = 1

    @parameter
    for i in range(n):
        r *= x
    return r


fn main():
    print(power[0](5), power[3](5))

    @parameter
    for i in range(3):
        print(i, power[i](2))
