# fn needs var (2025).
fn main():
    x = 5  # expect-error: x
    print(x)
