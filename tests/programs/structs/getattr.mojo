# __getattr__ with a name argument serves unknown attributes.
struct Bag:
    var real: Int

    def __init__(out self):
        self.real = 3

    def __getattr__(self, name: StaticString) -> String:
        return String("attr ") + name


def main():
    var bag = Bag()
    print(bag.width)
    print(bag.anything, bag.real)
