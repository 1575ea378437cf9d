# Context managers with __enter__ and __exit__.
struct Scope:
    var name: String

    def __init__(out self, var name: String):
        self.name = name^

    def __enter__(self) -> String:
        print("enter", self.name)
        return self.name.upper()

    def __exit__(self):
        print("exit", self.name)


def main():
    with Scope("a") as label:
        print("inside", label)
    with Scope("b"):
        print("no name")
    with Scope("c") as x, Scope("d") as y:
        print(x, y)
