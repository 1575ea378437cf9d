# String literals as parameters.
def greet[name: StaticString]() -> String:
    return String("hello ", name)


struct Tagged[tag: StaticString]:
    var x: Int

    def __init__(out self, x: Int):
        self.x = x

    def show(self):
        print(Self.tag, self.x)


def main():
    print(greet["bob"]())
    Tagged["meters"](5).show()
