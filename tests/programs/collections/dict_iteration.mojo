# Iterating keys, values and items in insertion order.
def main() raises:
    var d: Dict[String, Int] = {"b": 2, "a": 1, "c": 3}
    for k in d:
        print(k, end=" ")
    print()
    for k in d.keys():
        print(k, end=" ")
    print()
    for v in d.values():
        print(v, end=" ")
    print()
    for item in d.items():
        print(item.key, "=", item.value, sep="", end=" ")
    print()
    for ref v in d.values():
        v *= 100
    print(d)
    var total = 0
    for item in d.items():
        total += item.value
    print(total)
    _ = d.pop("a")
    d["z"] = 26
    print(d)
