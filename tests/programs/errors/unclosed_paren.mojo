# An opening parenthesis that never closes.
def main():
    print((1 + 2)  # expect-error: )
    var x = 3
    print(x)
