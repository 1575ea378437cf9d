# A keyword argument that does not exist.
def area(width: Int, height: Int) -> Int:
    return width * height


def main():
    print(area(width=2, depth=3))  # expect-error: argument
