# edition: 2025
# A file marked as 2025: true division, list displays, undeclared names, string subscripts.
def average(xs: List[Int]) -> Float64:
    total = 0
    for x in xs:
        total += x
    return total / len(xs)


def main():
    xs = [1, 2, 4]
    xs.append(5)
    print(average(xs))
    s = String("abc")
    print(len(s), s[1])
