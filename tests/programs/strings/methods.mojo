# String methods: case, strip, find, replace, split, join, startswith.
def main() raises:
    var s = String("  Hello, World  ")
    print("[" + s.strip() + "]", "[" + s.lstrip() + "]", "[" + s.rstrip() + "]")
    var t = String(s.strip())
    print(t.upper(), t.lower())
    print(t.find("World"), t.find("zzz"), t.rfind("o"), t.count("l"))
    print(t.startswith("Hell"), t.endswith("ld"), t.startswith("x"))
    print(t.replace("l", "L"), t.replace("World", "Mojo"))
    for part in String("a,b,,c").split(","):
        print("<", part, ">", sep="", end=" ")
    print()
    print(len(String("one two  three").split()))
    print("-".join(["x", "y", "z"]))
    print(String("a\nb\nc").splitlines())
    print(t.removeprefix("Hello"), t.removesuffix("World"))
