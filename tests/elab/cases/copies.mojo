# A copy that is the last use of a variable is no copy; one before another use is.


struct Note(ImplicitlyCopyable):
    var number: Int

    def __init__(out self, number: Int):
        self.number = number

    def __init__(out self, *, copy: Self):
        self.number = copy.number

    def __deinit__(deinit self):
        use(self.number)


@no_inline
def use(number: Int):
    pass


@export
def copied(number: Int):
    var note = Note(number)
    var other = note
    other.number += 1
    use(note.number)
    use(other.number)


@export
def renamed(number: Int):
    var note = Note(number)
    var other = note
    use(other.number)
