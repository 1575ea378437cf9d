# @parameter if chooses at compile time.
fn describe[n: Int]() -> String:
    @parameter
    if n == 0:
        return "zero"
    elif n % 2 == 0:
        return "even"
    else:
        return "odd"


fn main():
    print(describe[0](), describe[4](), describe[7]())
