# StringSpan and StaticString as views.
def first_word(s: StringSpan) -> String:
    var n = s.find(" ")
    if n < 0:
        return String(s)
    return String(s[byte=:n])


def shout(s: StaticString) -> String:
    return String(s).upper() + "!"


def main():
    var text = String("alpha beta")
    print(first_word(text), first_word("single"))
    print(shout("hey"))
    var view: StringSpan = text
    print(view.byte_length(), view == "alpha beta")
    comptime lit = "static"
    print(lit.byte_length())
