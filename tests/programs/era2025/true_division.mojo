# / on Int is true division in the 2025 edition; // floors.
fn main():
    var a = 7
    var b = 2
    print(a / b, a // b, a % b)
    print(-a // b, -a % b)
    var half = a / b
    print(half + 1)
