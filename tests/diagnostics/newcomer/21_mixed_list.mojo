def main():
    var xs = [1, "two", 3.0]
    print(len(xs))
