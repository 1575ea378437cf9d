def show[T: AnyType](x: T):
    if isinstance(x, Int):
        print("int")


def main():
    show(3)
