# mut arguments change the caller's value; default arguments are read-only.
def bump(mut x: Int, by: Int = 1):
    x += by


def push_twice(mut xs: List[Int], value: Int):
    xs.append(value)
    xs.append(value)


def swap_ints(mut a: Int, mut b: Int):
    var t = a
    a = b
    b = t


def bump_all(mut *numbers: Int):
    for ref number in numbers:
        number += 1


def main():
    var n = 1
    bump(n)
    bump(n, 10)
    print(n)
    var xs: List[Int] = [1]
    push_twice(xs, 7)
    print(xs, len(xs))
    var p = 1
    var q = 2
    swap_ints(p, q)
    print(p, q)
    swap(p, q)
    print(p, q)
    bump_all(p, q)
    print(p, q)
