def keep(var text: String):
    pass


def show(number: Int, text: String):
    print(number, text)


def main():
    var text = String("abc")
    keep(text^)
    show(3, text)
