from std.os import abort

def fatal(code: Int) -> Never:
    abort("bad")

def pick(x: Int) -> Int:
    if x > 0:
        return 1
    else:
        fatal(3)

def pick2(x: Int) -> Int:
    if x > 0:
        return 1
    abort()

def main():
    print(pick(2), pick2(4))
    var r = List(range(4))
    print(len(r))
    var vec = r.unsafe_ptr().unsafe_load[width=4]()
    print(vec)
