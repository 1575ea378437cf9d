"""The sieve of Eratosthenes over a list of bytes: how many primes there are up to a limit."""

from std.sys import argv


def main() raises:
    var args = argv()
    var limit = Int(String(args[1])) if len(args) > 1 else 60_000_000
    var composite = List[UInt8](length=limit + 1, fill=0)
    var count = 0
    for i in range(2, limit + 1):
        if composite[i] == 0:
            count += 1
            var j = i * i
            while j <= limit:
                composite[j] = 1
                j += i
    print(count)
