def consume(var xs: List[Int]) -> Int:
    return len(xs)

def main():
    var xs = [1, 2, 3]
    var n = consume(xs^)
    print(n, len(xs))
