def sign(n: Int) -> Int:
    if n > 0:
        return 1
    elif n < 0:
        return -1

def main():
    print(sign(3))
