# Dict: display, insertion, lookup, update, membership, length, printing.
def main() raises:
    var d: Dict[String, Int] = {"one": 1, "two": 2}
    d["three"] = 3
    d["one"] += 10
    print(d, len(d))
    print(d["two"], "one" in d, "nine" in d)
    print(d.get("nine", 0), d.get("one", 0))
    if not d.get("nine"):
        print("none")
    var e = Dict[Int, String]()
    e[5] = "five"
    e[4] = "four"
    e[5] = "FIVE"
    print(e)
    print(e.pop(5), len(e))
    print(e.pop(99, "default"))
