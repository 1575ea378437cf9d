def main():
    var l = List[Int]()
    print(l.capacity())
    for i in range(10):
        l.append(i)
        print(l.capacity(), end=" ")
    print()
    var e: List[Int] = [1, 2, 3]
    print(e.capacity())
    e.append(4)
    print(e.capacity())
    e.extend([1, 2, 3, 4, 5, 6, 7])
    print(e.capacity())
    e.reserve(50)
    print(e.capacity())
    e.insert(0, 1)
    print(e.capacity())
