def main():
    var a: Int = "one"
    var b: String = 2
    print(undefined_name)
    var c = a + b
    print(c)
