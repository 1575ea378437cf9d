# var arguments own their value: the caller copies or transfers with ^.
def consume(var s: String) -> String:
    s += " consumed"
    return s^


def take_list(var xs: List[Int]) -> Int:
    xs.append(100)
    return len(xs)


def local_copy(var n: Int) -> Int:
    n += 1
    return n


def main():
    var s = String("text")
    print(consume(s))
    print(s)
    print(consume(s^))
    var xs: List[Int] = [1, 2]
    print(take_list(xs.copy()))
    print(len(xs))
    print(take_list(xs^))
    var n = 4
    print(local_copy(n), n)
