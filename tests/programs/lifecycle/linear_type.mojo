# A type that must be consumed explicitly by a named method.
struct Ticket(Deinitable where False):
    var id: Int

    def __init__(out self, id: Int):
        self.id = id

    def close(deinit self):
        print("closed", self.id)

    def cancel(deinit self) -> Int:
        print("cancelled", self.id)
        return self.id


def main():
    var t = Ticket(1)
    t^.close()
    var u = Ticket(2)
    print(u^.cancel())
