# Errors that cross functions, 'try' and 'finally' arrive whole.
@fieldwise_init
struct Problem(Copyable, Movable, Writable):
    var text: String

    def write_to(self, mut writer: Some[Writer]):
        writer.write("Problem: ", self.text)


def typed() raises Problem:
    raise Problem(String("typed ") * 10)


def untyped() raises:
    typed()


def through_finally() raises:
    try:
        typed()
    finally:
        print("finally")


def main():
    try:
        untyped()
    except e:
        print(e)
    try:
        through_finally()
    except e:
        print(e)
    try:
        typed()
    except e:
        print(e.text)
