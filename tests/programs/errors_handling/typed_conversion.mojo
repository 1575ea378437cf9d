# Errors of one type that reach a function or block of another: what is Writable becomes an Error.

comptime LONG = "a text that is too long to be stored in place"


@fieldwise_init
struct Missing(Copyable, Writable):
    var name: String


struct Wrapped(Copyable, Writable):
    var name: String

    @implicit
    def __init__(out self, e: Missing):
        self.name = "wrapped " + e.name


@fieldwise_init
struct Counted(Writable):
    var name: String

    def __deinit__(deinit self):
        print("  gone:", self.name)


def missing() raises Missing:
    raise Missing(LONG)


def counted() raises Counted:
    raise Counted(LONG)


def plain(x: Int) raises:
    if x > 0:
        raise Error(LONG, " ", x)


def to_error() raises:
    missing()


def raised_as_error() raises:
    raise Missing(LONG)


def to_wrapped() raises Wrapped:
    missing()


def number() raises Int:
    raise 7


def counted_to_error() raises:
    counted()


def first_is_error():
    try:
        plain(0)
        missing()
    except e:
        print(e)


def first_is_convertible() raises:
    try:
        to_wrapped()
        missing()
    except e:
        print(e.name)


def again() raises:
    try:
        missing()
    except e:
        print("saw", e.name)
        raise


def through_finally() raises:
    try:
        missing()
    finally:
        print("finally")


def text_of_a_block():
    try:
        raise "text"
    except e:
        print(e.byte_length())


struct Guard:
    var swallows: Bool

    def __init__(out self, swallows: Bool):
        self.swallows = swallows

    def __enter__(self) -> Int:
        return 1

    def __exit__(self):
        print("left")

    def __exit__(self, e: Error) -> Bool:
        print("left with", e)
        return self.swallows


def guarded(swallows: Bool) raises:
    with Guard(swallows):
        missing()
    print("after")


struct TypedGuard:
    def __init__(out self):
        pass

    def __enter__(self):
        pass

    def __exit__(self):
        pass

    def __exit__(self, e: Missing) -> Bool:
        print("typed", e.name)
        return False


def typed_guarded() raises Missing:
    with TypedGuard():
        missing()


def replaced() raises:
    try:
        counted()
    finally:
        plain(2)


def swallowed() raises:
    for i in range(3):
        try:
            counted()
        finally:
            if i == 1:
                break
            continue
    try:
        counted()
    finally:
        return


def shown[f: def() raises thin -> None]():
    try:
        f()
        print("no error")
    except e:
        print(e)


def keep(x: Bool) raises:
    guarded(True)
    guarded(False)


def guards() raises:
    keep(True)


def main() raises:
    shown[to_error]()
    shown[raised_as_error]()
    shown[counted_to_error]()
    shown[again]()
    shown[through_finally]()
    shown[guards]()
    shown[replaced]()
    shown[swallowed]()
    first_is_error()
    first_is_convertible()
    text_of_a_block()
    try:
        to_wrapped()
    except e:
        print(e.name)
    try:
        typed_guarded()
    except e:
        print(e.name)
    try:
        number()
    except e:
        print(e + 1)
    print(Error("x").get_stack_trace())
    var e: Error = Missing("assigned")
    print(e)
