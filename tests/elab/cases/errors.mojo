# A function that raises returns whether it did and writes the error; `try` goes to its handler, `finally` runs on each way out.


@no_inline
def use(number: Int):
    pass


def check(number: Int) raises -> Int:
    if number < 0:
        raise Error(number)
    return number


@export
def caught(number: Int) -> Int:
    try:
        return check(number)
    except problem:
        return problem.code
    finally:
        use(number)


def passed_on(number: Int) raises -> Int:
    return check(number) + check(1)


@export
def both(number: Int) -> Int:
    try:
        return passed_on(number)
    except:
        return 0
