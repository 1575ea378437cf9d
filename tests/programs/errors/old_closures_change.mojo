# edition: 2025
# A nested function that changes what it uses of the function around ends references into it.


fn main() raises:
    var words = List[String]("a", "b")

    @parameter
    fn grow():
        words.append("c")

    @parameter
    fn show():
        print(len(words), words[0])

    @parameter
    fn set():
        words[0] = "d"

    ref first = words[0]
    show()
    set()
    print(first)
    grow()
    print(first)  # expect-error: a reference into 'words', which was changed
