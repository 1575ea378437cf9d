# Sieve of Eratosthenes.
def sieve(limit: Int) -> List[Int]:
    var flags = List[Bool](length=limit + 1, fill=True)
    var primes = List[Int]()
    for n in range(2, limit + 1):
        if not flags[n]:
            continue
        primes.append(n)
        var k = n * n
        while k <= limit:
            flags[k] = False
            k += n
    return primes^


def main():
    print(sieve(50))
    print(len(sieve(10000)))
