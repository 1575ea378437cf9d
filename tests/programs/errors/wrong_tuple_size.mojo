# Unpacking three values from a pair.
def main():
    var a, b, c = (1, 2)  # expect-error:
    print(a, b, c)
