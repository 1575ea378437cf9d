comptime SIZE = 3_000_000


def main():
    var values = List[Int64](capacity=SIZE)
    var state: UInt64 = 42
    for _ in range(SIZE):
        state = state * 6364136223846793005 + 1442695040888963407
        values.append(Int64(state >> 33))
    sort(values)
    var check: Int64 = 0
    for i in range(0, SIZE, 1000):
        check = check * 31 + values[i]
    print(check)
