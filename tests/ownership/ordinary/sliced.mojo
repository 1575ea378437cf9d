# expect-exit: 1 out of bounds
def main():
    var l: List[Int] = [1, 2, 3]
    var n = len(l) + 2
    print("before")
    print(len(l[1:n]))
