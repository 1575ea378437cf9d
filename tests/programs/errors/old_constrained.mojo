# constrained that does not hold (2025).
fn only_small[n: Int]():
    constrained[n < 10, "n too large"]()


fn main():
    only_small[100]()  # expect-error: n too large
