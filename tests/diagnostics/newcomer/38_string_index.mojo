def main():
    var s = "hello"
    print(s[0])
    print(len(s))
