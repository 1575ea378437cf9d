# A variable whose copy is refused still has its type; that a variable has no value is said once.
struct Box:
    def __init__(out self):
        pass


def main():
    var a = Box()
    var b = a  # expect-error: cannot be copied implicitly
    print(b.size)  # expect-error: has no member 'size'
    var n: Int
    print(n)  # expect-error: used before it has a value
    print(n + 1)
