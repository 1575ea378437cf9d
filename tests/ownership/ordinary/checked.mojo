# expect-exit: 1 out of bounds
def main():
    var l: List[Int] = [1, 2, 3]
    var i = len(l) - 4
    print("before")
    print(l[i])
