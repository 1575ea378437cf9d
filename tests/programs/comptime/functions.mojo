# Ordinary functions evaluated at compile time, with heap allocation.
def fib(n: Int) -> Int:
    var a = 0
    var b = 1
    for _ in range(n):
        a, b = b, a + b
    return a


def primes(limit: Int) -> List[Int]:
    var out = List[Int]()
    for n in range(2, limit):
        var prime = True
        for p in out:
            if n % p == 0:
                prime = False
                break
        if prime:
            out.append(n)
    return out^


def text(n: Int) -> String:
    var s = String()
    for i in range(n):
        s += String(i)
    return s


def main():
    comptime f = fib(50)
    print(f)
    comptime ps = primes(30)
    var run_time = materialize[ps]()
    print(run_time, len(run_time))
    comptime n = len(ps)
    print(n)
    comptime t = text(12)
    print(t)
    comptime for i in range(3):
        comptime p = ps[i]
        print(p)
