# expect-exit: crash index 7 is out of bounds, valid range is 0 to 2
# Reading past the end of a list aborts with the position.
def main():
    var xs: List[Int] = [1, 2, 3]
    var i = 7
    print("before")
    print(xs[i])
