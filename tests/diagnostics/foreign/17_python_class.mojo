class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


def main():
    p = Point(1, 2)
    print(p.x)
