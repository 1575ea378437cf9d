# conforms_to in comptime if refines the type inside the branch.
def describe[T: AnyType](x: T) -> String:
    comptime if conforms_to(T, Writable):
        return String("writable ", x)
    else:
        return "opaque"


@fieldwise_init
struct Plain:
    var x: Int


def main():
    print(describe(5))
    print(describe(String("s")))
    print(describe(Plain(1)))
