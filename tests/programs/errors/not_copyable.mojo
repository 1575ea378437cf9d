# A struct without Copyable cannot be copied implicitly.
struct Res:
    var id: Int

    def __init__(out self, id: Int):
        self.id = id


def main():
    var a = Res(1)
    var b = a  # expect-error: cop
    print(a.id, b.id)
