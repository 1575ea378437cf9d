# A call of, or with, a closure that captures by `mut` changes what it captured.


def twice[F: def() -> None](f: F):
    f()
    f()


def main():
    var words: List[String] = ["a"]
    var text = String("a text")

    def grow() {mut words}:
        words.append("b")

    def replace() {mut text}:
        text = "another text"

    ref first = words[0]
    print(first)
    grow()
    print(first)  # expect-error: a reference into 'words', which was changed
    ref again = words[0]
    twice(grow)
    print(again)  # expect-error: a reference into 'words', which was changed
    var view = StringSlice(text)
    replace()
    print(view)  # expect-error: a reference into 'text', which was changed
    for word in words:
        replace()
        print(word)
    grow()
