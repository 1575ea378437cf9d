# A linear value that is never consumed.
struct Ticket(Deinitable where False):
    var id: Int

    def __init__(out self, id: Int):
        self.id = id

    def close(deinit self):
        pass


def main():
    var t = Ticket(1)
    print(t.id)  # expect-error: abandoned
