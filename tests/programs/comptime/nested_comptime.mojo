# comptime if inside comptime for, with break-like filtering and accumulated results.
def mask_sum[n: Int]() -> Int:
    var total = 0
    comptime for i in range(n):
        comptime if i % 3 == 0:
            total += i
        elif i % 5 == 0:
            total += i * 100
    return total


def main():
    print(mask_sum[11]())
    comptime m = mask_sum[16]()
    print(m)
    comptime for i in range(2):
        comptime for j in range(2):
            print(i, j, comptime(i * 2 + j))
