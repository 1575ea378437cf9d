# A nested function uses an outer variable without a capture list.
def main():
    var k = 3

    def times(x: Int) -> Int:
        return x * k  # expect-error: k

    print(times(2))
