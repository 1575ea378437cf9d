# An opening parenthesis that never closes.
def main():
    print((1 + 2)
    var x = 3  # expect-error: expected
    print(x)
