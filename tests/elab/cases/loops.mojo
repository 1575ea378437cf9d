# A variable that changes has a place; `while` leaves by `hlcf.break`, `else` runs where the condition failed.


@export
def smaller(a: Int, b: Int) -> Int:
    var best = a
    if b < a:
        best = b
    while best < b:
        best += 1
        if b < best:
            break
        if best < a:
            continue
    else:
        best += 2
    return best
