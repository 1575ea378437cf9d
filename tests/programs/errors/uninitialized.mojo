# Reading a variable before it is set on every path.
def main():
    var x: Int
    var n = 3
    if n > 2:
        x = 1
    print(x)  # expect-error: 'x'
