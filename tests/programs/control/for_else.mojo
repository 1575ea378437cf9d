# for .. else without break runs the else clause; a break skips it.
def find(xs: List[Int], wanted: Int) -> Int:
    var index = 0
    for x in xs:
        if x == wanted:
            return index
        index += 1
    else:
        print("looked at all")
    return -1


def main():
    print(find([1, 2, 3], 2))
    print(find([1, 2, 3], 9))
    for i in range(3):
        print(i)
    else:
        print("done")
