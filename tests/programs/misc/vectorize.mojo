# std.algorithm.vectorize over a buffer with a remainder.
from std.algorithm import vectorize


def main():
    var xs = List[Float32](length=10, fill=1)
    var p = xs.unsafe_ptr()

    def body[width: Int](i: Int) {imm p}:
        p.unsafe_store(i, p.unsafe_load[width=width](i) * 2 + Float32(i))

    vectorize[4](len(xs), body)
    print(xs)
