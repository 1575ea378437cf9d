def main():
    var xs = [1, 2, 3
    print(len(xs))
