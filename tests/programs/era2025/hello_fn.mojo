# fn main and print.
fn main():
    print("Hello from 2025")
    print(1, 2.5, True)
