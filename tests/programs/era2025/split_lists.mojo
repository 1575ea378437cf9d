fn words(text: String) -> List[String]:
    return text.split()

fn main() raises:
    var parts: List[String] = String("a,b").split(",")
    parts.append("c")
    parts[0] += "!"
    print(len(parts), parts[0], words("x y")[1], len(String("a\nb").splitlines()), "p q".split()[0])
    var w: String = "k l".split(" ")[1]
    print(w, String("  a  b c ").split(maxsplit=1)[1], "k".split(None)[0])
