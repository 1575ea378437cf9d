"""A list that is filled while compiling and read while running, as a talk of 2025 shows it."""


def fill(lb: Int, ub: Int) -> List[Int]:
    var values = List[Int]()
    for i in range(lb, ub):
        values.append(i)
    return values


def comptime_vector():
    alias lst = fill(15, 20)
    for e in lst:
        print(e)


def main():
    comptime_vector()
