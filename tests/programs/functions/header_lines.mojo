def f[n: Int](x: Int)
    -> Int
    where n > 1:
    return x

def g[n: Int](
    x: Int
) raises
        -> Int
        where (n > 1, "n"):
    return x

@fieldwise_init
struct S[n: Int](Copyable)
    where n > 0:
    var x: Int

def h(where: Int) -> Int:
    var y = where
    return y

def main() raises:
    print(f[3](4), g[3](5), S[1](3).x, h(3))

def last_of_the_file():
    # its body may be left out
