# What is asked at compile time is computed there, by the same functions.


def power(base: Int, exponent: Int) -> Int:
    var result = 0
    var left = exponent
    while 0 < left:
        result += base
        left = left - 1
    return result


comptime big = power(1000, 3)


@export
def number() -> Int:
    return big


@export
def decided(number: Int) -> Int:
    var sum = number
    comptime if big < 17:
        sum += big
    return sum
