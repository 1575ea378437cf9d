# __init__ leaves a field unset.
struct P:
    var x: Int
    var y: Int

    def __init__(out self):
        self.x = 1  # expect-error: y


def main():
    print(P().x)
