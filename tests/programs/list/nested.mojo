# Lists of lists and lists of strings.
def main():
    var rows = List[List[Int]]()
    for i in range(3):
        var row = List[Int]()
        for j in range(i + 1):
            row.append(i * j)
        rows.append(row^)
    print(rows)
    rows[2][1] = 42
    print(rows[2], len(rows[1]))
    var total = 0
    for row in rows:
        for x in row:
            total += x
    print(total)
    var words: List[String] = ["b", "a", "c"]
    sort(words)
    print(words)
    words[0] += "!"
    print(", ".join(words))
