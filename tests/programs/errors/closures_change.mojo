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


def by_default_or_reference() raises:
    var words: List[String] = ["a"]
    var table: List[List[Int]] = [[1]]

    def grow() {mut}:
        words.append("b")

    def show() {mut}:
        print(words[0], len(words))

    def widen() {ref table}:
        table[0].append(2)

    def grow_by_another() {ref grow}:
        grow()

    ref first = words[0]
    show()
    print(first)
    grow()
    print(first)  # expect-error: a reference into 'words', which was changed
    ref number = table[0][0]
    widen()
    print(number)  # expect-error: a reference into 'table', which was changed
    ref again = words[0]
    grow_by_another()
    print(again)  # expect-error: a reference into 'words', which was changed
