def main():
    var n: Int
    if len("abc") > 5:
        n = 3
    print(n)
