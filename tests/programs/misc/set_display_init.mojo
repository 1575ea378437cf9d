# Brace displays as initializer lists.
@fieldwise_init
struct Size(Copyable, Writable):
    var w: Int
    var h: Int


def show(s: Size):
    print(s)


def main():
    show({1, 2})
    show({h = 5, w = 4})
    var s: Size = {7, 8}
    print(s)
