# Keyword-only, positional-only and default arguments with fn.
fn area(width: Int, /, height: Int = 2, *, scale: Int = 1) -> Int:
    return width * height * scale


fn greet[name: StringLiteral = "world", *, loud: Bool = False]() -> String:
    @parameter
    if loud:
        return String("HELLO ") + name
    return String("hello ") + name


fn main():
    print(area(3), area(3, 4), area(3, height=5, scale=2))
    print(greet(), greet["mojo"](), greet[loud=True]())
