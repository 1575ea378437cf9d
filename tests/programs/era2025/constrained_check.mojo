# constrained holds.
fn only_even[n: Int]() -> Int:
    constrained[n % 2 == 0, "n must be even"]()
    return n // 2


fn main():
    print(only_even[10]())
