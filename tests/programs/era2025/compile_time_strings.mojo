# String building at compile time with aliases.
fn banner(n: Int) -> String:
    var s = String("")
    for _ in range(n):
        s += "="
    return s


fn fib(n: Int) -> Int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


fn main():
    alias line = banner(6)
    print(line)
    alias f = fib(15)
    print(f)
