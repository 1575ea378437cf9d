# Named result slots with out.
def make(n: Int, out result: List[Int]):
    result = List[Int]()
    for i in range(n):
        result.append(i * i)


def pick(flag: Bool, out r: String):
    if flag:
        r = "yes"
    else:
        r = "no"


def main():
    print(make(4))
    print(pick(True), pick(False))
