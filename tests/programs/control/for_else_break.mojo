# for .. else with a break in the body: the else clause runs when the loop ends by itself.
def search(wanted: Int):
    for i in range(5):
        if i == wanted:
            print("found", i)
            break
    else:
        print("not found", wanted)


def main():
    search(3)
    search(9)
    for x in [1, 2]:
        if x > 5:
            break
    else:
        print("small")
