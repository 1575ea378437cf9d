# N queens by backtracking with bit sets, also at compile time.
def count(n: Int, row: Int, cols: Int, left: Int, right: Int) -> Int:
    if row == n:
        return 1
    var total = 0
    var free = ((1 << n) - 1) & ~(cols | left | right)
    while free:
        var bit = free & -free
        free ^= bit
        total += count(n, row + 1, cols | bit, (left | bit) << 1, (right | bit) >> 1)
    return total


def main():
    for n in range(1, 9):
        print(n, count(n, 0, 0, 0, 0))
    comptime six = count(6, 0, 0, 0, 0)
    print(six)
