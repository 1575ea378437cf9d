# Destructors, finally clauses and context managers unwind in order.
struct Res:
    var name: String

    def __init__(out self, name: String):
        self.name = name
        print("open", name)

    def __deinit__(deinit self):
        print("close", self.name)

    def touch(self):
        print("touch", self.name)


struct Scope:
    var name: String

    def __init__(out self, name: String):
        self.name = name

    def __enter__(self) -> Int:
        print("enter", self.name)
        return 1

    def __exit__(self):
        print("exit", self.name)

    def __exit__(self, err: Error) -> Bool:
        print("exit", self.name, "with", err)
        return False


def work(step: Int) raises -> Int:
    var a = Res("a")
    with Scope("s"):
        var b = Res("b")
        if step == 1:
            raise "early"
        b.touch()
    a.touch()
    if step == 2:
        raise "late"
    return step


def main():
    for step in range(3):
        try:
            print("result", work(step))
        except e:
            print("error", e)
        finally:
            print("--", step)
