# A `mut` argument must not reach what another argument reaches, in a value or in what the value owns.
def grow(mut l: List[String], x: String):
    l.append(x)


def grow_all(mut l: List[Int], s: Span[Int, _]):
    l.extend(s)


def join(mut a: String, b: String):
    a += b


def element():
    var l: List[String] = ["a", "b"]
    grow(l, l[0])  # expect-error: 'l' is passed to the 'mut' argument 'l', and 'x' refers into it


def two_elements():
    var l: List[String] = ["a", "b"]
    join(l[0], l[1])  # expect-error: 'a' and 'b' may be the same part of 'l'


def swapped():
    var l: List[Int] = [1, 2]
    swap(l[0], l[1])  # expect-error: may be the same part of 'l'


def added_to_itself():
    var l: List[String] = ["a", "b"]
    l[0] += l[1]  # expect-error: may be the same part of 'l'


def span():
    var l: List[Int] = [1, 2]
    grow_all(l, l[0:1])  # expect-error: 's' refers into it


def span_of_all():
    var l: List[Int] = [1, 2]
    l.extend(Span(l))  # expect-error: 'l' is passed to the 'mut' argument 'self'


def view():
    var s = String("a")
    s.write(s[byte=0:1])  # expect-error: 's' is passed to the 'mut' argument 'self'


def itself_in_a_pack():
    var s = String("a")
    s.write("b", s)  # expect-error: 's' is passed to the 'mut' argument 'self'


def through_a_reference():
    var l: List[String] = ["a", "b"]
    ref r = l[0]
    grow(l, r)  # expect-error: 'x' refers into it


def main():
    element()
    two_elements()
    swapped()
    added_to_itself()
    span()
    span_of_all()
    view()
    itself_in_a_pack()
    through_a_reference()
