# No addition of String and Int.
def main():
    var s = String("a")
    var n = 3
    print(s + n)  # expect-error: String
