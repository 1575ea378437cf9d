fn f(n: Int) -> Int as r:
    for i in range(n):
        total = i
    total += n
    @parameter
    fn add(k: Int):
        total = k
        own = total
    own = 1
    typed: Int = own
    while (last := next()) > 0:
        pass
    @unroll(4)
    for i in range(n):
        let c = i
    return total + last


fn g[T: AnyType, f: fn[w: Int](Int) capturing -> None](inout x: T, owned y: T):
    alias size = sizeof[T]()
    T = 3
