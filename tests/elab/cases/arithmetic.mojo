# Operators are methods; methods that are always inlined leave their ops alone; a literal becomes a constant of the type it meets.


@export
def add(a: Int, b: Int) -> Int:
    return a + b + 1
