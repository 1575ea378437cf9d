# The fields of a literal are checked while compiling, so nothing can be raised.
def total(name: String, sum: Int) -> String:
    return "{}: {} ({!r})".format(name, sum, name)


def main():
    print(total("apples", 3))
    comptime pattern = "{1}-{0}"
    print(pattern.format("a", "b"))
    var pattern_of_the_user = String("{} {}")
    try:
        print(pattern_of_the_user.format(1))
    except e:
        print(e)
