def main():
    var x: Int = "three"
    var y = x + 1
    print(y)
    print(unknown)
    var z = "a" * 2.5
    print(z)
