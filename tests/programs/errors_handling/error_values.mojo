# Error values: text, String(e), comparison of messages, storing errors.
def fail(code: Int) raises:
    raise Error("code ", code, " failed")


def message(code: Int) -> String:
    try:
        fail(code)
    except e:
        return String(e)
    return "none"


def main():
    print(message(3))
    var errors = List[String]()
    for i in range(3):
        errors.append(message(i))
    print(errors)
    var e = Error("made")
    print(e, String(e).byte_length())
    print(repr(e))
