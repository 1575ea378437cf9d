# fn raises, def raising by itself, try / except / else / finally.
fn checked_sqrt(x: Float64) raises -> Float64:
    if x < 0:
        raise Error("negative input")
    return x ** 2


def twice(x: Float64) -> Float64:
    return checked_sqrt(x) * 2


fn main():
    try:
        print(checked_sqrt(3))
        print(twice(-1))
    except e:
        print("error:", e)
    else:
        print("no error")
    finally:
        print("finally")
    try:
        raise "plain"
    except:
        print("any")
