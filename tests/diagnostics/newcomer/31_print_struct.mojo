struct Point:
    var x: Int

    def __init__(out self, x: Int):
        self.x = x

def main():
    print(Point(3))
