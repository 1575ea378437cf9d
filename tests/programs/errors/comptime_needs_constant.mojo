# A run-time value as a parameter.
def repeat[n: Int]():
    print(n)


def main():
    var k = 3
    repeat[k]()  # expect-error:
