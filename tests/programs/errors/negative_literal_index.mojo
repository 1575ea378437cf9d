# Literals below zero name no element; what is computed is checked when the program runs.


def main():
    var items: List[Int] = [1, 2, 3]
    var text = String("abc")
    print(items[0], items[len(items) - 1], items[1 - 1])
    print(items[-1])  # expect-error: indices count from 0 and are not negative: the last element is 'x[len(x) - 1]'
    print(Span(items)[-2])  # expect-error: indices count from 0 and are not negative
    print(text[byte=-1])  # expect-error: indices count from 0 and are not negative
    items[-1] = 3  # expect-error: indices count from 0 and are not negative
