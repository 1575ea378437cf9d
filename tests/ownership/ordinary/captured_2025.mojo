# edition: 2025
# Captures keep what they refer to.
fn call[f: fn () capturing [_] -> Int]() -> Int:
    return f()


fn main():
    var l = List[String]("one", "two and a long tail that lives on the heap")
    var p = Pointer(to=l[1])

    @parameter
    fn by_pointer() -> Int:
        return len(p[])

    print(call[by_pointer]())
    var n = 3

    @parameter
    fn inner() -> Int:
        return n

    @parameter
    fn outer() -> Int:
        return inner() + 1

    print(call[outer]())
    n = 5
    print(call[outer]())
