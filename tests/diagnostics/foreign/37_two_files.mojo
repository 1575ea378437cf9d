from shapes import area, perimeter


def main():
    print(area(2, 3))
    print(perimeter(2, "3"))
    print(missing)
