# A closure is its captures beside a function that takes them first.


@no_inline
def apply[F: def (Int) -> Int](f: F, number: Int) -> Int:
    return f(number)


@export
def by_value(a: Int, b: Int) -> Int:
    def plus(x: Int) {var a} -> Int:
        return x + a

    return apply(plus, b)


@export
def by_reference(a: Int, b: Int) -> Int:
    var sum = a

    def add(x: Int) {mut sum} -> Int:
        sum += x
        return sum

    return add(b) + add(b)
