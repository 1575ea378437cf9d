# expect-exit: 1 Unhandled exception caught during execution: Missing(name=a text that is too long to be stored in place)
@fieldwise_init
struct Missing(Copyable, Writable):
    var name: String


def missing() raises Missing:
    raise Missing("a text that is too long to be stored in place")


def main() raises:
    print("before")
    missing()
