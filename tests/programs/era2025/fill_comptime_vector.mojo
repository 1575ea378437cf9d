# The talk's fill and comptime_vector: a list built at compile time, used at run time.
def fill(lower: Int, upper: Int) -> List[Int]:
    values = List[Int]()
    for i in range(lower, upper):
        values.append(i)
    return values


def comptime_vector():
    alias lst = fill(15, 20)
    for e in lst:
        print(e)


def main():
    comptime_vector()
