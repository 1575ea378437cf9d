def main():
    comptime primes: List[Int] = [2, 3, 5]
    var numbers = materialize[primes]()
    print(len(numbers), len(primes))
    var others = primes  # expect-error: write 'materialize[…]()'
    print(len(others))
