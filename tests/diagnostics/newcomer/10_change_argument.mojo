def add_one(xs: List[Int]):
    xs.append(1)

def main():
    var xs = [1, 2]
    add_one(xs)
    print(len(xs))
