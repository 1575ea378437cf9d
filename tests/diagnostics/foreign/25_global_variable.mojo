var total = 0


def add(n: Int):
    global total
    total += n


def main():
    add(3)
    print(total)
