# Homogeneous variadic arguments.
def total(*xs: Int) -> Int:
    var sum = 0
    for x in xs:
        sum += x
    return sum


def join(sep: String, *parts: String) -> String:
    var out = String()
    for i in range(len(parts)):
        if i > 0:
            out += sep
        out += parts[i]
    return out


def main():
    print(total(), total(1), total(1, 2, 3))
    print(join("-"), join("-", "a"), join(", ", "a", "b", "c"))
