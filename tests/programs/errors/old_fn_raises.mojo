# fn is not raising unless it says so (2025).
fn risky() raises -> Int:
    return 1


fn main():
    print(risky())  # expect-error: rais
