def show(s: String):
    var l = List[String]()
    for g in s.graphemes():
        l.append(String(g))
    print(len(l), s.count_graphemes(), end=":")
    for x in l:
        print(" [", x, "]", sep="", end="")
    print()
def main():
    show("नमस्ते")
    show("क्षत्रिय")
    show("👨‍👩‍👧é🇩🇪🇫🇷x")
    print(String("a\r\nb\n").count_graphemes())
    show("한국어각ᄀᄀ")
    show("สวัสดี")
    show("👍🏽👩🏾‍🚀a‍b")
    show("é̂ z̶")
    show("தமிழ்")
