# Dict and Set imported from collections.
from collections import Dict, Set


fn main() raises:
    var d = Dict[String, Int]()
    d["one"] = 1
    d["two"] = 2
    d["one"] += 10
    print(len(d), d["one"], "two" in d, "six" in d)
    for item in d.items():
        print(item.key, item.value)
    var keys = 0
    for k in d.keys():
        keys += len(k)
    print(keys)
    var s = Set[Int](1, 2, 2, 3)
    s.add(7)
    print(len(s), 2 in s, 5 in s)
    print(d.pop("two"), len(d))
