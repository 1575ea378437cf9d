# String.format with positional, automatic and conversion fields.
def main() raises:
    print("{} {}".format("a", 1))
    print("{1} {0} {1}".format("x", "y"))
    print("{{}} {}".format(5))
    print("{!r} {!s}".format("q", "q"))
    var s = String("{} is {} years").format("Ann", 30)
    print(s)
