# A closure does not return references into what its captured variables own: they would end unseen.


def main():
    var text = String("one two three")
    var words: List[String] = ["a"]

    def view() {ref text} -> StringSlice[origin_of(text)]:
        return StringSlice(text)  # expect-error: this returns a reference into what the captured 'text' owns

    def seen() {imm text} -> StringSlice[origin_of(text)]:
        return StringSlice(text)  # expect-error: this returns a reference into what the captured 'text' owns

    def first() {mut words} -> ref[words] String:
        return words[0]  # expect-error: this returns a reference into what the captured 'words' owns

    def whole() {mut words} -> ref[words] List[String]:
        return words

    def copied() {imm words} -> String:
        return words[0]

    print(view(), seen(), first(), len(whole()), copied())
