# Span: a view over a list or array, mutation through it.
def sum_span(xs: Span[Int, _]) -> Int:
    var t = 0
    for x in xs:
        t += x
    return t


def fill(xs: Span[mut=True, Int, _], value: Int):
    for i in range(len(xs)):
        xs[i] = value


def main():
    var xs: List[Int] = [1, 2, 3, 4, 5]
    var s = Span(xs)
    print(len(s), s[0], s[4])
    print(sum_span(xs), sum_span(s[1:3]))
    fill(s[3:], 9)
    print(xs)
    var a: Array[Int, 3] = [1, 2, 3]
    print(sum_span(Span(a)))
    var bytes = "abc".as_bytes()
    print(len(bytes), bytes[1])
