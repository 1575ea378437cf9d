# @__parameter closures passed as capturing function parameters.
def repeat[func: def(Int) capturing[_] -> None](n: Int):
    for i in range(n):
        func(i)


def main():
    var total = 0

    @__parameter
    def add(i: Int):
        total += i

    repeat[add](4)
    print(total)
