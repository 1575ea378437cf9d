# Conditional expressions in arguments, indices and nested calls.
def pick(flag: Bool, xs: List[Int]) -> Int:
    return xs[0 if flag else len(xs) - 1]


def main():
    var xs: List[Int] = [1, 2, 3]
    print(pick(True, xs), pick(False, xs))
    print("big" if len(xs) > 2 else "small", (1 if xs else 0) + 10)
