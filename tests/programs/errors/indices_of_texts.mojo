# A text has no plain slices, since bytes, code points and characters differ; a truth value is no position.
def main():
    var text = String("hello")
    print(text[1:3])  # expect-error: a text is sliced by keyword: s[byte=a:b] or s[codepoint=a:b]
    var list: List[Int] = [1, 2]
    var second = True
    print(list[second])  # expect-error: cannot be indexed with (Bool)
