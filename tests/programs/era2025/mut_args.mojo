# mut and out conventions of 2025 with fn.
struct Counter:
    var n: Int

    fn __init__(out self, n: Int = 0):
        self.n = n

    fn bump(mut self, by: Int = 1):
        self.n += by

    fn get(self) -> Int:
        return self.n


fn bump_twice(mut c: Counter):
    c.bump()
    c.bump(10)


fn main():
    var c = Counter()
    bump_twice(c)
    print(c.get())
    var d = Counter(n=100)
    d.bump()
    print(d.n)
