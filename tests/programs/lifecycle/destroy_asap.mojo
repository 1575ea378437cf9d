# Values are destroyed right after their last use, not at the end of the scope.
struct Noisy:
    var name: String

    def __init__(out self, var name: String):
        self.name = name^
        print("init", self.name)

    def __deinit__(deinit self):
        print("deinit", self.name)

    def use(self):
        print("use", self.name)


def main():
    var a = Noisy("a")
    var b = Noisy("b")
    a.use()
    print("after a")
    b.use()
    print("after b")
    _ = Noisy("temp")
    print("end")
