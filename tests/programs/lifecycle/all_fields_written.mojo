# A struct whose fields are all written anew is the same struct still: its destructor runs once.


struct One(Movable):
    var number: Int

    def __init__(out self, number: Int):
        self.number = number

    def __deinit__(deinit self):
        print("end of one", self.number)


struct Two(Movable):
    var name: String
    var number: Int

    def __init__(out self, var name: String, number: Int):
        self.name = name^
        self.number = number

    def __deinit__(deinit self):
        print("end of two", self.name, self.number)


struct Nested(Movable):
    var one: One

    def __init__(out self, number: Int):
        self.one = One(number)

    def __deinit__(deinit self):
        print("end of nested", self.one.number)


def only_field():
    var one = One(1)
    print("first", one.number)
    one.number = 2
    print("then", one.number)


def all_fields(long: String):
    var two = Two(long + "a", 1)
    print("first", two.name, two.number)
    two.name = long + "b"
    two.number = 2
    print("then", two.name, two.number)


def on_one_path(number: Int):
    var one = One(1)
    if number > 3:
        print("first", one.number)
        one.number = number
    print("then", one.number)


def in_a_loop():
    var one = One(0)
    for i in range(3):
        print("round", one.number)
        one.number = i + 1


def inner():
    var nested = Nested(1)
    print("first", nested.one.number)
    nested.one = One(2)
    print("then", nested.one.number)
    nested.one.number = 3


def made_again():
    var one = One(1)
    var other = one^
    one = One(5)
    print(other.number, one.number)
    one.number = 6
    other = one^
    print(other.number)


def main():
    only_field()
    all_fields("a text that is long enough to be on the heap ")
    on_one_path(3)
    on_one_path(4)
    in_a_loop()
    inner()
    made_again()
