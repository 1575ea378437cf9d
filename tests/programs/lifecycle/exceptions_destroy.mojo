# Values are destroyed when an error leaves a function.
struct Guard:
    var id: Int

    def __init__(out self, id: Int):
        self.id = id
        print("enter", id)

    def __deinit__(deinit self):
        print("leave", self.id)

    def ping(self):
        print("ping", self.id)


def work(fail: Bool) raises:
    var g = Guard(1)
    var h = Guard(2)
    if fail:
        raise "failed"
    g.ping()
    h.ping()


def main():
    try:
        work(False)
        work(True)
    except e:
        print("caught", e)
