def find(xs: List[Int], x: Int):
    for i in range(len(xs)):
        if xs[i] == x:
            return i
    return None


def main():
    print(find([1, 2], 2))
