# expect-exit: 1 a list cannot have -5 elements
def main():
    print("before")
    var n = -5
    var l = List[String](length=n, fill="x")
    print(len(l))
