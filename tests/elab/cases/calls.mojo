# Defaults are filled in, keywords sorted, the best overload taken; `mut` gives a place, `ref` a reference.


@no_inline
def pick(a: Int, b: Int = 7, *, c: Int) -> Int:
    return a + b + c


@no_inline
def kind(number: Int) -> Int:
    return 1


@no_inline
def kind(flag: Bool) -> Int:
    return 2


@no_inline
def grow(mut number: Int, by: Int):
    number += by


@no_inline
def larger(ref a: Int, ref b: Int) -> ref[a, b] Int:
    if a < b:
        return b
    return a


@export
def all(x: Int, y: Int) -> Int:
    var a = x
    var b = y
    grow(a, by=pick(c=b, a=1))
    larger(a, b) += kind(x < y)
    return a + b + kind(x)
