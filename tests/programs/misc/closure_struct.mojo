# A struct that conforms to a closure trait.
@fieldwise_init
struct AddN(def(Int) -> Int):
    var n: Int

    def __call__(self, x: Int) -> Int:
        return x + self.n


def apply[F: def(Int) -> Int](f: F, x: Int) -> Int:
    return f(x)


def main():
    print(apply(AddN(10), 5))
