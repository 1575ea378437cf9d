@fieldwise_init
struct First(Copyable, Writable):
    var name: String


@fieldwise_init
struct Second(Copyable, Writable):
    var name: String


@fieldwise_init
struct Silent(Copyable):
    var name: String


def first() raises First:
    raise First("1")


def second() raises Second:
    raise First("2")  # expect-error: this raises 'First', but the errors of 'second' are of type 'Second'


def silent() raises Silent:
    raise Silent("3")


def plain() raises:
    raise "4"


def crosses() raises Second:
    first()  # expect-error: this call may raise 'First', but the errors of 'crosses' are of type 'Second'


def narrows() raises First:
    plain()  # expect-error: this call may raise 'Error', but the errors of 'narrows' are of type 'First'


def unwritable() raises:
    silent()  # expect-error: give 'Silent' the trait 'Writable'


def again() raises Second:
    try:
        first()
    except:
        raise  # expect-error: this raises 'First'


def mixed():
    try:
        first()
        second()  # expect-error: this call may raise 'Second', but the errors of this block are of type 'First'
    except e:
        print(e)


def pointers() raises:
    var f: def() raises thin -> None = first  # expect-error: this is not a function of type 'def() raises
    f()


def main():
    mixed()
