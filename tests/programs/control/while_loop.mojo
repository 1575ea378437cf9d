# while with break, continue and else.
def main():
    var i = 0
    while i < 10:
        i += 1
        if i == 3:
            continue
        if i == 6:
            break
        print(i)
    var n = 3
    while n > 0:
        n -= 1
    else:
        print("else ran", n)
    while True:
        n += 1
        if n > 2:
            break
    else:
        print("never")
    print(n)
