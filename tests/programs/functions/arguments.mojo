# Default values, keyword arguments, positional-only and keyword-only markers.
def greet(name: String, greeting: String = "Hello", *, punct: String = "!") -> String:
    return greeting + ", " + name + punct


def power(base: Int, /, exp: Int = 2) -> Int:
    return base**exp


def volume(*, width: Int, height: Int, depth: Int = 1) -> Int:
    return width * height * depth


def main():
    print(greet("Ann"))
    print(greet("Bob", "Hi"))
    print(greet(greeting="Hey", name="Cy", punct="?"))
    print(power(3), power(3, 3), power(2, exp=5))
    print(volume(width=2, height=3), volume(depth=4, height=3, width=2))
