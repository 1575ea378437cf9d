# A string where an Int is wanted.
def main():
    var x: Int = "text"  # expect-error: Int
    print(x)
