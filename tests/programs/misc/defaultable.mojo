# Default construction through Defaultable.
@fieldwise_init
struct Conf(Copyable, Defaultable, Writable):
    var depth: Int
    var name: String

    def __init__(out self):
        self = Self(3, "none")


def fresh[T: Defaultable]() -> T:
    return T()


def main():
    print(fresh[Conf](), fresh[Int](), fresh[Bool](), fresh[Float64]())
    print(Int(), String().byte_length())
