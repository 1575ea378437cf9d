# edition: 2025
# Errors that cross functions, 'try' and 'finally' arrive whole.
fn lowest() raises:
    raise Error(String("lowest ") * 10)


fn between() raises:
    lowest()


fn through_finally() raises:
    try:
        between()
    finally:
        print("finally")


fn again() raises:
    try:
        through_finally()
    except e:
        raise Error("again: " + String(e))


fn main():
    try:
        between()
    except e:
        print(e)
    try:
        again()
    except e:
        print(e)
