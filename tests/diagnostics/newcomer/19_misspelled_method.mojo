def main():
    var xs = [3, 1, 2]
    xs.apend(4)
    print(len(xs))
