# No overload takes a list of strings.
def show(x: Int):
    print(x)


def show(x: Float64):
    print(x)


def main():
    var words = List[String]()
    show(words)  # expect-error: show
