def pick(flag: Bool) -> Int:
    var n: Int
    if flag:
        n = 3
    return n

def main():
    print(pick(True))
