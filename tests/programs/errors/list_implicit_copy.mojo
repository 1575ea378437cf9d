# Lists are not copied implicitly.
def main():
    var xs: List[Int] = [1]
    var ys = xs  # expect-error: List
    ys.append(2)
    print(len(xs), len(ys))
