# Containers of containers.
def main() raises:
    var d = Dict[String, List[Int]]()
    d["a"] = [1, 2]
    d["b"] = List[Int]()
    d["b"].append(5)
    d["a"].append(3)
    print(d)
    var o: Optional[List[Int]] = List[Int](length=2, fill=9)
    o.value().append(1)
    print(o.value(), len(o.value()))
    var m: List[Optional[Int]] = [1, None, 3]
    var present = 0
    for x in m:
        if x:
            present += x.value()
    print(present)
    var t: List[Tuple[String, Int]] = [("x", 1), ("y", 2)]
    for p in t:
        print(p[0], p[1])
