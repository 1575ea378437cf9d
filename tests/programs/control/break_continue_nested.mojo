# break and continue in nested loops affect the innermost loop.
def main():
    for i in range(4):
        if i == 2:
            continue
        for j in range(4):
            if j == i:
                break
            print(i, j)
    var count = 0
    var k = 0
    while True:
        k += 1
        if k % 2 == 0:
            continue
        if k > 9:
            break
        count += k
    print(count)
