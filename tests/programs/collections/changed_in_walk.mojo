# A dictionary or set may be changed while one walks over it, even if its memory moves.
from std.collections import Set


def main() raises:
    var d: Dict[String, Int] = {"a": 1, "b": 2, "c": 3}
    for k in d:
        d[k] = d[k] * 2
    print(d)
    for k in d.keys():
        if k.byte_length() == 1:
            var start = k.copy()
            for i in range(100):
                d[String(start, i)] = i
    print(len(d), d["a99"], d["c0"])
    var total = 0
    for e in d.items():
        total += e.value
    print(total)
    var s: Set[Int] = {1, 2}
    for x in s:
        if x < 3:
            var start = x
            for i in range(100):
                s.add(start * 1000 + i)
    print(len(s), 2099 in s)
    for k in d.keys():
        if k.byte_length() > 1:
            d.clear()
            break
    print(len(d))
