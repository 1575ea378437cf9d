# What is moved out of a `mut` argument must be there again at each return.


struct Box:
    var text: String
    var other: String

    def __init__(out self):
        self.text = "a"
        self.other = "b"

    def take(mut self) -> String:
        return self.text^  # expect-error: 'self.text' is not initialised when the function returns here

    def swap(mut self, now: Bool):
        var text = self.text^
        if now:
            self.text = self.other^
            self.other = text^
            return
        self.text = text^


def main():
    var box = Box()
    box.swap(True)
    print(box.take())
