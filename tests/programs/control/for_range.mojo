# for over range with one, two and three arguments, negative steps, nesting.
def main():
    for i in range(3):
        print(i, end=" ")
    print()
    for i in range(2, 6):
        print(i, end=" ")
    print()
    for i in range(10, 0, -3):
        print(i, end=" ")
    print()
    for i in range(0):
        print("never", i)
    for i in range(1, 4):
        for j in range(i):
            print(i * j, end=",")
    print()
    var total = 0
    for _ in range(5):
        total += 2
    print(total)
    print(len(range(0, 10, 3)))
