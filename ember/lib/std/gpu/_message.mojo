"""Message: text put together from parts. It compiles to little code, which matters in programs that launch kernels."""


struct Message(Movable):
    """A text that grows."""

    var text: String

    @always_inline
    def __init__(out self, text: StaticString):
        """Starts with a text."""
        self.text = String()
        self.put(text)

    @no_inline
    def put(mut self, part: StaticString):
        """Adds a text."""
        self.text += part

    @no_inline
    def put(mut self, number: Int):
        """Adds a number."""
        number.write_to(self.text)

    @no_inline
    def put_triple(mut self, x: Int, y: Int, z: Int):
        """Adds `(x, y, z)`."""
        self.put("(")
        self.put(x)
        self.put(", ")
        self.put(y)
        self.put(", ")
        self.put(z)
        self.put(")")

    @no_inline
    def error(self) -> Error:
        """The text as an error."""
        return Error(self.text)


@no_inline
def failure(text: StaticString) -> Error:
    """An error."""
    return Message(text).error()


@no_inline
def failure(text: StaticString, number: Int, more: StaticString = "") -> Error:
    """An error with a number in its text."""
    var message = Message(text)
    message.put(number)
    message.put(more)
    return message.error()


@no_inline
def failure(text: StaticString, number: Int, more: StaticString, other: Int, rest: StaticString = "") -> Error:
    """An error with two numbers in its text."""
    var message = Message(text)
    message.put(number)
    message.put(more)
    message.put(other)
    message.put(rest)
    return message.error()
