# if / elif / else chains and truthiness of values.
def classify(n: Int) -> String:
    if n < 0:
        return "negative"
    elif n == 0:
        return "zero"
    elif n < 10:
        return "small"
    else:
        return "large"


def main():
    for n in [-5, 0, 7, 100]:
        print(n, classify(n))
    var s = String("")
    if s:
        print("non-empty")
    else:
        print("empty")
    if 3:
        print("three is true")
    if not 0:
        print("zero is false")
    pass
