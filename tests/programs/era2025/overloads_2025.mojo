# Overloads by type and by parameter.
fn show(x: Int):
    print("int", x)


fn show(x: Float64):
    print("float", x)


fn show(x: String):
    print("string", x)


fn make[n: Int]() -> Int:
    return n


fn make[s: StringLiteral]() -> String:
    return s


fn main():
    show(1)
    show(1.5)
    show(String("s"))
    print(make[5](), make["text"]())
