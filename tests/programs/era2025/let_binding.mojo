# let from early 2024 declares an immutable name.
fn main():
    let x = 3
    let y: Int = 4
    var z = x + y
    z += 1
    print(x, y, z)
