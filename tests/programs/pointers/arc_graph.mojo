# Shared nodes through ArcPointer in a list.
from std.memory import ArcPointer


@fieldwise_init
struct Cell:
    var value: Int


def main():
    var shared = ArcPointer(Cell(1))
    var refs = List[ArcPointer[Cell]]()
    for _ in range(3):
        refs.append(shared)
    refs[0][].value += 10
    refs[2][].value += 100
    print(shared[].value, shared.count(), refs[0] is refs[1])
