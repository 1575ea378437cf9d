# List: construction, append, indexing, length, printing, truth.
def main():
    var xs = List[Int]()
    print(len(xs), xs)
    xs.append(3)
    xs.append(1)
    xs.append(2)
    print(xs, len(xs), xs[0], xs[len(xs) - 1])
    xs[1] = 10
    xs[2] += 5
    print(xs)
    var ys: List[Int] = [4, 5, 6]
    var zs = List[Int](length=3, fill=7)
    print(ys, zs)
    var caps = List[String](capacity=10)
    print(len(caps))
    if xs:
        print("xs is not empty")
    if not caps:
        print("caps is empty")
