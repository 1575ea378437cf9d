def main():
    var a = [1, 2, 3]
    var b = a
    b.append(4)
    print(len(a), len(b))
