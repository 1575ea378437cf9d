# What a reference stands for is somebody else's: the variable itself is moved, not its other name.


def keep(var text: String):
    print(text)


def main():
    var text = String("a text")
    ref name = text
    keep(name^)  # expect-error: only a value that is owned here can be transferred
    ref part = [text, text]
    _ = part^  # expect-error: only a value that is owned here
