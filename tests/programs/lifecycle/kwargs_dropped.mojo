# The values of `**names` belong to the function, and are dropped after their last use.


struct Noisy(ImplicitlyCopyable, Movable):
    var id: Int

    @implicit
    def __init__(out self, id: Int):
        self.id = id

    def __deinit__(deinit self):
        print("drop", self.id)


def unused(var **names: Noisy):
    print("unused", len(names))


def used(var **names: Noisy):
    for entry in names.items():
        print(entry.key, entry.value.id)


def main():
    used(only=7)
    print("between")
    unused(only=Noisy(8))
    print("end")
