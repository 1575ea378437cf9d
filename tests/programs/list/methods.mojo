# List methods: insert, pop, extend, reverse, index, count, clear, copy, remove.
def main() raises:
    var xs: List[Int] = [1, 2, 3]
    xs.insert(0, 100)
    xs.insert(2, 200)
    print(xs)
    print(xs.pop(), xs.pop(0), xs)
    var ys: List[Int] = [7, 8]
    xs.extend(ys.copy())
    print(xs, ys)
    xs.reverse()
    print(xs)
    print(xs.index(8), xs.count(7), 8 in xs, 99 in xs)
    var zs = xs.copy()
    zs.append(0)
    print(len(xs), len(zs))
    zs.clear()
    print(zs, len(zs))
    xs.resize(2, 0)
    print(xs)
    xs.swap_elements(0, 1)
    print(xs)
