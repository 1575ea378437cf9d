comptime LIMIT = 30_000_000


def main():
    var composite = List[UInt8](length=LIMIT + 1, fill=0)
    var count = 0
    for i in range(2, LIMIT + 1):
        if composite[i] == 0:
            count += 1
            var j = i * i
            while j <= LIMIT:
                composite[j] = 1
                j += i
    print(count)
