# Calling an Int.
def main():
    var x = 5
    print(x(3))  # expect-error: call
