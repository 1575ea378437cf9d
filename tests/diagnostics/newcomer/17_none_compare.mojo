def find(xs: List[Int], x: Int) -> Int:
    for y in xs:
        if y == x:
            return y
    return None

def main():
    print(find([1, 2], 2))
