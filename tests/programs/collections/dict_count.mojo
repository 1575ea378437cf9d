# Word counting, setdefault, update, copy, clear.
def main() raises:
    var text = String("the cat and the hat and the bat")
    var counts = Dict[String, Int]()
    for word in text.split(" "):
        var w = String(word)
        counts[w] = counts.get(w, 0) + 1
    print(counts)
    var other = counts.copy()
    other["extra"] = 9
    print(len(counts), len(other))
    var d: Dict[Int, Int] = {1: 1}
    d.update({2: 2, 1: 5})
    print(d)
    d.setdefault(7, 70) += 1
    d.setdefault(1, 0) += 1
    print(d)
    d.clear()
    print(d, len(d))
