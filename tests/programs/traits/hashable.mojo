# Hashable structs as dictionary keys.
from std.hash import Hasher


@fieldwise_init
struct Key(Copyable, Equatable, Hashable):
    var a: Int
    var b: String


@fieldwise_init
struct ById(Copyable, Equatable, Hashable):
    var id: Int
    var noise: Int

    def __hash__[H: Hasher](self, mut hasher: H):
        self.id.__hash__(hasher)

    def __eq__(self, other: Self) -> Bool:
        return self.id == other.id


def main() raises:
    var d = Dict[Key, Int]()
    d[Key(1, "x")] = 10
    d[Key(2, "x")] = 20
    d[Key(1, "x")] += 1
    print(len(d), d[Key(1, "x")], d[Key(2, "x")])
    var e = Dict[ById, String]()
    e[ById(1, 5)] = "first"
    e[ById(1, 6)] = "second"
    print(len(e), e[ById(1, 0)])
    print(hash(Key(1, "x")) == hash(Key(1, "x")))
