# __init__ leaves a field unset.
struct P:
    var x: Int
    var y: Int

    def __init__(out self):  # expect-error: y
        self.x = 1


def main():
    print(P().x)
