# Folding a heterogeneous pack through a trait.
trait Measured:
    def size(self) -> Int:
        ...


@fieldwise_init
struct A(Measured):
    def size(self) -> Int:
        return 3


@fieldwise_init
struct B(Measured):
    var n: Int

    def size(self) -> Int:
        return self.n


def total[*Ts: Measured](*args: *Ts) -> Int:
    var t = 0
    comptime for i in range(args.__len__()):
        t += args[i].size()
    return t


def main():
    print(total(A(), B(5), A(), B(10)), total())
